package cmd

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/grid"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
)

type gridOptions struct {
	options runs.Options
	grid    runs.GridOptions
	dryRun  bool
	typed   []string // the argument CONFIG and the flags that change it except --etudes, for the next step
}

// gridFlags lists the flags, besides --set, that the command recommended after a grid search
// repeats. --etudes is not among them: the recommended command uses another file of etudes
// (labelled positions).
var gridFlags = []string{"from", "to", "step", "top", "exact", "leave-one-out", "max-points"}

func newGrid(a *app, run func(context.Context, gridOptions) error) *cobra.Command {
	var o gridOptions
	var exact, leaveOneOut bool
	c := &cobra.Command{
		Use:   "grid CONFIG",
		Short: "Search a weight grid over labelled positions (etudes)",
		Long:  longHelp("grid"),
		Example: `  lanista grid hare-grid
  lanista grid hare-grid --step 0.01 --exact
  lanista grid hare-grid --etudes mine.csv --json`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.options.Source, o.typed = args[0], newTypedCommand(args, cmd.Flags(), gridFlags...).config
			if o.grid.MaxPoints < 1 {
				return usageErrorf("--max-points: %d is below the minimum 1", o.grid.MaxPoints)
			}
			if cmd.Flags().Changed("exact") {
				o.grid.Exact = &exact
			}
			if cmd.Flags().Changed("leave-one-out") {
				o.grid.LeaveOneOut = &leaveOneOut
			}
			return run(cmd.Context(), o)
		},
	}
	f := c.Flags()
	f.StringVar(&o.grid.Etudes, "etudes", "", "`FILE` of labelled positions, or the name of a set that ships with the game")
	f.Var(optionalValue(&o.grid.From), "from", "smallest `VALUE` of every weight")
	f.Var(optionalValue(&o.grid.To), "to", "largest `VALUE` of every weight")
	f.Var(optionalValue(&o.grid.Step), "step", "distance `VALUE` between neighbouring values of every weight")
	f.Var(optionalValue(&o.grid.Top), "top", "list the `N` best points")
	f.BoolVar(&exact, "exact", false, "also compute the most positions that any weights can have correct")
	f.BoolVar(&leaveOneOut, "leave-one-out", false, "also test every etude with a point chosen without it")
	f.Int64Var(&o.grid.MaxPoints, "max-points", runs.DefaultMaxPoints, "refuse a grid of more than `N` points")
	f.BoolVar(&o.dryRun, "dry-run", false, "print the number of points and the expected time, then exit")
	workersFlag(f, &o.options.Workers)
	f.Lookup("workers").Usage = "how many parts of the grid are searched at once; never changes a result"
	a.storedFlags(c, &o.options)
	return c
}

func (a *app) grid(ctx context.Context, o gridOptions) error {
	if o.dryRun {
		f, err := runs.ForecastGrid(ctx, a.catalog, o.options, o.grid)
		if err != nil {
			return err
		}
		if a.json {
			return a.writeJSON(f)
		}
		return printGridForecast(a.out, f)
	}
	return a.runWithWorkers(ctx, "points", &o.options, remoteOptions{}, func(p *term.Progress) error {
		s, err := a.catalog.Grid(ctx, o.options, o.grid)
		p.Finish()
		switch {
		case errors.Is(err, context.Canceled):
			return errorWithExitCode(exitInterrupted, "interrupted; a grid search stores nothing before it ends; start it again")
		case err != nil:
			return err
		}
		if a.json {
			return a.writeJSON(documents.Searched(s))
		}
		return printGridResult(a.out, a.advice(o.options.Store), o, s)
	})
}

// formatPoints formats a number of points (weight vectors) of a grid, such as "5000 points" or
// "1.25 million points".
func formatPoints(n float64) string {
	if n < 999_500 {
		return fmt.Sprintf("%.0f points", n)
	}
	return fmt.Sprintf("%.3g million points", n/1e6)
}

// printGridForecast prints how many points (weight vectors) a grid search would evaluate.
func printGridForecast(w *term.Screen, f runs.GridForecast) error {
	again := ""
	if f.Visits > f.Points {
		again = fmt.Sprintf(", %d with leave-one-out", f.Visits)
	}
	w.Paragraph("%s: %s on %s%s: %s at %s a second.", f.Engine, term.Counted(int(f.Points), "point"), term.Counted(f.Etudes, "etude"), again, runs.RoughDuration(f.Seconds), formatPoints(f.PerSecond))
	if f.Exact {
		w.Paragraph("The exact search comes on top; its time is not known beforehand.")
	}
	printNotes(w, f.Notes)
	if f.Points > f.MaxPoints {
		w.Paragraph("That is more than --max-points %d allows.", f.MaxPoints)
	}
	return w.Err()
}

// printGridResult prints the best and the chosen points (weight vectors) of a grid search, and the
// etudes (labelled positions) that they miss.
func printGridResult(w *term.Screen, adv advice, o gridOptions, s runs.GridResult) error {
	r := s.Result
	w.Paragraph("Run %s: %s, %s on %s in %.3f s.", s.Record.ID, s.Record.Engine, term.Counted(int(r.Points), "point"), term.Counted(r.Etudes, "labelled position"), s.Elapsed.Seconds())
	w.Paragraph("Best: %d of %d correct, at %s (%s).", r.Best, r.Etudes, term.Counted(int(r.Count), "point"), formatPointShare(r.Count, r.Points))
	w.Paragraph("Chosen: %s, the most robust of the best points (margin %.3f of the ranges).",
		formatWeightList(s.Record.Space, r.Chosen.Weights), r.Chosen.Margin)
	if r.Bound != nil {
		w.Paragraph("%s", exactLine(s.Record.Space, r))
	}
	if o := r.LeaveOneOut; o != nil {
		w.Paragraph("Leave-one-out: %d of %d positions are correct at the point chosen without them.", o.Hits, o.Etudes)
	}
	w.Println()
	if err := printHistogram(w, r); err != nil {
		return err
	}
	w.Println()
	top := 0
	if o.grid.Top != nil {
		top = *o.grid.Top
	}
	evidence := s.Record.Result.Etudes
	if err := printMissed(w, s.Record.Space, evidence, top); err != nil {
		return err
	}
	if len(evidence.Missed) == 0 {
		return nil
	}
	w.Println()
	w.Paragraph("Next: play a position out, or label it otherwise and search again.")
	first := evidence.Missed[0]
	w.Println(fmt.Sprintf("  %s play %s --position '%s'", adv.program, s.Record.Engine, first.Position))
	w.Println(fmt.Sprintf("  %s etudes label %s %d=%d --engine %s --output mine.csv", adv.program, runs.ShellWord(s.Etudes), first.Number, first.Winner%2+1, s.Record.Engine))
	w.Println(fmt.Sprintf("  %s grid %s --etudes mine.csv%s", adv.program, strings.Join(o.typed, " "), adv.store))
	return w.Err()
}

// listedCounts is the largest number of rows in the table of [printHistogram]. Each row states how
// many grid points evaluate the same number of etudes (labelled positions) correctly.
const listedCounts = 20

// formatPointShare formats the fraction n/of of the points of a grid in percent with one decimal. A
// small share is never rounded to 0.0%, and a large one never to 100.0%.
func formatPointShare[T, U ~int | ~int64 | ~uint64](n T, of U) string {
	switch percent := 100 * float64(n) / float64(of); {
	case n > 0 && percent < 0.05:
		return "<0.1%"
	case percent < 100 && percent >= 99.95:
		return ">99.9%"
	default:
		return fmt.Sprintf("%.1f%%", percent)
	}
}

// printHistogram prints, for each number of correctly evaluated etudes (labelled positions), how
// many points (weight vectors) of the grid reach it. If there are many such numbers, it prints the
// largest ones.
func printHistogram(w *term.Screen, r grid.Result) error {
	var rows [][]string
	for hits, n := range r.Histogram {
		if n > 0 {
			rows = append(rows, []string{fmt.Sprint(hits), fmt.Sprint(n), formatPointShare(n, r.Points)})
		}
	}
	if more := len(rows) - listedCounts; more > 0 {
		w.Println(fmt.Sprintf("Only the %d largest values of CORRECT are listed; --json has all.", listedCounts))
		rows = rows[more:]
	}
	t := w.Table("correct", "points", "share")
	for _, row := range rows {
		t.Row(row...)
	}
	return t.Flush()
}

// exactLine returns a sentence about the result of the exact search. This search looks for the
// weights that evaluate the most positions correctly, also between the points of the grid. The
// sentence states whether the grid has equally good weights, or that the search was given up.
func exactLine(space engines.Space, r grid.Result) string {
	switch b := r.Bound; {
	case !b.Proven:
		return fmt.Sprintf("Exact: the search was given up. Weights have %d correct: %s; more may be possible.", b.Hits, formatWeightList(space, b.Weights))
	case b.Hits == r.Best:
		return fmt.Sprintf("Exact: no weights within the ranges have more than %d correct; the grid has it already.", b.Hits)
	default:
		return fmt.Sprintf("Exact: weights that are not on the grid have %d correct: %s.", b.Hits, formatWeightList(space, b.Weights))
	}
}
