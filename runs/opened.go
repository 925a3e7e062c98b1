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
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/weights"
	"github.com/lanista/lanista/session"
)

// OpenedGame is an open game and the agents that can play it. The game is one of a catalog, or the
// game of a config with its external programs. The caller must close it.
type OpenedGame struct {
	Engine engines.Engine
	// Notes are sentences about the agents that Agent has returned, such as on weights that a weights
	// file lacks.
	Notes []string

	catalog Catalog
	asked   engines.Settings // settings that the caller has set
	store   string
	// resolved is the config of the game with its programs. It is nil if the game comes from the
	// catalog.
	resolved *Resolved
}

// IsConfig reports whether a name is the path of a config file. It returns false for the name of
// a game or a preset.
func IsConfig(name string) bool { return strings.ContainsAny(name, `./\`) }

// Open opens a game of the catalog by name. If name is the path of a config file, it opens the
// config's game and starts the programs that play it. The given settings override those of the
// config. store is the path of the store for agents named run:RUN. The caller must close the
// result.
func (c Catalog) Open(ctx context.Context, name string, settings engines.Settings, store string) (*OpenedGame, error) {
	if !IsConfig(name) {
		e, err := c.Engine(name, settings)
		return &OpenedGame{Engine: e, catalog: c, asked: settings, store: store}, err
	}
	o := Options{Source: name, Store: store}.withDefaults()
	in, err := readConfig(ctx, c, request{options: o})
	if err != nil {
		return nil, err
	}
	r, err := gameOf(ctx, c, in, o)
	if err != nil {
		return nil, err
	}
	opened := &OpenedGame{Engine: r.Engine, catalog: c, store: o.Store, resolved: r}
	if err := opened.Set(settings); err != nil {
		r.Close()
		return nil, err
	}
	return opened, nil
}

// EngineInfo describes a game and its openings.
type EngineInfo struct {
	engines.Spec
	Openings *OpeningsPlan // openings in a search with the default budget; nil for a game with chance
}

// DescribeEngine returns the specification of a game that [Catalog.Open] can open. If the game does
// not declare whether it has chance, test games determine it. It returns an error if no game can
// begin with the settings.
func DescribeEngine(ctx context.Context, c Catalog, name string, settings engines.Settings) (engines.Spec, error) {
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

// Seats returns the number of seats that the config states. It returns 0 if there is no config, or it
// states none.
func (o *OpenedGame) Seats() int {
	if o.resolved == nil {
		return 0
	}
	return o.resolved.Config.Engine.Seats
}

// Set overrides settings of the engine.
func (o *OpenedGame) Set(settings engines.Settings) error {
	if o.Engine == nil {
		return errNoEngine
	}
	e, err := o.Engine.With(settings)
	if err != nil {
		return mistakef("%s: %w", o.Engine.Spec().Name, err)
	}
	o.Engine = e
	if o.resolved == nil {
		o.asked = overlay(o.asked, settings)
		return nil
	}
	given := make(map[string]configs.Scalar)
	maps.Copy(given, o.resolved.Config.Engine.Settings)
	maps.Copy(given, scalars(settings))
	o.resolved.Engine, o.resolved.Config.Engine.Settings = e, given
	return nil
}

// Agent returns the agent that source names, for games with the given number of seats. It accepts
// the names of [Catalog.Agent] and the programs of the config.
func (o *OpenedGame) Agent(ctx context.Context, source string, seats int) (engines.Agent, error) {
	if o.resolved == nil {
		a, note, err := o.catalog.agent(ctx, o.Engine, o.asked, seats, source, o.store)
		if note != "" {
			o.Notes = append(o.Notes, note)
		}
		return a, err
	}
	before := len(o.resolved.Notes)
	a, err := o.resolved.agent(ctx, configs.Agent{Name: source, Weights: configs.AgentWeights{Source: source}})
	o.Notes = append(o.Notes, o.resolved.Notes[before:]...)
	return a, mistake(err)
}

// Opponent returns an agent to play against a person, and the name of its source. For an agent of a
// stored run, this name is run:ID, also if the argument source is run:last or contains the name of
// the run. If source is "", Opponent chooses a program of the config or a default, such as
// [session.DefaultOpponent]. If the default is the champion (best known weights) and the game has
// none, the agent has default weights. A moveTime above 0 is the agent's time per move.
func (o *OpenedGame) Opponent(ctx context.Context, source string, seats int, moveTime time.Duration) (engines.Agent, string, error) {
	named := source != ""
	if !named {
		var err error
		if source, err = o.defaultOpponent(ctx); err != nil {
			return engines.Agent{}, "", err
		}
	}
	if run, ok := strings.CutPrefix(source, "run:"); ok {
		id, err := fromStore(o.store, func(store *results.Store) (string, error) { return store.Resolve(ctx, results.WithWeights(run)) })
		if err != nil {
			return engines.Agent{}, "", err
		}
		source = "run:" + id
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

// defaultOpponent returns the source of the agent that plays against a person if the caller names
// none.
func (o *OpenedGame) defaultOpponent(ctx context.Context) (string, error) {
	if o.resolved == nil || o.resolved.Programs == nil {
		return session.DefaultOpponent(o.Engine), nil
	}
	c := o.resolved.Config
	if c.Engine.Player != "" {
		return c.Engine.Player, nil
	}
	for _, name := range slices.Sorted(maps.Keys(c.Programs)) {
		d, err := o.resolved.Programs.Description(ctx, name)
		if err != nil {
			return "", err
		}
		if d.Role == protocol.Agent {
			return name, nil
		}
	}
	if o.resolved.Programs.Has(c.Engine.Name) { // a program of rules has no player
		return "random", nil
	}
	return session.DefaultOpponent(o.Engine), nil
}

// timed returns a copy of the agent a whose moves are limited by limit. If external programs play
// the game, the limit becomes the setting limit. Otherwise it becomes the field Limit and replaces
// the setting depth.
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

// Close stops the programs.
func (o *OpenedGame) Close() {
	if o.resolved != nil {
		o.resolved.Close()
	}
}
