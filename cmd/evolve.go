package cmd

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/cli"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
	"github.com/lanista/lanista/summary"
	"github.com/lanista/lanista/terminal"
)

type evolveOptions struct {
	runOptions
	generations int
	seeds       string
}

func newEvolve(a *app, run func(context.Context, evolveOptions) error) *cobra.Command {
	var o evolveOptions
	c := &cobra.Command{
		Use:   "evolve [CONFIG]",
		Short: "Tune weights by games",
		Long:  longHelp("evolve"),
		Example: `  lanista evolve risk
  lanista evolve risk-paper --seed 7 --json
  lanista evolve my.yaml --set strategy.population=60
  lanista evolve hare --seeds 1-5
  lanista evolve --resume last`,
		Args:              cobra.MaximumNArgs(1),
		ValidArgsFunction: a.words().Presets("evolve"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := o.complete(args, a.configMissing()); err != nil {
				return err
			}
			if err := completeCrew(&o.crew, cmd.Flags(), &o.Workers, o.Store); err != nil {
				return err
			}
			switch generations := cmd.Flags().Changed("generations"); {
			case generations && o.generations < 1:
				return cli.Usagef("--generations %d: at least 1 is needed", o.generations)
			case o.seeds != "" && (o.seed != nil || o.Resume != "" || o.dryRun):
				return cli.Usagef("--seeds goes with neither --seed nor --resume nor --dry-run")
			case generations:
				o.Set = append(o.Set, fmt.Sprintf("budget.rounds=%d", o.generations))
			}
			return run(cmd.Context(), o)
		},
	}
	o.flags(a, c)
	o.playedFlags(c.Flags())
	c.Flags().IntVar(&o.generations, "generations", 0, "generations to play (budget.rounds)")
	c.Flags().StringVar(&o.seeds, "seeds", "", "several runs, one for each seed of a range such as 1-5, and how far they lie apart")
	return c
}

// evolve runs or resumes one run to its end.
func (a *app) evolve(ctx context.Context, o evolveOptions) error {
	switch {
	case o.dryRun:
		f, err := a.catalog.Forecast(ctx, o.Options)
		if err != nil {
			return err
		}
		return answer(a, f, itself, summary.Writer.Forecast)
	case o.seeds != "":
		return a.evolveSeeds(ctx, o)
	}
	return a.playing(ctx, "games", &o.Options, o.crew, func(p *terminal.Progress) error {
		_, err := a.catalog.Tune(ctx, o.Options, func(t runs.Tuned) error {
			p.Finish()
			return answer(a, t, documents.Tuned, summary.Writer.Tuned)
		})
		return a.resumable(err, p, "evolve", o.Options)
	})
}

// evolveSeeds tunes from several seeds.
func (a *app) evolveSeeds(ctx context.Context, o evolveOptions) error {
	seeds, err := runs.ParseSeeds(o.seeds)
	if err != nil {
		return cli.Usagef("--seeds: %w", err)
	}
	return a.playing(ctx, "games", &o.Options, o.crew, func(p *terminal.Progress) error {
		all, err := a.catalog.TuneSeeds(ctx, o.Options, seeds, func(t runs.Tuned) {
			verdict := ""
			if t.Judged != nil {
				verdict = ", " + t.Judged.Text
			}
			p.Restart() // what is said next stays
			a.warn("seed %d: run %s%s", t.Seed, t.Run, verdict)
		})
		if err != nil {
			return a.resumable(err, p, "evolve", o.Options)
		}
		p.Finish()
		return answer(a, all, documents.Repeated, summary.Writer.Repeated)
	})
}
