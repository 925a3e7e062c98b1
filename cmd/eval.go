package cmd

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/engines/show"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
)

type evalOptions struct {
	options  runs.AnalyzeOptions
	settings []string
}

func newEval(a *app, run func(context.Context, evalOptions) error) *cobra.Command {
	var o evalOptions
	c := &cobra.Command{
		Use:   "eval ENGINE POSITION",
		Short: "Evaluate a position: features, value, best move",
		Long: `Shows the features of a position, the value of an agent's search, the best move and the
expected line of play. POSITION is in the game's notation, which 'lanista help notation'
explains, or start.

ENGINE may also be a config file with programs. Use --weights to choose one of them; the
default is the program that the config tunes.`,
		Example: `  lanista eval risk 'A3 B1 A2 / B4 A1 B2 / A2 B5 A6 ; A attack 3'
  lanista eval othello f5d6c3 --set depth=6
  lanista eval minesweeper start --weights level:best
  lanista eval hare '45;26;2;f;29;19;0;f' --json
  lanista eval hare start --set profile=article --count`,
		Args: cobra.ExactArgs(2),
	}
	settingsFlag(c.Flags(), &o.settings)
	c.Flags().StringVar(&o.options.Agent, "weights", "default", "weights of the agent: a `FILE`, run:RUN, champion, default, level:NAME or another agent of the game")
	c.Flags().BoolVar(&o.options.Exact, "exact", false, "solve the position, so that best move and line are exact (if the game has a solver)")
	c.Flags().BoolVar(&o.options.Count, "count", false, "also count the evaluations of the search with and without sorted moves (if the game counts them)")
	c.Flags().StringVarP(&o.options.Picture, "output", "o", "", "also draw the position to `FILE`.png (if the game has pictures)")
	storeFlag(c.Flags(), &o.options.Store)
	a.jsonFlag(c)
	return runsWith(c, &o, run, &o.options.Engine, &o.options.Position)
}

func (a *app) eval(ctx context.Context, o evalOptions) (err error) {
	if o.options.Settings, err = runs.ParseSettings(o.settings); err != nil {
		return err
	}
	o.options.Notify = a.say
	work := "searching"
	if o.options.Exact {
		work = "solving"
	}
	defer a.await(ctx, work)()
	n, err := runs.Analyze(ctx, a.catalog, o.options)
	if err != nil {
		return err
	}
	if a.json {
		return a.writeJSON(documents.NewAnalysis(n))
	}
	return printAnalysis(a.out, n)
}

// printAnalysis prints the analysis of a position: the board, the features, the value for each
// seat, the best move and the expected continuation.
func printAnalysis(w *term.Screen, n runs.AnalyzeResult) error {
	g := n.Game
	w.Drawing(strings.TrimRight(show.Illustrate(n.Engine, g), "\n"))
	if err := printSeatValues(w, n, g.Seats()); err != nil {
		return err
	}
	for _, x := range n.Extra {
		if x.Text != "" {
			w.Printf("\n%s\n", strings.TrimRight(x.Text, "\n"))
		}
	}
	if g.Over() {
		w.Println("\nthe game is over")
		return w.Err()
	}
	w.Println()
	best := ""
	if n.Best != "" { // an evaluation without a search has none
		best = ", best: " + n.Best
	}
	w.Paragraph("seat %d to move%s   (%s, %.3f s)", g.Turn()+1, best, term.Counted(int(n.Nodes), "node"), n.Elapsed.Seconds())
	if len(n.Line) > 1 {
		w.Paragraph("expected: %s", strings.Join(n.Line, " "))
	}
	return w.Err()
}

// printSeatValues prints a table of the position's features and values for each seat. It prints
// nothing if they are unknown, as in a game whose rules an external program implements.
func printSeatValues(w *term.Screen, n runs.AnalyzeResult, seats int) error {
	valued := slices.ContainsFunc(n.Value, func(v *float64) bool { return v != nil })
	if len(n.Features) == 0 && len(n.Static) == 0 && !valued {
		return nil
	}
	w.Println()
	header := []string{"feature"}
	for seat := range seats {
		header = append(header, fmt.Sprintf("seat %d", seat+1))
	}
	t := w.Table(header...)
	for _, f := range n.Features {
		t.Row(append([]string{f.Name}, formatNumbers(f.Values)...)...)
	}
	if len(n.Static) > 0 {
		t.Row(append([]string{"static"}, formatNumbers(n.Static)...)...)
	}
	value := []string{"value"}
	for _, v := range n.Value {
		if v == nil {
			value = append(value, "-")
		} else {
			value = append(value, formatNumber(*v))
		}
	}
	t.Row(value...)
	return t.Flush()
}

func formatNumbers(values []float64) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = formatNumber(v)
	}
	return out
}
