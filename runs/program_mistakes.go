package runs

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external"
	"github.com/lanista/lanista/engines/external/protocol"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/results"
)

// refusePrograms adds a mistake to m if the config has external programs. It is used for runs that
// evaluate positions with the game's built-in player.
func refusePrograms(r *Resolved, m *mistakes) {
	if r.Programs != nil {
		m.add("programs", errors.New("grid and fit evaluate positions with the game's own player; the weights of a program are tuned by evolve"))
	}
}

// checkOffers checks the config's weights against the options that an external program declares,
// and changes their names to the program's spelling. It returns an error for an unknown name, and
// for a text option without a range. In a tuning run, options that only agents name become fixed
// weights, which the search does not change.
func checkOffers(r *Resolved, program string) error {
	d := r.Programs.Known(program)
	if d.Offers == nil && d.Unfit == nil {
		return nil
	}
	named, err := offered(d, program, "engine.weights", r.Config.Engine.Weights.Named)
	r.Config.Engine.Weights.Named = named
	mistakes := []error{err}
	if source := r.Config.Engine.Weights.Source; source != "" && len(d.Weights) == 0 {
		mistakes = append(mistakes, keys.Errorf("engine.weights", "options of %s are weights if they are named here: give every name with its start, as NAME: {start: 50}, in place of %q", program, source))
	}
	for _, w := range d.Offers {
		c, ok := named[w.Name]
		if ok && w.Kind&(engines.Integer|engines.Choices) == 0 && (c.Min == nil || c.Max == nil || c.Start == nil) {
			mistakes = append(mistakes, keys.Errorf("engine.weights."+w.Name, "%s declares no range for it: min, max and start are needed", program))
		}
	}
	declared := len(r.Config.Programs[program].Weights) > 0 // and so no options
	if r.Kind == results.Evolve && !declared && r.Config.Engine.Weights.Source == "" {
		fixed := engines.Fixed.String()
		for _, w := range d.Weights {
			if _, ok := named[w.Name]; !ok && len(named) > 0 {
				named[w.Name] = configs.Weight{Kind: &fixed}
			}
		}
		if len(named) == 0 && len(d.Weights) > 0 {
			mistakes = append(mistakes, noWeights(program))
		}
	}
	return errors.Join(mistakes...)
}

// noWeights returns the error for a search over the weights of a program if no weight is known.
func noWeights(program string) error {
	return keys.Errorf("engine.weights", "the program %s has no weights to tune: name options of it here, or declare weights under programs.%s.weights", program, program)
}

// offered checks names of weights in a config, the keys of given, against the options of a program.
// d describes the program, and case is ignored. offered returns a copy of given with the program's
// spelling of the names. If the program declares no options, it returns given. The error contains a
// [keys.KeyError] for each name that is unknown, that is repeated, or that cannot be a weight; its
// key is path or below.
func offered[V any](d protocol.Description, program, path string, given map[string]V) (map[string]V, error) {
	if d.Offers == nil && d.Unfit == nil {
		return given, nil
	}
	var names []string
	for _, w := range slices.Concat(d.Offers, d.Weights) { // a config may declare weights besides the options
		names = append(names, w.Name)
	}
	var mistakes []error
	matched := protocol.MatchNames(given, names)
	spellings := make(map[string]string) // by the name in lower case
	for _, name := range slices.Sorted(maps.Keys(given)) {
		lower := strings.ToLower(name)
		if first, twice := spellings[lower]; twice && len(matched) < len(given) {
			mistakes = append(mistakes, keys.Errorf(path+"."+name, "the option is named already, as %q", first))
		}
		spellings[lower] = name
	}
	for _, name := range slices.Sorted(maps.Keys(matched)) {
		switch {
		case slices.Contains(names, name):
		case unfit(d, name) != "":
			mistakes = append(mistakes, keys.Errorf(path+"."+name, "%s", unfit(d, name)))
		default:
			meant := ""
			if near := keys.Nearest(names, name); near != "" {
				meant = fmt.Sprintf("; did you mean %q?", near)
			}
			mistakes = append(mistakes, keys.Errorf(path, "%s has no option %q%s", program, name, meant))
		}
	}
	return matched, errors.Join(mistakes...)
}

// unfit returns the reason why an option of a program cannot be a weight. It returns "" if there is
// no reason, or the program does not have the option. Case is ignored.
func unfit(d protocol.Description, name string) string {
	for option, reason := range d.Unfit {
		if strings.EqualFold(option, name) {
			return reason
		}
	}
	return ""
}

// fingerprint adds the paths and digests of the programs' files to the config, so that changed
// programs can be detected.
func fingerprint(r *Resolved, list []external.Program) error {
	found := make(map[string]configs.Program, len(list))
	for _, p := range list {
		path, files, err := p.Fingerprint()
		if err != nil {
			return fmt.Errorf("programs.%s: %w", p.Name, err)
		}
		c := r.Config.Programs[p.Name]
		c.Found = &configs.Found{Path: path}
		for _, f := range files {
			c.Found.Files = append(c.Found.Files, configs.FoundFile(f))
		}
		found[p.Name] = c
	}
	r.Config.Programs = found
	return nil
}

// describedPrograms returns the programs of the config with the names and versions that the running
// programs have reported.
func describedPrograms(r *Resolved) map[string]configs.Program {
	programs := r.Config.Programs
	if !r.owner || r.resumed != nil { // adoptPrograms has copied the description
		return programs
	}
	out := maps.Clone(programs)
	for _, name := range r.Programs.Started() {
		c := out[name]
		found := *c.Found
		d := r.Programs.Known(name)
		found.Name, found.Version = d.Name, d.Version
		c.Found = &found
		out[name] = c
	}
	return out
}

// adoptPrograms replaces the description of each program in the config by the one in the stored
// config of the resumed run. The run began with the stored description.
func adoptPrograms(r *Resolved) {
	programs := maps.Clone(r.Config.Programs)
	for name, now := range programs {
		if was := r.resumed.config.Programs[name].Found; was != nil { // else it is new, or has another name: the configs differ
			now.Found = was
			programs[name] = now
		}
	}
	r.Config.Programs = programs
}

// refuseChanged returns an error if files of the programs have changed since the resumed run began.
// If Options.ChangedPrograms allows such changes, the run receives a note on them instead.
func refuseChanged(r *Resolved, o Options) error {
	changed := changedPrograms(r.resumed.config, r.Config)
	if len(changed) == 0 {
		return nil
	}
	verb := "has"
	if len(changed) > 1 {
		verb = "have"
	}
	text := fmt.Sprintf("%s %s changed since the run began", strings.Join(changed, ", "), verb)
	if !o.ChangedPrograms {
		return mistakef("run %s: %s; --changed-programs resumes it all the same", r.resumed.rec.ID, text)
	}
	r.resumeNote = "resumed although " + text
	return nil
}

// changedPrograms returns the names of the programs whose files differ between own, the stored
// config, and now, the current config.
func changedPrograms(own, now configs.Config) []string {
	var changed []string
	for _, name := range slices.Sorted(maps.Keys(own.Programs)) {
		was, is := own.Programs[name].Found, now.Programs[name].Found
		if was != nil && is != nil && !slices.Equal(was.Files, is.Files) {
			changed = append(changed, name)
		}
	}
	return changed
}
