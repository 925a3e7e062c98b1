package cmd

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"

	"github.com/lanista/lanista/cmd/internal/term"
)

type evolveOptions struct {
	runOptions
	generations int
	seeds       *runs.Seeds // nil for the one of the config
}

func newEvolve(a *app, run func(context.Context, evolveOptions) error) *cobra.Command {
	var o evolveOptions
	c := &cobra.Command{
		Use:   "evolve [CONFIG]",
		Short: "Tune weights by playing games",
		Long:  longHelp("evolve"),
		Example: `  lanista evolve risk
  lanista evolve risk-paper --seed 7 --json
  lanista evolve my.yaml --set strategy.population=60
  lanista evolve hare --seeds 1-5
  lanista evolve --resume last`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: a.completer().presets("evolve"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.complete(args, a.configMissing()); err != nil {
				return err
			}
			if err := completeRemote(&o.remote, cmd.Flags(), &o.Workers, o.Store); err != nil {
				return err
			}
			switch generations := cmd.Flags().Changed("generations"); {
			case generations && o.generations < 1:
				return usageErrorf("--generations %d: at least 1 is needed", o.generations)
			case o.seeds != nil && (o.seed != nil || o.Resume != "" || o.dryRun):
				return usageErrorf("--seeds goes with neither --seed nor --resume nor --dry-run")
			case generations:
				o.Set = append(o.Set, fmt.Sprintf("budget.rounds=%d", o.generations))
			}
			return run(cmd.Context(), o)
		},
	}
	o.flags(a, c)
	o.playedFlags(c.Flags())
	c.Flags().IntVar(&o.generations, "generations", 0, "play at most `N` generations (budget.rounds)")
	c.Flags().Var(seedsValue(&o.seeds), "seeds", "repeat the run with each seed of a range such as 1-5 and compare the results")
	return c
}

// seedsValue is a range of seeds that may be absent, nil.
func seedsValue(to **runs.Seeds) pflag.Value {
	return newFlagValue("A-B", func(text string) error {
		seeds, err := runs.ParseSeeds(text)
		if err == nil {
			*to = &seeds
		}
		return err
	}, func() string {
		if *to == nil {
			return ""
		}
		return (*to).String()
	})
}

// evolve runs or resumes one run to its end, or one run for each of several seeds.
func (a *app) evolve(ctx context.Context, o evolveOptions) error {
	if !o.dryRun {
		return a.keeping(ctx, "evolve", "games", &o.runOptions, func(p *term.Progress) error { return a.tune(ctx, p, o) })
	}
	f, err := runs.ForecastTuning(ctx, a.catalog, o.Options)
	if err != nil {
		return err
	}
	return answer(a, f, itself, textWriter.tuneForecast)
}

// tune is evolve with its progress shown.
func (a *app) tune(ctx context.Context, p *term.Progress, o evolveOptions) error {
	if o.seeds != nil {
		return a.tuneSeeds(ctx, p, o)
	}
	_, err := a.catalog.Tune(ctx, o.Options, func(t runs.TuneResult) error {
		p.Finish()
		return answer(a, t, documents.Tuned, textWriter.tuneResult)
	})
	return err
}

// tuneSeeds tunes from several seeds.
func (a *app) tuneSeeds(ctx context.Context, p *term.Progress, o evolveOptions) error {
	all, err := runs.TuneSeeds(ctx, a.catalog, o.Options, *o.seeds, func(t runs.TuneResult) {
		verdict := ""
		if t.Verdict != nil {
			verdict = ", " + t.Verdict.Text
		}
		p.Restart() // what is said next stays
		a.warn("seed %d: run %s%s", t.Seed, t.Run, verdict)
	})
	if err != nil {
		return err
	}
	p.Finish()
	return answer(a, all, documents.NewSeeds, textWriter.repeatedResult)
}
