package runs

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/conformance"
	"github.com/lanista/lanista/engines/external"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// given is a config as it is written.
type given struct {
	doc    *configs.Document
	verb   string // that plays it
	config configs.Config
	unread error // what of it could not be read; the rest was
	stored bool  // it is the config of a run
}

// setup is a config made ready: the game, the weights to search, and the
// agents that the config names.
type setup struct {
	catalog Catalog
	store   string // where the agents that are called run:RUN are
	given
	engine engines.Engine
	space  engines.Space
	start  engines.Weights // nil for the defaults
	seats  int

	programs *external.Programs   // nil where the config names none
	owner    bool                 // of the programs: they end with the setup
	adopted  bool                 // the programs are as a run that goes on has them
	guests   []engines.ProgramRef // the programs for others who are to play, if there are any

	// inherited is how the games of the run to resume begin, if a config was given again.
	inherited *configs.Openings
	dealing   dealing

	fatal    error    // a program could not be started
	moves    bool     // of all games are kept
	mistakes []noted  // found so far
	notes    []string // what the user should know before it is played, in sentences
}

// setup makes the config that was given ready.
func (c Catalog) setup(ctx context.Context, o Options) (*setup, error) {
	return c.setupOf(ctx, "", o)
}

// setupOf makes the config that was given ready, or where there is none that of the run
// to resume, which must be of a kind.
func (c Catalog) setupOf(ctx context.Context, kind results.Kind, o Options) (*setup, error) {
	doc, err := o.document(ctx, kind, c.Configs())
	if err != nil {
		return nil, err
	}
	o.typed = o.configured()
	config, err := doc.Config()
	s, err := c.read(ctx, given{doc, doc.Verb(), config, err, kind != "" && !o.fresh()}, o)
	if err == nil && o.Resume != "" && o.configured() {
		s.inherited = o.storedOpenings(ctx)
	}
	return s, err
}

// stored makes the config of the run to resume ready, from a store that is open.
func (c Catalog) stored(ctx context.Context, store *results.Store, kind results.Kind, o Options) (*setup, error) {
	rec, err := store.Get(ctx, o.Resume)
	if err != nil {
		return nil, err
	}
	doc, err := o.recorded(rec, kind, c.Configs())
	if err != nil {
		return nil, err
	}
	s, err := c.ready(ctx, doc, o)
	if err == nil {
		s.stored = true
	}
	return s, err
}

// ready is read for a config all of which can be read.
func (c Catalog) ready(ctx context.Context, doc *configs.Document, o Options) (*setup, error) {
	config, err := doc.Config()
	s, err := c.read(ctx, given{doc, doc.Verb(), config, err, false}, o)
	if err == nil && s.unread != nil {
		s.close()
		return nil, s.checked()
	}
	return s, err
}

// read checks a config against its game. What is wrong with it is noted, so
// that it can be told together with what the verb finds wrong; an error means
// that nothing more can be looked at.
func (c Catalog) read(ctx context.Context, config given, o Options) (*setup, error) {
	s := &setup{catalog: c, store: o.Store, given: config}
	s.locateFiles(o.Source)
	var err error
	if s.unread == nil || len(s.config.Programs) == 0 && s.config.Engine.Name != "" {
		err = s.seat(ctx, o)
	} else { // no program is started
		err = s.misnamed()
	}
	if err == nil {
		return s, nil
	}
	s.close()
	var asked *MistakeError
	switch {
	case errors.As(err, &asked):
		s.misread(asked.Err)
	case !errors.Is(err, errNoted):
		return nil, err
	}
	s.misset()
	return nil, s.checked()
}

// seat makes the game and its programs ready. Its error is errNoted for mistakes of the
// config.
func (s *setup) seat(ctx context.Context, o Options) error {
	config := s.config
	if err := s.hire(o); err != nil {
		return err
	}
	var err error
	if o.NewExecutor != nil && s.programs != nil {
		if s.guests, err = s.programs.Refs(); err != nil {
			return err
		}
	}
	if s.engine, err = s.table(ctx); err != nil {
		s.wrong("", err)
		return errNoted
	}
	engine := s.engine
	settings, files, err := inlinedFrom(engine.Spec().Settings, config.Engine.Settings)
	if err == nil {
		engine, err = engine.With(settings)
		err = files.place(err)
	}
	switch s.wrong("engine.settings", err); {
	case err == nil:
		s.engine, s.config.Engine.Settings = engine, scalars(settings)
	case game(s.engine).Closed: // the rest is looked at with the defaults
		engine, s.config.Engine.Settings = s.engine, nil
	default: // its weights depend on them
		return errNoted
	}
	if err := conformance.Quick(ctx, engine); err != nil {
		s.wrong("engine", err)
		return errNoted
	}
	spec := engine.Spec()
	s.space, s.start, err = s.config.Engine.Space(spec.Weights)
	s.wrong("", err)
	if s.seats = config.Engine.Seats; s.seats == 0 {
		s.seats = defaultSeats(engine)
	}
	if source := config.Engine.Weights.Source; source != "" { // a champion is one for these seats
		s.wrong("engine.weights", s.startFrom(ctx, source))
	}
	if s.seats < spec.MinSeats || s.seats > spec.MaxSeats {
		s.wrong("engine.seats", seatsError(s.seats, spec))
	}
	if s.mistakes == nil {
		s.wrong("engine.settings", dealable(engine, s.seats, s.config.Seed))
	}
	return nil
}

func seatsError(seats int, spec engines.Spec) error {
	if spec.MinSeats == spec.MaxSeats {
		return fmt.Errorf("%d, but %s has %d", seats, spec.Name, spec.MaxSeats)
	}
	return fmt.Errorf("%d is not within [%d, %d]", seats, spec.MinSeats, spec.MaxSeats)
}

// startFrom lets the search start from weights that a source has: a run, a file,
// an agent that ships. The config then says which they are, so that the run does
// not depend on the source any more.
func (s *setup) startFrom(ctx context.Context, source string) error {
	agent, err := s.source(ctx, s.engine, configs.Settings(s.config.Engine.Settings), source)
	if err != nil {
		return err
	}
	if agent.Weights == nil {
		return fmt.Errorf("%s has no weights to start from", source)
	}
	if err := s.space.Check(agent.Weights); err != nil {
		return err
	}
	s.start = slices.Clone(agent.Weights)
	s.config.Engine.Weights = configs.Ranges{Named: make(map[string]configs.Weight, len(s.start))}
	for i, w := range s.space {
		s.start[i] = w.Snap(s.start[i])
		s.config.Engine.Weights.Named[w.Name] = configs.Weight{Start: &s.start[i]}
	}
	return nil
}

// enter begins a run of the config in a store. A run of a preset is tagged with
// the preset's name.
func (s *setup) enter(ctx context.Context, store *results.Store, o Options, info results.Info) (*results.Run, error) {
	spec := s.engine.Spec()
	info.Name, info.Engine, info.Seed, info.Version = o.Name, spec.Name, s.config.Seed, BuildInfo().Version
	info.Space, info.ScaleFree = s.space, spec.ScaleFree
	preset := s.config.Preset
	if s.catalog.Configs().Has(o.Source) {
		preset = o.Source
	}
	if preset != "" {
		info.Tags = []string{preset}
	}
	run, err := store.Begin(ctx, info)
	if errors.Is(err, results.ErrNameTaken) {
		err = mistake(err)
	}
	if err == nil {
		o.begun(run)
	}
	return run, err
}

// dealable refuses settings that no table can be dealt with, each of which may be
// right by itself. An engine that plays its games itself knows best.
func dealable(e engines.Engine, seats int, seed uint64) error {
	if _, host := engines.As[engines.ArenaFactory](e); host {
		return nil
	}
	_, err := e.NewGame(seats, seed)
	return err
}

// openings returns how the games of the config begin.
func (s *setup) openings() engines.Openings {
	return engines.Openings{RandomPlies: s.config.Openings.Plies()}
}

// terms are what all games of the config have in common.
func (s *setup) terms() tournament.Terms {
	return tournament.Terms{
		Game:  s.ref(),
		Arena: engines.ArenaOptions{Openings: s.openings(), Moves: s.moves},
		// Places count where the scale is 0.
		Objective: tournament.Objective{Scale: s.config.Objective.Scale},
		Programs:  s.tolerances(),
	}
}

// ref names the game, and the programs that others need to play it.
func (s *setup) ref() engines.EngineRef {
	spec := s.engine.Spec()
	r := engines.EngineRef{Name: spec.Name, Settings: configs.Settings(s.config.Engine.Settings), Version: spec.Version}
	if s.guests != nil {
		r.Name, r.Player, r.Programs = s.config.Engine.Name, s.config.Engine.Player, s.guests
	}
	return r
}

// executor plays the games of the config on so many goroutines.
func (s *setup) executor(workers int) (tournament.Executor, error) {
	arena, err := engines.NewArena(s.engine, s.terms().Arena)
	return tournament.Local{Arena: arena, Workers: workers}, err
}

// players are who plays the games of a run: those elsewhere, or goroutines.
func (s *setup) players(o Options, run string) (tournament.Executor, error) {
	if o.NewExecutor == nil {
		return s.executor(o.Workers)
	}
	p := ExecutorRequest{Run: run, Game: s.engine}
	if s.programs != nil {
		p.Programs = o.Source
	}
	return o.NewExecutor(p)
}

// problem is what a strategy is to tune.
func (s *setup) problem(opponents []engines.Agent) tuning.Problem {
	return tuning.Problem{
		Space:     s.space,
		ScaleFree: s.engine.Spec().ScaleFree,
		Start:     s.start,
		Seats:     s.seats,
		Symmetric: s.engine.Spec().Symmetric,
		Graded:    s.config.Objective.By == "score",
		Opponents: opponents,
		Shares:    s.config.Objective.Shares,
		Worst:     s.config.Objective.Worst,
		Games:     s.config.Budget.Games,
		Rounds:    s.config.Budget.Rounds,
		Ahead:     s.config.Budget.Ahead,
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
	made := engines.NewPlayer
	_, recruits := engines.As[engines.PlayerFactory](s.engine)
	if _, host := engines.As[engines.ArenaFactory](s.engine); host && !recruits { // it plays its games itself, and knows whom it can seat
		made = func(ctx context.Context, e engines.Engine, a engines.Agent) (engines.Player, error) {
			return e.NewPlayer(ctx, a)
		}
	}
	p, err := made(ctx, s.engine, a)
	if err != nil {
		return err
	}
	return engines.Close(p)
}

// agents makes the agents that a config names, in order. Those that cannot be,
// and names given twice, are noted as mistakes.
func (s *setup) agents(ctx context.Context, list []configs.Agent, path string) []engines.Agent {
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
		s.wrong(fmt.Sprintf("%s[%d]", path, i), err)
		seen[agent.Name] = true
		out = append(out, agent)
	}
	return out
}
