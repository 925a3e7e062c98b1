package cmd

import (
	"context"
	"errors"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
	"github.com/lanista/lanista/summary"
)

type gridOptions struct {
	config         string
	overrides      []string
	etudes         string
	from, to, step float64
	top            int
	exact          bool
	leaveOneOut    bool
	workers        countFlag
	db, name       string
	maxPoints      int64
	dryRun         bool
}

// gridRun is a grid search, or its forecast.
type gridRun struct {
	runs.GridOptions
	dryRun bool
}

func newGrid(a *app, run func(context.Context, gridRun) error) *cobra.Command {
	var o gridOptions
	c := &cobra.Command{
		Use:   "grid CONFIG",
		Short: "Search a weight grid over etudes",
		Long: `Tries every point of a grid of weights on labelled positions (etudes) and
reports how many it judges as they are labelled, which points judge the most, and
the one of them that is farthest from losing a hit.

--exact says how many etudes any weights within the ranges can hit, on the grid or
between its points; leave-one-out says how much of the result is luck.

A grid of more than --max-points points is refused; --dry-run says beforehand how many
there are and how long they take. A search that is interrupted keeps nothing and cannot
be resumed.`,
		Example: `  lanista grid hare-grid
  lanista grid hare-grid --step 0.01 --exact
  lanista grid hare-grid --etudes mine.csv --json`,
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: a.completePresets("grid"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.config = args[0]
			if o.maxPoints < 1 {
				return usagef("--max-points %d: at least 1 is needed", o.maxPoints)
			}
			return run(cmd.Context(), gridRun{o.options(cmd.Flags()), o.dryRun})
		},
	}
	f := c.Flags()
	f.StringVar(&o.etudes, "etudes", "", "a file of etudes, or a set that the game ships")
	f.Float64Var(&o.from, "from", 0, "the smallest value of every weight")
	f.Float64Var(&o.to, "to", 0, "the largest value of every weight")
	f.Float64Var(&o.step, "step", 0, "the step of every weight")
	f.IntVar(&o.top, "top", 0, "optimal points to list")
	f.BoolVar(&o.exact, "exact", false, "also find the most hits that any weights reach")
	f.BoolVar(&o.leaveOneOut, "leave-one-out", false, "also judge every etude by the point chosen without it")
	f.Int64Var(&o.maxPoints, "max-points", runs.DefaultMaxPoints, "the largest grid that is searched")
	f.BoolVar(&o.dryRun, "dry-run", false, "say how many points would be tried and how long it takes, and stop")
	workersFlag(f, &o.workers)
	storeFlag(f, &o.db)
	nameFlag(f, &o.name)
	setFlag(f, &o.overrides)
	a.jsonFlag(c)
	a.runFileFlag(c)
	return c
}

// options turns what was typed into the options of a run.
func (o gridOptions) options(flags *pflag.FlagSet) runs.GridOptions {
	r := runs.GridOptions{
		Options: runs.Options{Config: o.config, Set: o.overrides, Store: o.db, Name: o.name, Workers: int(o.workers)},
		Etudes:  o.etudes, Exact: o.exact, LeaveOneOut: o.leaveOneOut, MaxPoints: o.maxPoints,
	}
	if flags.Changed("from") {
		r.From = &o.from
	}
	if flags.Changed("to") {
		r.To = &o.to
	}
	if flags.Changed("step") {
		r.Step = &o.step
	}
	if flags.Changed("top") {
		r.Top = &o.top
	}
	return r
}

func (a *app) grid(ctx context.Context, o gridRun) error {
	if o.dryRun {
		f, err := a.catalog.ForecastGrid(ctx, o.GridOptions)
		if err != nil {
			return err
		}
		return answer(a, f, itself, summary.Writer.GridForecast)
	}
	p := a.progress("points")
	defer p.Finish()
	o.Events = a.events(p)
	s, err := a.catalog.Grid(ctx, o.GridOptions)
	if errors.Is(err, context.Canceled) {
		p.Finish()
		return &exitError{exitInterrupted, errors.New("interrupted; a grid search keeps nothing until it is finished, and begins anew")}
	}
	if err != nil {
		return err
	}
	p.Finish()
	return answer(a, s, documents.Searched, summary.Writer.Searched)
}
