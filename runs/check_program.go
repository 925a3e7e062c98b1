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
	"github.com/lanista/lanista/engines/external/protocol"
	"github.com/lanista/lanista/keys"
)

// CheckOptions select the program or game to check. Source or Text is required.
type CheckOptions struct {
	Source  string   // the name of a game or a preset, or the path of a YAML file
	Text    string   // a config as YAML, in place of Source
	Set     []string // values that replace those of the config, each as path=value, or settings of a game
	Program string   // name of the program to check; the default is the program whose weights are tuned, or the only one
	Games   int      // number of games to play; 0 means external.DefaultCheckGames
	Workers int      // number of games played at once; the default 0 is the number of cores
	Store   string   // path of the store with the runs that the config names; the default is [DefaultStore]
	Trace   string   // folder for one file per process, with every line; the default "" writes none
	// Notify, if not nil, receives every finding as soon as it is made.
	Notify func(external.Finding)
	// Warning, if not nil, receives a message if a test of a game does not end, or if a trace is
	// incomplete. It may be called from another goroutine.
	Warning func(text string)
}

func (o CheckOptions) warn(text string) {
	if o.Warning != nil {
		o.Warning(text)
	}
}

// Check tests a program of a config, or a game, against the contract that tuning requires. If the
// source is the name of a game in the catalog, or a config without programs, it tests the game. The
// result contains everything that the program or game does wrong. An error means a mistake in the
// config or a cancelled context. [CheckConfig] tests a config alone.
func Check(ctx context.Context, c Catalog, o CheckOptions) (external.CheckResult, error) {
	if !IsConfig(o.Source) && slices.Contains(c.Games.Names(), o.Source) {
		settings, err := ParseSettings(o.Set)
		if err != nil {
			return external.CheckResult{}, err
		}
		e, err := c.Engine(o.Source, settings)
		if err != nil {
			return external.CheckResult{}, err
		}
		return checkGame(ctx, e, o)
	}
	run := Options{Source: o.Source, Text: o.Text, Set: o.Set, Workers: o.Workers, Store: o.Store, Trace: o.Trace}.withDefaults()
	doc, err := run.document(ctx, c.Configs())
	if unknown, ok := errors.AsType[*keys.ChoiceError](err); ok && unknown.Given == o.Source { // it is no path and may also be a misspelled game
		games := c.Games.Names()
		presets := slices.DeleteFunc(slices.Clone(unknown.Known), func(name string) bool { return slices.Contains(games, name) })
		unknown.What, unknown.Known = "game or preset", append(games, presets...)
	}
	if err != nil {
		return external.CheckResult{}, err
	}
	config, err := doc.Config()
	if err != nil {
		return external.CheckResult{}, mistake(err)
	}
	r := &Resolved{Config: config, catalog: c, store: run.Store}
	m := &mistakes{doc: doc}
	locateFiles(r, m, run.Source)
	defer closeTraced(r, func(format string, arguments ...any) { o.warn(fmt.Sprintf(format, arguments...)) })
	switch err := newPrograms(r, m, input{doc: doc, given: true}, run); {
	case errors.Is(err, errReported):
		return external.CheckResult{}, m.err()
	case err != nil:
		return external.CheckResult{}, err
	}
	if len(config.Programs) == 0 {
		e, err := configuredGame(r, m)
		if err != nil {
			return external.CheckResult{}, err
		}
		return checkGame(ctx, e, o)
	}
	name, err := checkedProgram(config, o.Program)
	if err != nil {
		return external.CheckResult{}, mistake(err)
	}
	options := external.CheckOptions{
		Games: o.Games, Workers: run.Workers, Seed: config.Seed, Budget: config.Budget.Games + config.Verification.Games,
		Openings: r.openings(), Notify: o.Notify,
	}
	e, err := checkedEngine(ctx, r, m, name)
	if start, ok := errors.AsType[*external.StartError](err); ok {
		return unstarted(name, config.Programs[start.Program].Protocol, start, o.Notify), nil
	}
	if err != nil {
		return external.CheckResult{}, err
	}
	if options.Seats = config.Engine.Seats; options.Seats == 0 {
		options.Seats = defaultSeats(e)
	}
	return r.Programs.Check(ctx, e, name, options)
}

func checkedProgram(config configs.Config, name string) (string, error) {
	names := slices.Sorted(maps.Keys(config.Programs))
	switch {
	case name != "" && !slices.Contains(names, name):
		return "", fmt.Errorf("there is no program %q (%s)", name, keys.Suggest(names, name))
	case name != "":
		return name, nil
	}
	for _, main := range []string{config.Engine.Player, config.Engine.Name} {
		if slices.Contains(names, main) {
			return main, nil
		}
	}
	if len(names) > 1 {
		return "", fmt.Errorf("which program: %s?", strings.Join(names, ", "))
	}
	return names[0], nil
}

// checkedEngine returns the game that a program hosts or plays, with the settings of the config.
// A setting or weight that the config requires and the program lacks is a mistake, as in a run.
func checkedEngine(ctx context.Context, r *Resolved, m *mistakes, name string) (engines.Engine, error) {
	d, err := r.Programs.Description(ctx, name)
	if err != nil {
		return nil, m.fail("", misfit(err))
	}
	var e engines.Engine
	switch d.Role {
	case protocol.Arena:
		e, err = r.Programs.Game(ctx, name)
	case protocol.Rules:
		if e, err = r.Programs.Rules(ctx, name); err == nil {
			e, err = r.Programs.Table(ctx, e, "")
		}
	default:
		var hosted bool
		if e, hosted, err = bareGame(ctx, r); err != nil {
			return nil, m.fail("", err)
		}
		if hosted {
			return nil, m.fail("engine.name", fmt.Errorf("%s plays its games itself, and %s cannot sit there", r.Config.Engine.Name, name))
		}
		e, err = r.Programs.Table(ctx, e, name)
	}
	if err != nil {
		return nil, m.fail("", misfit(err))
	}
	if e, _, err = configured(e, programSettings(r.Config, name)); err != nil {
		return nil, m.fail("engine.settings", err)
	}
	r.Engine = e
	if d.Role != protocol.Rules {
		checkWeights(ctx, r, m, name)
	}
	return e, m.err()
}

// programSettings returns the settings with which a program plays: the settings of the game,
// overridden by those of the first agent that uses the program. If the run tunes the program's own
// weights, they are the settings of the game alone.
func programSettings(config configs.Config, name string) map[string]configs.Scalar {
	settings := config.Engine.Settings
	if name == config.Engine.Player {
		return settings
	}
	for _, a := range agentsIn(config) {
		if a.Player == name {
			own := make(map[string]configs.Scalar)
			maps.Copy(own, settings)
			maps.Copy(own, a.Settings)
			return own
		}
	}
	return settings
}

// checkWeights adds a mistake to m for every weight in the config that the named program does not
// have. It also adds one if the program cannot play with the settings in the config, for example
// because it does not support the time limit.
func checkWeights(ctx context.Context, r *Resolved, m *mistakes, name string) {
	if name == r.Config.Engine.Player {
		if err := checkOffers(r, name); err != nil {
			m.add("", err)
			return
		}
	}
	if name == r.Config.Engine.Player || name == r.Config.Engine.Name {
		_, _, err := r.Config.Engine.Space(r.Engine.Spec().Weights)
		m.add("", err)
	}
	m.add("engine.settings", r.playable(ctx, engines.Agent{Name: name}))
}
