package cmd

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
)

type evalOptions struct {
	engine, position string
	settings         []string
	weights          string
	exact            bool
	output           string
	db               string
}

func newEval(a *app, run func(context.Context, evalOptions) error) *cobra.Command {
	var o evalOptions
	c := &cobra.Command{
		Use:   "eval ENGINE POSITION",
		Short: "Show what an agent thinks of a position",
		Long: `Shows the features of a position, what an agent's search finds it worth, its best move and
the play that it expects. The position is in the game's notation, which 'lanista help
notation' explains, or start.

ENGINE may also be the file of a config with programs: --weights then names one of
them, and is the program that is tuned where it is left out.`,
		Example: `  lanista eval risk 'A3 B1 A2 / B4 A1 B2 / A2 B5 A6 ; A attack 3'
  lanista eval othello f5d6c3 --set depth=6
  lanista eval minesweeper start --weights level:best
  lanista eval hare '45;26;2;f;29;19;0;f' --json`,
		Args:              cobra.ExactArgs(2),
		ValidArgsFunction: a.completeEngines,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.engine, o.position = args[0], args[1]
			return run(cmd.Context(), o)
		},
	}
	c.Flags().StringArrayVar(&o.settings, "set", nil, "a setting of the engine, as name=value (repeatable)")
	c.Flags().StringVar(&o.weights, "weights", "default", "a weights file, run:RUN, champion, default, level:NAME or another agent that the game ships")
	c.Flags().BoolVar(&o.exact, "exact", false, "solve the position, where the game can be solved")
	c.Flags().StringVar(&o.output, "output", "", "also draw the position as a picture, FILE.png")
	storeFlag(c.Flags(), &o.db)
	a.jsonFlag(c)
	return c
}

func (a *app) eval(ctx context.Context, o evalOptions) error {
	settings, err := runs.ParseSettings(o.settings)
	if err != nil {
		return err
	}
	if o.exact {
		if err := a.warnOfSolving(o, settings); err != nil {
			return err
		}
		defer a.await(ctx, "solving")()
	}
	n, err := a.catalog.Analyze(ctx, runs.AnalyzeOptions{
		Engine: o.engine, Position: o.position, Settings: settings, Agent: o.weights, Store: o.db, Exact: o.exact,
	})
	if err != nil {
		return err
	}
	if o.output != "" {
		if err := paint(n.Engine, n.Game, o.output); err != nil {
			return err
		}
	}
	if a.json {
		return a.writeJSON(documents.Analyzed(n))
	}
	return a.printEval(n)
}

// warnOfSolving says how long the exact answer may take, where the game knows.
func (a *app) warnOfSolving(o evalOptions, settings engines.Settings) error {
	if runs.IsConfig(o.engine) {
		return nil // nothing is known of the time that a program takes
	}
	e, err := a.catalog.Engine(o.engine, settings)
	if err != nil {
		return err
	}
	f, ok := e.(engines.SolveForecaster)
	if !ok {
		return nil
	}
	g, err := runs.Position(e, o.position)
	if err != nil {
		return err
	}
	if text := f.SolvingTakes(g); text != "" {
		a.warn("%s", text)
	}
	return nil
}

func (a *app) printEval(n runs.Analyzed) error {
	g := n.Game
	fmt.Fprintln(a.out, strings.TrimRight(engines.Illustrate(n.Engine, g), "\n")+"\n")
	header := []string{"feature"}
	for seat := range g.Seats() {
		header = append(header, fmt.Sprintf("seat %d", seat+1))
	}
	t := a.out.Table(header...)
	for _, f := range n.Features {
		t.Row(append([]string{f.Name}, numbers(f.Values)...)...)
	}
	t.Row(append([]string{"static"}, numbers(n.Static)...)...)
	value := []string{"value"}
	for _, v := range n.Value {
		if v == nil {
			value = append(value, "-")
		} else {
			value = append(value, number(*v))
		}
	}
	t.Row(value...)
	if err := t.Flush(); err != nil {
		return err
	}
	for _, x := range n.Extra {
		if x.Text != "" {
			fmt.Fprintf(a.out, "\n%s\n", strings.TrimRight(x.Text, "\n"))
		}
	}
	fmt.Fprintf(a.out, "\nseat %d to move, best: %s   (%d nodes, %.3f s)\n", g.Turn()+1, n.Best, n.Nodes, n.Elapsed.Seconds())
	if len(n.Line) > 1 {
		fmt.Fprintf(a.out, "expected: %s\n", strings.Join(n.Line, " "))
	}
	return nil
}

func numbers(values []float64) []string {
	out := make([]string, len(values))
	for i, v := range values {
		out[i] = number(v)
	}
	return out
}

// number writes a value as short as it can be read; the values of decided games
// lie far beyond all others.
func number(v float64) string {
	switch {
	case v > 1e300:
		return "won"
	case v < -1e300:
		return "lost"
	}
	return fmt.Sprintf("%.6g", v)
}
