package cmd

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
	"github.com/lanista/lanista/summary"
	"github.com/lanista/lanista/terminal"
)

type gridOptions struct {
	runs.GridOptions
	dryRun bool
}

func newGrid(a *app, run func(context.Context, gridOptions) error) *cobra.Command {
	var o gridOptions
	c := &cobra.Command{
		Use:   "grid CONFIG",
		Short: "Search a weight grid over labelled positions (etudes)",
		Long:  longHelp("grid"),
		Example: `  lanista grid hare-grid
  lanista grid hare-grid --step 0.01 --exact
  lanista grid hare-grid --etudes mine.csv --json`,
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: a.completer().presets("grid"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.Config = args[0]
			if o.MaxPoints < 1 {
				return usageErrorf("--max-points %d: at least 1 is needed", o.MaxPoints)
			}
			return run(cmd.Context(), o)
		},
	}
	f := c.Flags()
	f.StringVar(&o.Etudes, "etudes", "", "`FILE` of labelled positions, or the name of a set of the game")
	f.Var(optionalValue(&o.From), "from", "smallest `VALUE` of every weight")
	f.Var(optionalValue(&o.To), "to", "largest `VALUE` of every weight")
	f.Var(optionalValue(&o.Step), "step", "distance `VALUE` between two values of every weight")
	f.Var(optionalValue(&o.Top), "top", "list the `N` best points")
	f.BoolVar(&o.Exact, "exact", false, "also find the most positions that any weights can get right")
	f.BoolVar(&o.LeaveOneOut, "leave-one-out", false, "also test every etude with the point chosen without it")
	f.Int64Var(&o.MaxPoints, "max-points", runs.DefaultMaxPoints, "refuse a grid of more than `N` points")
	f.BoolVar(&o.dryRun, "dry-run", false, "say how many points would be tried and how long it takes, and stop")
	workersFlag(f, &o.Workers)
	f.Lookup("workers").Usage = "how many parts of the grid are searched at once; never changes a result"
	a.keptFlags(c, &o.Options)
	return c
}

func (a *app) grid(ctx context.Context, o gridOptions) error {
	if o.dryRun {
		f, err := a.catalog.ForecastGrid(ctx, o.GridOptions)
		if err != nil {
			return err
		}
		return answer(a, f, itself, summary.Writer.GridForecast)
	}
	return a.playing(ctx, "points", &o.Options, remoteOptions{}, func(p *terminal.Progress) error {
		s, err := a.catalog.Grid(ctx, o.GridOptions)
		p.Finish()
		switch {
		case errors.Is(err, context.Canceled):
			return errorWithExitCode(exitInterrupted, "interrupted; a grid search keeps nothing until it is finished, and begins anew")
		case err != nil:
			return err
		}
		return answer(a, s, documents.Searched, summary.Writer.Searched)
	})
}
