package cmd

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/tuning"
)

type evolveOptions struct {
	config      string
	overrides   []string
	seed        seedFlag
	workers     countFlag
	generations int
	db, name    string
	resume      string
	dryRun      bool
}

func newEvolve(a *app) *cobra.Command {
	var o evolveOptions
	c := &cobra.Command{
		Use:   "evolve [CONFIG]",
		Short: "Breed weights by tournaments",
		Long: `Breeds weights: plays the agents of a population, or of another strategy,
against each other, learns from the results, and verifies the answer on games
that the search has not seen. CONFIG is a preset's name or a YAML file; 'lanista
help strategies' lists the strategies and their options.

Every finished generation is stored. A run that was stopped goes on with
--resume and ends with the same result as if nothing had happened.`,
		Example: `  lanista evolve risk
  lanista evolve risk-paper --seed 7 --json
  lanista evolve my.yaml --set strategy.population=60
  lanista evolve --resume last`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: a.completePresets,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				o.config = args[0]
			}
			if o.config == "" && o.resume == "" {
				return usagef("a CONFIG is needed: a preset's name or a YAML file\nSee 'lanista presets'")
			}
			if o.resume != "" && o.name != "" {
				return errRenamed
			}
			if cmd.Flags().Changed("generations") {
				if o.generations < 1 {
					return usagef("--generations %d: at least 1 is needed", o.generations)
				}
				o.overrides = append(o.overrides, fmt.Sprintf("budget.rounds=%d", o.generations))
			}
			if o.seed.set {
				o.overrides = append(o.overrides, "seed="+o.seed.String())
			}
			return a.evolve(cmd.Context(), o)
		},
	}
	f := c.Flags()
	f.Var(&o.seed, "seed", "the run's seed; the result is a function of config and seed alone")
	workersFlag(f, &o.workers)
	f.IntVar(&o.generations, "generations", 0, "generations to play (budget.rounds)")
	storeFlag(f, &o.db)
	nameFlag(f, &o.name)
	f.StringVar(&o.resume, "resume", "", "go on with a stored run: its id, a unique beginning of it, or last")
	f.BoolVar(&o.dryRun, "dry-run", false, "say what would be played and what it can resolve, and stop")
	setFlag(f, &o.overrides)
	a.jsonFlag(c)
	return c
}

// evolve runs or resumes one run to its end.
func (a *app) evolve(ctx context.Context, o evolveOptions) error {
	var s *search
	var err error
	if o.config != "" { // its mistakes come first: they leave no store behind
		if s, err = a.typed(ctx, o); err != nil {
			return err
		}
		if o.dryRun {
			return a.dryRun(ctx, s, int(o.workers))
		}
	}
	store, err := results.Open(o.db)
	if err != nil {
		return err
	}
	defer func() { _ = store.Close() }()
	if s == nil {
		if s, err = a.stored(ctx, store, o); err != nil {
			return err
		}
	}
	e := &evolution{app: a, search: s, store: store, workers: int(o.workers), started: time.Now()}
	if e.run, e.point, err = begin(ctx, store, s, o); err != nil {
		return err
	}
	defer func() { _ = e.run.Close() }()
	if e.point.Snapshot != nil {
		if err := s.strategy.Restore(e.point.Snapshot); err != nil {
			return fmt.Errorf("run %s: %w", e.run.ID(), err)
		}
	}
	if err := e.play(ctx); err != nil {
		return e.interrupted(err, o.db)
	}
	// Finished is what has been reported: a kill in between leaves a run that
	// can be resumed and reports again.
	return errors.Join(e.report(ctx), e.run.Finish(context.WithoutCancel(ctx), e.answer()))
}

// typed makes the search of the config that was typed.
func (a *app) typed(ctx context.Context, o evolveOptions) (*search, error) {
	s, err := a.load(o.config, o.overrides)
	if err != nil {
		return nil, err
	}
	if len(s.config.Agents) > 0 && s.config.Strategy.IsZero() {
		return nil, usage(s.doc.Locate("agents", errors.New("this is the config of a tournament; play it with 'lanista tournament'")))
	}
	return a.newSearch(ctx, s, o.db)
}

// stored makes the search of the config of the run to resume.
func (a *app) stored(ctx context.Context, store *results.Store, o evolveOptions) (*search, error) {
	s, err := a.reload(ctx, store, results.Evolve, o.resume, o.overrides)
	if err != nil {
		return nil, err
	}
	return a.newSearch(ctx, s, o.db)
}

// begin opens a new run in the store, or the one to resume.
func begin(ctx context.Context, store *results.Store, s *search, o evolveOptions) (*results.Run, results.Point, error) {
	config, err := s.resolved()
	if err != nil {
		return nil, results.Point{}, err
	}
	if o.resume != "" {
		if o.config == "" && len(o.overrides) == 0 {
			config = "" // it is the run's own
		}
		run, point, err := store.Resume(ctx, o.resume, config)
		if errors.Is(err, results.ErrOtherConfig) {
			err = usage(err)
		}
		return run, point, err
	}
	run, err := store.Begin(ctx, results.Info{
		Kind: results.Evolve, Name: o.name, Engine: s.engine.Spec().Name, Strategy: s.name,
		Config: config, Seed: s.config.Seed, Version: buildInfo().Version,
		Space: s.space, ScaleFree: s.engine.Spec().ScaleFree,
	})
	return run, results.Point{}, err
}

// evolution is one run being played.
type evolution struct {
	*app
	*search
	store    *results.Store
	run      *results.Run
	point    results.Point
	workers  int
	started  time.Time
	verdict  tuning.Verdict
	games    int
	warned   bool // of forfeits
	progress *progress
}

// play plays the rounds that are left, then the verification.
func (e *evolution) play(ctx context.Context) error {
	if e.point.Round > 0 {
		e.warn("resuming run %s after generation %d", e.run.ID(), e.point.Round)
	}
	e.warnVersion(e.run.Info().Version)
	e.warnSingleOpponent()
	e.warnUnverified()
	e.games = e.played(e.point.Games)
	planned := e.planned()
	if planned > 0 {
		planned += e.config.Verification.Games
	}
	e.progress = e.newProgress(int64(planned), "games")
	defer e.progress.finish()
	budget := tuning.Budget{Rounds: e.config.Budget.Rounds, Games: e.problem.Games}
	if e.config.Budget.Time > 0 {
		budget.Time = max(time.Nanosecond, e.config.Budget.Time-e.point.Elapsed)
	}
	arena, err := e.arena()
	if err != nil {
		return err
	}
	rounds := tuning.Run(ctx, e.strategy, arena, tuning.Options{
		Workers: e.workers, Budget: budget, Round: e.point.Round, Games: e.point.Games, Events: tuning.Events{Progress: e.observe},
	})
	for round, err := range rounds {
		if err != nil {
			return err
		}
		var members []tuning.Member
		if p, ok := e.strategy.(tuning.Populated); ok {
			members = p.Population()
		}
		// A finished generation is saved even if a signal has just arrived.
		if err := e.run.SaveRound(context.WithoutCancel(ctx), round, members); err != nil {
			return err
		}
		e.warnForfeits(round)
		e.games = e.played(round.Total)
		games := e.played(round.Games)
		e.progress.step("generation %d: %d games, best %.3f, %.0f games/s",
			round.Number, games, round.Best.Fitness, float64(games)/round.Elapsed.Seconds())
	}
	return e.verify(ctx)
}

func (e *evolution) observe(p tuning.Progress) {
	e.progress.describe("generation %d, best %.3f", p.Round, p.Best.Fitness)
	e.progress.at(int64(e.played(int(p.Done))))
}

// interrupted turns the end of a context into the line that says how to go on.
func (e *evolution) interrupted(err error, db string) error {
	if !errors.Is(err, context.Canceled) {
		return err
	}
	e.progress.finish()
	return &exitError{exitInterrupted, fmt.Errorf("interrupted; what is finished is safe, go on with: lanista evolve --resume %s%s", e.run.ID(), fromStore(db))}
}
