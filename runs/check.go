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
)

// CheckOptions select the program or the game to test.
type CheckOptions struct {
	Options
	Program string // "" for the one whose weights are tuned, or the only one
	Games   int    // 0 for 20
	// Notify, when not nil, receives every finding as soon as it is made.
	Notify func(external.Finding)
}

// Check tests whether a program of a config can be tuned, or whether a game keeps the
// contract of package engines: a game of the catalog if the source is its name, and that of
// the config if it has no programs. An error is a mistake in the options, or the end of the
// context; faults of the program or the game are findings of the result.
func (c Catalog) Check(ctx context.Context, o CheckOptions) (external.CheckResult, error) {
	if !IsConfig(o.Source) && slices.Contains(c.Games.Names(), o.Source) {
		settings, err := ParseSettings(o.Set)
		if err != nil {
			return external.CheckResult{}, err
		}
		e, err := c.Engine(o.Source, settings)
		if err != nil {
			return external.CheckResult{}, err
		}
		return o.checkGame(ctx, e)
	}
	o.Options = o.withDefaults()
	doc, err := o.document(ctx, "", c.Configs())
	if err != nil {
		return external.CheckResult{}, mistake(err)
	}
	o.typed = true
	config, err := doc.Config()
	if err != nil {
		return external.CheckResult{}, mistake(err)
	}
	s := &setup{catalog: c, store: o.Store, given: given{doc: doc, config: config}}
	s.locateFiles(o.Source)
	defer s.close()
	switch err := s.hire(o.Options); {
	case errors.Is(err, errNoted):
		return external.CheckResult{}, s.checked()
	case err != nil:
		return external.CheckResult{}, err
	}
	if len(config.Programs) == 0 {
		e, err := s.configuredGame()
		if err != nil {
			return external.CheckResult{}, err
		}
		return o.checkGame(ctx, e)
	}
	name, err := s.checkedProgram(o.Program)
	if err != nil {
		return external.CheckResult{}, mistake(err)
	}
	options := external.CheckOptions{
		Games: o.Games, Workers: o.Workers, Seed: config.Seed, Budget: config.Budget.Games + config.Verification.Games,
		Openings: s.openings(), Notify: o.Notify,
	}
	e, err := s.checkedEngine(ctx, name)
	var start *external.StartError
	if errors.As(err, &start) {
		return o.unstarted(name, protocolName(config.Programs[name]), start), nil
	}
	if err != nil {
		return external.CheckResult{}, err
	}
	if options.Seats = config.Engine.Seats; options.Seats == 0 {
		options.Seats = defaultSeats(e)
	}
	return s.programs.Check(ctx, e, name, options)
}

func protocolName(p configs.Program) string {
	if p.Protocol == "" {
		return "ludus"
	}
	return p.Protocol
}

// checkedProgram is the program to try.
func (s *setup) checkedProgram(name string) (string, error) {
	names := slices.Sorted(maps.Keys(s.config.Programs))
	switch {
	case name != "" && !slices.Contains(names, name):
		return "", fmt.Errorf("there is no program %q (%s)", name, configs.Suggest(names, name))
	case name != "":
		return name, nil
	}
	for _, main := range []string{s.config.Engine.Player, s.config.Engine.Name} {
		if slices.Contains(names, main) {
			return main, nil
		}
	}
	if len(names) > 1 {
		return "", fmt.Errorf("which program: %s?", strings.Join(names, ", "))
	}
	return names[0], nil
}

// checkedEngine is the game of a program, or the table whose player it is, as the
// config sets it. What the config asks of the program and cannot have is a mistake
// here as it is in a run.
func (s *setup) checkedEngine(ctx context.Context, name string) (engines.Engine, error) {
	d, err := s.programs.Description(ctx, name)
	if err != nil {
		return nil, s.refused("", misfit(err))
	}
	var e engines.Engine
	switch d.Role {
	case protocol.Arena:
		e, err = s.programs.Game(ctx, name)
	case protocol.Rules:
		if e, err = s.programs.Rules(ctx, name); err == nil {
			e, err = s.programs.Table(ctx, e, "")
		}
	default:
		var hosted bool
		if e, hosted, err = s.game(ctx); err != nil {
			return nil, s.refused("", err)
		}
		if hosted {
			return nil, s.refused("engine.name", fmt.Errorf("%s plays its games itself, and %s cannot sit there", s.config.Engine.Name, name))
		}
		e, err = s.programs.Table(ctx, e, name)
	}
	if err != nil {
		return nil, s.refused("", misfit(err))
	}
	given, err := inlined(e.Spec().Settings, s.settingsOf(name))
	if err != nil {
		return nil, s.refused("engine.settings", err)
	}
	if e, err = e.With(given); err != nil {
		return nil, s.refused("engine.settings", err)
	}
	s.engine = e
	if d.Role != protocol.Rules {
		s.weighable(ctx, name)
	}
	return e, s.checked()
}

// settingsOf are the settings of the config's game under which a program plays: with
// those of the first agent whose player it is, where it is not that of the table.
func (s *setup) settingsOf(name string) map[string]configs.Scalar {
	settings := s.config.Engine.Settings
	if name == s.config.Engine.Player {
		return settings
	}
	for _, a := range slices.Concat(s.config.Agents, s.config.Opponents, s.config.Verification.Opponents) {
		if a.Player == name {
			settings = maps.Clone(settings)
			if settings == nil {
				settings = make(map[string]configs.Scalar)
			}
			maps.Copy(settings, a.Settings)
			return settings
		}
	}
	return settings
}

// weighable notes weights of the config that a program does not have, where they are
// its own, and a limit that it cannot play under.
func (s *setup) weighable(ctx context.Context, name string) {
	if name == s.config.Engine.Player {
		if err := s.offered(name); err != nil {
			s.wrong("", err)
			return
		}
	}
	if name == s.config.Engine.Player || name == s.config.Engine.Name {
		_, _, err := s.config.Engine.Space(s.engine.Spec().Weights)
		s.wrong("", err)
	}
	s.wrong("engine.settings", s.playable(ctx, engines.Agent{Name: name}))
}
