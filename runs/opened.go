package runs

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/deals"
	"github.com/lanista/lanista/engines/external"
	"github.com/lanista/lanista/engines/external/protocol"
	"github.com/lanista/lanista/results/weights"
	"github.com/lanista/lanista/session"
)

// OpenedGame is a game and the agents that can play it: one of the catalog, or that of a
// config, with its programs. It must be closed.
type OpenedGame struct {
	Engine engines.Engine

	catalog Catalog
	asked   engines.Settings // what the engine was given beyond its defaults
	store   string
	setup   *setup // of the config; nil without one
}

// IsConfig reports whether a name is that of a file with a config, and not of a game
// or a preset.
func IsConfig(name string) bool { return strings.ContainsAny(name, `./\`) }

// Open makes ready what a name says: a game of the catalog, or the game of a config
// in a file, with the programs that can sit there. Settings are laid over those of
// the config. store is where the agents called run:RUN are.
func (c Catalog) Open(ctx context.Context, name string, settings engines.Settings, store string) (*OpenedGame, error) {
	if !IsConfig(name) {
		e, err := c.Engine(name, settings)
		return &OpenedGame{Engine: e, catalog: c, asked: settings, store: store}, err
	}
	o := Options{Source: name, Store: store, typed: true}.withDefaults()
	doc, err := o.document(ctx, "", c.Configs())
	if err != nil {
		return nil, mistake(err)
	}
	s, err := c.ready(ctx, doc, o)
	if err != nil {
		return nil, err
	}
	opened := &OpenedGame{catalog: c, store: o.Store, setup: s}
	if err := errors.Join(s.checked(), opened.Set(settings)); err != nil {
		s.close()
		return nil, err
	}
	return opened, nil
}

// EngineInfo is a game and how its games begin.
type EngineInfo struct {
	engines.Spec
	Openings *OpeningsPlan // in a search of the default budget; nil for a game with chance
}

// Describe describes the game that a name and settings say, as Open has them, with its chance
// found out where it is not declared. Settings that no table can be dealt with, each of which
// may be right by itself, are refused.
func (c Catalog) Describe(ctx context.Context, name string, settings engines.Settings) (engines.Spec, error) {
	opened, err := c.Open(ctx, name, settings, "")
	if err != nil {
		return engines.Spec{}, err
	}
	defer opened.Close()
	if err := dealable(opened.Engine, defaultSeats(opened.Engine), 0); err != nil {
		return engines.Spec{}, mistakef("%s: %w", name, err)
	}
	return deals.SpecWithChance(ctx, opened.Engine)
}

// Set replaces settings of the engine.
func (o *OpenedGame) Set(settings engines.Settings) error {
	if o.setup == nil {
		e, err := o.Engine.With(settings)
		if err != nil {
			return mistakef("%s: %w", o.Engine.Spec().Name, err)
		}
		o.Engine, o.asked = e, overlay(o.asked, settings)
		return nil
	}
	s := o.setup
	e, err := s.engine.With(settings)
	if err != nil {
		return mistakef("%s: %w", s.engine.Spec().Name, err)
	}
	s.engine, o.Engine = e, e
	given := maps.Clone(s.config.Engine.Settings)
	if given == nil {
		given = make(map[string]configs.Scalar)
	}
	for name, value := range settings {
		given[name] = configs.Scalar(value)
	}
	s.config.Engine.Settings = given
	return nil
}

// Agent finds an agent for a table of so many seats by the name of its source, as
// Catalog.AgentAt has it, or a program of the config.
func (o *OpenedGame) Agent(ctx context.Context, source string, seats int) (engines.Agent, error) {
	if o.setup == nil {
		return o.catalog.AgentAt(ctx, o.Engine, o.asked, seats, source, o.store)
	}
	a, err := o.setup.agent(ctx, configs.Agent{Name: source, Weights: configs.AgentWeights{Source: source}})
	return a, mistake(err)
}

// Opponent returns the agent that plays against a person, and its source. Without a
// source it is the program of the config's engine, otherwise the first program that
// chooses moves, otherwise [session.DefaultOpponent]; a champion that does not ship is
// then replaced by the default agent. moveTime, if above 0, is the agent's time for a
// move.
func (o *OpenedGame) Opponent(ctx context.Context, source string, seats int, moveTime time.Duration) (engines.Agent, string, error) {
	named := source != ""
	if !named {
		var err error
		if source, err = o.defaultOpponent(ctx); err != nil {
			return engines.Agent{}, "", err
		}
	}
	a, err := o.Agent(ctx, source, seats)
	switch {
	case !errors.Is(err, weights.ErrNoChampion):
	case named:
		err = mistakef("%w; the agents of %s are default, %s", err, o.Engine.Spec().Name, strings.Join(weights.AgentNames(o.Engine), ", "))
	default:
		source = "default"
		a, err = o.Agent(ctx, source, seats)
	}
	if err != nil {
		return engines.Agent{}, "", err
	}
	if moveTime > 0 {
		a = o.timed(a, engines.Limit{Move: moveTime})
	}
	return a, source, nil
}

// defaultOpponent returns the source of the agent that plays if none is named.
func (o *OpenedGame) defaultOpponent(ctx context.Context) (string, error) {
	if o.setup == nil || o.setup.programs == nil {
		return session.DefaultOpponent(o.Engine), nil
	}
	c := o.setup.config
	if c.Engine.Player != "" {
		return c.Engine.Player, nil
	}
	for _, name := range slices.Sorted(maps.Keys(c.Programs)) {
		d, err := o.setup.programs.Description(ctx, name)
		if err != nil {
			return "", err
		}
		if d.Role == protocol.Agent {
			return name, nil
		}
	}
	if o.setup.programs.Has(c.Engine.Name) { // a program of rules has no player
		return "random", nil
	}
	return session.DefaultOpponent(o.Engine), nil
}

// timed limits the time of an agent's moves. A program receives the limit as a
// setting; the game's own player searches as deep as it can in the time.
func (o *OpenedGame) timed(a engines.Agent, limit engines.Limit) engines.Agent {
	a.Settings = maps.Clone(a.Settings)
	if _, table := o.Engine.(*external.Table); table {
		if a.Settings == nil {
			a.Settings = make(engines.Settings)
		}
		a.Settings["limit"] = limit.String()
		return a
	}
	a.Limit = limit
	delete(a.Settings, "depth")
	return a
}

// Close ends the programs.
func (o *OpenedGame) Close() {
	if o.setup != nil {
		o.setup.close()
	}
}
