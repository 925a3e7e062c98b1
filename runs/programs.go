package runs

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external"
	"github.com/lanista/lanista/engines/external/protocol"
	"github.com/lanista/lanista/keys"
)

// These constants are the default limits for games that a program loses by failing, in a row and as
// a fraction of all games. A run stops when a limit is exceeded.
const (
	failuresRow   = 3
	failuresShare = 0.02
)

// takenNames are the names that Lanista defines for agents. A program in a config cannot have them.
var takenNames = append([]string{external.Own, "default", "start", "champion"}, engines.Baselines...)

// ReservedNames returns the names of agents that Lanista defines, such as default. A program in a
// config cannot have these names.
func ReservedNames() []string { return slices.Clone(takenNames) }

// newPrograms prepares the external programs of a config without starting them. Commands in a
// stored config are never used: a stored run with programs requires a config from the user.
// newPrograms returns errReported for mistakes in the config.
func newPrograms(r *Resolved, m *mistakes, in input, o Options) error {
	if len(r.Config.Programs) == 0 {
		return nil
	}
	if in.programs != nil {
		r.Programs = in.programs
		return nil
	}
	if !in.given {
		names := slices.Sorted(maps.Keys(r.Config.Programs))
		return mistakef("the run uses %s, which only a config that is given can start", programNames(names))
	}
	folder := folderOf(o.Source)
	var list []external.Program
	for _, name := range slices.Sorted(maps.Keys(r.Config.Programs)) {
		p, err := programOf(r.catalog, r.Config, name, folder)
		m.add("programs."+name, errors.Join(err, p.Validate()))
		list = append(list, p)
	}
	if m.any() || m.fatal != nil {
		return errReported
	}
	var err error
	if r.Programs, err = external.NewPrograms(list, external.Options{Lanista: BuildInfo().Version, Trace: o.Trace, Bind: o.BindPrograms, Workers: o.Workers}); err != nil {
		if o.BindPrograms {
			err = mistakef("--affinity: %w", err)
		}
		return err
	}
	r.owner = true
	if err := fingerprint(r, list); err != nil || r.resumed == nil {
		return err
	}
	return refuseChanged(r, o) // before a changed program is started
}

// programOf returns the program that a section of the config describes. Its command is relative
// to folder.
func programOf(catalog Catalog, config configs.Config, name, folder string) (external.Program, error) {
	c := config.Programs[name]
	p := external.Program{
		Name: name, Command: c.Command, Folder: folder, Dir: c.Dir, Protocol: c.Protocol,
		Set: c.Set, Setup: c.Setup, EachGame: c.EachGame, Restart: external.Restart(c.Restart), Margin: c.Margin,
		Timeouts: protocol.Timeouts{Start: c.Timeouts.Start, Reply: c.Timeouts.Reply, Move: c.Timeouts.Move, Quit: c.Timeouts.Quit},
		Tuned:    mentioned(config, name),
	}
	for _, key := range slices.Sorted(maps.Keys(c.Env)) {
		p.Env = append(p.Env, key+"="+c.Env[key])
	}
	for _, o := range c.Options {
		p.Options = append(p.Options, protocol.Option{Name: o.Name, Value: o.Text})
	}
	var mistakes []error
	for _, w := range c.Weights {
		made, err := w.Weight()
		if err != nil {
			mistakes = append(mistakes, keys.Under("weights", err))
		}
		p.Weights = append(p.Weights, made)
	}
	if bad := strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-_"); name == "" || bad != "" {
		mistakes = append(mistakes, errors.New("a name is lower case letters, digits, - and _"))
	}
	if slices.Contains(takenNames, name) || slices.Contains(catalog.Games.Names(), name) {
		mistakes = append(mistakes, fmt.Errorf("the name %s means something else already", name))
	}
	if row := c.Failures.Row; row != nil && *row < 0 {
		mistakes = append(mistakes, keys.Errorf("failures.row", "%d is negative", *row))
	}
	if share := c.Failures.Share; share != nil {
		if err := keys.Within(0, 1).Check("failures.share", *share); err != nil {
			mistakes = append(mistakes, err)
		}
	}
	return p, errors.Join(mistakes...)
}

// mentioned returns the names of a program's weights in the config, each once and without regard to
// case. It returns nil if the config does not contain all names. This is possible if an agent of
// the program takes its weights from a source such as a stored run.
func mentioned(config configs.Config, program string) []string {
	names := make(map[string]string) // by the name in lower case
	add := func(name string) {
		if lower := strings.ToLower(name); names[lower] == "" {
			names[lower] = name
		}
	}
	own := config.Engine.Player == program // an agent without a player is the program
	tuned := own && len(config.Engine.Weights.Named) > 0
	if tuned {
		for _, name := range slices.Sorted(maps.Keys(config.Engine.Weights.Named)) {
			add(name)
		}
	}
	for _, a := range agentsIn(config) {
		if a.Player != program && (a.Player != "" || !own) {
			continue
		}
		if source := a.Weights.Source; source != "" && !tuned && (a.Player != "" || hasNames(source)) {
			return nil
		}
		for _, name := range slices.Sorted(maps.Keys(a.Weights.Named)) {
			add(name)
		}
	}
	return append([]string{}, slices.Sorted(maps.Values(names))...)
}

// hasNames reports whether a source of weights, such as a stored run or a file, contains the names
// of the weights.
func hasNames(source string) bool {
	return strings.HasPrefix(source, "run:") || slices.Contains([]string{".json", ".yaml", ".yml", ".csv"}, filepath.Ext(source))
}

// engineOf returns the game of the config with its players. The rules come from the catalog or from
// an external program, and external programs may be players. Mistakes in the config are
// [keys.KeyError] values.
func engineOf(ctx context.Context, r *Resolved) (engines.Engine, error) {
	player := r.Config.Engine.Player
	game, hosted, err := bareGame(ctx, r)
	switch {
	case err != nil:
		return nil, err
	case hosted && player != "":
		return nil, keys.Errorf("engine.player", "%s plays its games itself; its own agents are tuned", r.Config.Engine.Name)
	case hosted || r.Programs == nil && player == "":
		return game, nil
	case r.Programs == nil:
		return nil, keys.Errorf("engine.player", "there is no program %q: the config has no section programs", player)
	case !r.Programs.Has(player) && hasProgram(r.Config, player): // a stored run, with the programs of another config
		return nil, keys.Errorf("engine.player", "the run uses the program %s, which the config does not name", player)
	case player != "" && !r.Programs.Has(player):
		return nil, keys.Errorf("engine.player", "there is no program %q (%s)", player, keys.Suggest(slices.Sorted(maps.Keys(r.Config.Programs)), player))
	}
	t, err := r.Programs.Table(ctx, game, player)
	if err != nil || player == "" {
		return t, misfit(err)
	}
	return t, checkOffers(r, player)
}

// hasProgram reports whether the section programs of the config has a program of the given name.
func hasProgram(config configs.Config, program string) bool {
	_, ok := config.Programs[program]
	return ok
}

// bareGame returns the game of the config without external programs as players. hosted is true if
// the game belongs to a program that plays whole games by itself, rather than only implementing the
// rules.
func bareGame(ctx context.Context, r *Resolved) (game engines.Engine, hosted bool, err error) {
	name := r.Config.Engine.Name
	if r.Programs.Has(name) {
		game, hosted, err = r.Programs.Owned(ctx, name)
		return game, hosted, misfit(err)
	}
	game, err = r.catalog.findFor(r.Config)
	return game, false, keys.Under("engine.name", err)
}

// misfit adds a config key to err, the error of a program that does not match the config. If the
// program could not be started, err is returned unchanged, because its cause is not in the config.
func misfit(err error) error {
	var start *external.StartError
	var config *external.ConfigError
	switch {
	case err == nil || errors.As(err, &start):
		return err
	case errors.As(err, &config):
		return keys.Under("programs."+config.Program, config.Err)
	}
	return keys.Under("engine", err)
}
