package runs

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external"
)

// AllowedPrograms lists the programs that a worker may start for runs of other machines. The list
// comes only from files and flags of the worker.
type AllowedPrograms struct{ list map[string]external.Program }

// ReadAllowedPrograms returns the programs that a worker may start: those in the section "programs"
// of a config, and those in allowed. config is a preset's name or a path; "" means no config. Each
// element of allowed has the form NAME=COMMAND and describes a program that uses the protocol
// ludus. No program is started.
func ReadAllowedPrograms(ctx context.Context, c Catalog, config string, allowed []string) (AllowedPrograms, error) {
	a := AllowedPrograms{list: make(map[string]external.Program)}
	var mistakes []error
	if config != "" {
		doc, err := c.Configs().Load(ctx, config, nil)
		if err != nil {
			return a, mistake(err)
		}
		if doc, config, err = sharedConfig(ctx, c, doc, config); err != nil {
			return a, mistake(err)
		}
		mistakes = append(mistakes, a.add(c, doc, config)) // one without programs has nothing to add
	}
	for _, text := range allowed {
		name, command, ok := strings.Cut(text, "=")
		if !ok || name == "" || strings.TrimSpace(command) == "" {
			mistakes = append(mistakes, mistakef("--allow-agent %s: NAME=COMMAND is needed", text))
			continue
		}
		if _, twice := a.list[name]; twice {
			mistakes = append(mistakes, mistakef("--allow-agent %s: there is a program %s already", text, name))
			continue
		}
		doc, err := configs.Parse(fmt.Appendf(nil, "programs: {%q: {command: %q}}", name, command), "--allow-agent "+text)
		if err != nil {
			mistakes = append(mistakes, mistake(err))
			continue
		}
		mistakes = append(mistakes, a.add(c, doc, ""))
	}
	return a, errors.Join(mistakes...)
}

// add adds the programs of a config. Their commands are relative to the config's folder.
func (a AllowedPrograms) add(c Catalog, doc *configs.Document, path string) error {
	var config configs.Config
	if err := doc.Decode("programs", &config.Programs); err != nil {
		return mistake(err)
	}
	m := &mistakes{doc: doc}
	for _, name := range slices.Sorted(maps.Keys(config.Programs)) {
		p, err := programOf(c, config, name, folderOf(path))
		m.add("programs."+name, errors.Join(err, p.Validate()))
		a.list[name] = p
	}
	return m.err()
}

// Names returns the names of the programs in alphabetical order.
func (a AllowedPrograms) Names() []string { return slices.Sorted(maps.Keys(a.list)) }

// Table opens the game that ref names and starts the external programs that play it. The caller
// must call end to stop them. Table does not apply the settings in ref. It returns an error if a
// program is not allowed, or if its file has another digest than the one in ref.
func (a AllowedPrograms) Table(ctx context.Context, games engines.Registry, ref engines.EngineRef) (game engines.Engine, end func() error, err error) {
	var list []external.Program
	for _, want := range ref.Programs {
		p, ok := a.list[want.Name]
		if !ok {
			return nil, nil, fmt.Errorf("no program %s is allowed by its --programs or --allow-agent", want.Name)
		}
		sum, err := p.Digest()
		if err != nil {
			return nil, nil, fmt.Errorf("programs.%s: %w", want.Name, err)
		}
		if sum != want.Digest {
			return nil, nil, fmt.Errorf("its program %s (%.8s) differs from the run's (%.8s)", want.Name, sum, want.Digest)
		}
		p.Tuned = want.Weights
		list = append(list, p)
	}
	ps, err := external.NewPrograms(list, external.Options{Lanista: BuildInfo().Version})
	if err != nil {
		return nil, nil, err
	}
	if game, err = seated(ctx, ps, games, ref); err != nil {
		return nil, nil, errors.Join(err, ps.Close())
	}
	return game, ps.Close, nil
}

// seated opens the game that ref names, with the external programs in ps as its players. If ref
// names a program that plays whole games by itself, seated returns the game of this program
// instead.
func seated(ctx context.Context, ps *external.Programs, games engines.Registry, ref engines.EngineRef) (engines.Engine, error) {
	game, err := games.Find(ref.Name)
	if ps.Has(ref.Name) {
		var hosted bool
		if game, hosted, err = ps.Owned(ctx, ref.Name); hosted || err != nil {
			return game, err
		}
	}
	if err != nil {
		return nil, err
	}
	return ps.Table(ctx, game, ref.Player)
}
