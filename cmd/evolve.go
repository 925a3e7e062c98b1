package cmd

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
	"github.com/lanista/lanista/summary"
	"github.com/lanista/lanista/terminal"
)

type evolveOptions struct {
	config      string
	overrides   []string
	seed        seedFlag
	workers     countFlag
	generations int
	db, name    string
	resume      string
	seeds       string
	dryRun      bool
	games       string
	force       bool
	programs    programOptions
	crew        crewOptions
}

func newEvolve(a *app, run func(context.Context, evolveOptions) error) *cobra.Command {
	var o evolveOptions
	c := &cobra.Command{
		Use:   "evolve [CONFIG]",
		Short: "Tune weights by games",
		Long: `Tunes weights: plays the agents of a population, or of another strategy,
against each other, learns from the results, and verifies the answer on games
that the search has not seen. CONFIG is a preset's name or a YAML file; 'lanista
help strategies' lists the strategies and their options.

Every finished round is stored. A run that was stopped goes on with
--resume and ends with the same result as if nothing had happened. A run that is
finished goes on with --resume and a larger budget, --set budget.games=N.

Where many games are played at once, --set budget.ahead=N lets the strategy ask for
N rounds beyond the next before it has learned from it; enough rounds hold a game
for every slot. It is part of the result: see 'lanista bench --slots'.`,
		Example: `  lanista evolve risk
  lanista evolve risk-paper --seed 7 --json
  lanista evolve my.yaml --set strategy.population=60
  lanista evolve hare --seeds 1-5
  lanista evolve --resume last`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: a.completePresets("evolve"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				o.config = args[0]
			}
			if o.config == "" && o.resume == "" {
				return usagef("a CONFIG is needed: a preset's name or a YAML file\nSee '%s presets'", a.name)
			}
			if err := o.crew.complete(cmd.Flags(), &o.workers, o.db); err != nil {
				return err
			}
			if err := o.complete(cmd.Flags().Changed("generations")); err != nil {
				return err
			}
			return run(cmd.Context(), o)
		},
	}
	f := c.Flags()
	f.Var(&o.seed, "seed", "the run's seed; the result is a function of config and seed alone")
	crewFlags(f, &o.crew, &o.workers)
	f.IntVar(&o.generations, "generations", 0, "generations to play (budget.rounds)")
	storeFlag(f, &o.db)
	nameFlag(f, &o.name)
	f.StringVar(&o.seeds, "seeds", "", "several runs, one for each seed of a range such as 1-5, and how far they lie apart")
	f.StringVar(&o.resume, "resume", "", "resume a stored run: its id, a unique beginning of it, or last")
	f.BoolVar(&o.dryRun, "dry-run", false, "say what would be played and what it can resolve, and stop")
	gamesFlag(f, &o.games)
	forceFlag(f, &o.force)
	setFlag(f, &o.overrides)
	programFlags(f, &o.programs)
	a.jsonFlag(c)
	a.runFileFlag(c)
	return c
}

// complete checks what was typed and turns flags that stand for keys of the config
// into overrides.
func (o *evolveOptions) complete(generations bool) error {
	switch {
	case o.resume != "" && o.name != "":
		return errRenamed
	case generations && o.generations < 1:
		return usagef("--generations %d: at least 1 is needed", o.generations)
	case o.seeds != "" && (o.seed.set || o.resume != "" || o.dryRun):
		return usagef("--seeds goes with neither --seed nor --resume nor --dry-run")
	}
	if generations {
		o.overrides = append(o.overrides, fmt.Sprintf("budget.rounds=%d", o.generations))
	}
	if o.seed.set {
		o.overrides = append(o.overrides, "seed="+o.seed.String())
	}
	return nil
}

func (o evolveOptions) options() runs.Options {
	return runs.Options{
		Config: o.config, Set: o.overrides, Resume: o.resume, Name: o.name, Store: o.db, Workers: int(o.workers), Force: o.force,
		Trace: o.programs.trace, ChangedPrograms: o.programs.changed,
		Games: o.games,
	}
}

// evolve runs or resumes one run to its end.
func (a *app) evolve(ctx context.Context, o evolveOptions) error {
	if o.dryRun {
		f, err := a.catalog.Forecast(ctx, o.options())
		if err != nil {
			return err
		}
		return answer(a, f, itself, summary.Writer.Forecast)
	}
	if o.seeds != "" {
		return a.evolveSeeds(ctx, o)
	}
	p := a.progress("games")
	defer p.Finish()
	options := o.options()
	options.Events = a.events(p)
	crew, err := a.hire(ctx, o.crew, p)
	if err != nil {
		return err
	}
	defer crew.close()
	options.Elsewhere = crew.players()
	_, err = a.catalog.Tune(ctx, options, func(t runs.Tuned) error {
		p.Finish()
		return answer(a, t, documents.Tuned, summary.Writer.Tuned)
	})
	return a.resumable(err, p, "evolve", o.config, o.db)
}

// resumable turns the interruption of a run into the line that says how to go
// on.
func (a *app) resumable(err error, p *terminal.Progress, verb, config, db string) error {
	var broken *runs.StoppedError
	if errors.As(err, &broken) {
		p.Finish()
		return fmt.Errorf("%w\n  see: %s runs %s --failures%s; go on: %s %s %s--resume %s%s", broken,
			a.name, broken.Run, fromStore(db), a.name, verb, followed(config), broken.Run, fromStore(db))
	}
	var stopped *runs.InterruptedError
	if !errors.As(err, &stopped) {
		if errors.Is(err, context.Canceled) {
			p.Finish()
			return &exitError{exitInterrupted, errors.New("interrupted; nothing had been played yet that could be saved")}
		}
		return err
	}
	p.Finish()
	if !stopped.Programs {
		config = ""
	}
	return &exitError{exitInterrupted, fmt.Errorf("interrupted; what is finished is saved. Resume with: %s %s %s--resume %s%s", a.name, verb, followed(config), stopped.Run, fromStore(db))}
}

// followed is a word of a command line with a blank after it, if there is one.
func followed(word string) string {
	if word == "" {
		return ""
	}
	return word + " "
}
