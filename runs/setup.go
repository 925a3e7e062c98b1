package runs

import (
	"context"
	"fmt"
	"strings"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/tuning"
)

// setup is a config made ready: the game, the weights to search, and the
// agents that the config names.
type setup struct {
	catalog Catalog
	store   string // where the agents that are called run:RUN are
	doc     *configs.Document
	config  configs.Config
	engine  engines.Engine
	space   engines.Space
	start   engines.Weights // nil for the defaults
	seats   int
}

// setup makes the config that was asked for ready.
func (c Catalog) setup(o Options) (*setup, error) {
	doc, err := o.document(c.Configs())
	if err != nil {
		return nil, mistake(err)
	}
	return c.ready(doc, o.Store)
}

// stored makes the config of the run to resume ready.
func (c Catalog) stored(ctx context.Context, store *results.Store, kind results.Kind, o Options) (*setup, error) {
	rec, err := store.Get(ctx, o.Resume)
	if err != nil {
		return nil, err
	}
	if rec.Kind != kind {
		return nil, mistakef("run %s is a %s; %s resumes its own runs", rec.ID, rec.Kind, kind)
	}
	doc, err := c.Configs().Parse([]byte(rec.Config), "run "+rec.ID, o.Set)
	if err != nil {
		if len(o.Set) > 0 {
			err = mistake(err)
		}
		return nil, err
	}
	return c.ready(doc, o.Store)
}

// ready checks a config against its game. Mistakes name their place.
func (c Catalog) ready(doc *configs.Document, store string) (*setup, error) {
	config, err := doc.Config()
	if err != nil {
		return nil, mistake(err)
	}
	s := &setup{catalog: c, store: store, doc: doc, config: config}
	wrong := func(under string, err error) (*setup, error) { return nil, mistake(doc.Locate(under, err)) }
	if s.engine, err = c.find(config.Engine.Name); err != nil {
		return wrong("engine", fmt.Errorf("name: %w", err))
	}
	if s.config.Engine.Settings, err = expand(config.Engine.Settings); err != nil {
		return wrong("engine.settings", err)
	}
	if s.engine, err = s.engine.With(configs.Settings(s.config.Engine.Settings)); err != nil {
		return wrong("engine.settings", keyed(err))
	}
	if s.space, s.start, err = config.Engine.Space(s.engine.Spec().Weights); err != nil {
		return wrong("", err)
	}
	spec := s.engine.Spec()
	if s.seats = config.Engine.Seats; s.seats == 0 {
		s.seats = DefaultSeats(s.engine)
	}
	if s.seats < spec.MinSeats || s.seats > spec.MaxSeats {
		return wrong("engine", fmt.Errorf("seats: %d is not within [%d, %d]", s.seats, spec.MinSeats, spec.MaxSeats))
	}
	return s, nil
}

// keyed turns "setting depth: ..." into "depth: ...", the form in which a
// document can find the line.
func keyed(err error) error {
	if rest, ok := strings.CutPrefix(err.Error(), "setting "); ok {
		return fmt.Errorf("%s", rest)
	}
	return err
}

// problem is what a strategy is to tune.
func (s *setup) problem(opponents []engines.Agent) tuning.Problem {
	return tuning.Problem{
		Space:     s.space,
		ScaleFree: s.engine.Spec().ScaleFree,
		Start:     s.start,
		Seats:     s.seats,
		Opponents: opponents,
		Games:     s.config.Budget.Games,
		Rounds:    s.config.Budget.Rounds,
		Seed:      s.config.Seed,
	}
}

// startWeights is where the search begins.
func (s *setup) startWeights() engines.Weights {
	if s.start != nil {
		return s.start
	}
	return s.space.Default()
}

// playable refuses an agent that could not make one move: it would forfeit all
// its games.
func (s *setup) playable(ctx context.Context, a engines.Agent) error {
	p, err := engines.NewPlayer(ctx, s.engine, a)
	if err != nil {
		return err
	}
	return engines.Close(p)
}

// agents makes the agents that a config names, in order, refusing two of one
// name.
func (s *setup) agents(ctx context.Context, list []configs.Agent, path string) ([]engines.Agent, error) {
	var out []engines.Agent
	seen := make(map[string]bool)
	for i, c := range list {
		agent, err := s.agent(ctx, c)
		if err == nil && seen[agent.Name] {
			err = fmt.Errorf("two agents are named %s", agent.Name)
		}
		if err == nil {
			err = s.playable(ctx, agent)
		}
		if err != nil {
			return nil, mistake(s.doc.Locate(fmt.Sprintf("%s[%d]", path, i), err))
		}
		seen[agent.Name] = true
		out = append(out, agent)
	}
	return out, nil
}
