package cmd

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/configs"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/charts"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/runs"
)

type compareOptions struct {
	options       runs.CompareOptions
	first, second string
	remote        remoteOptions
	output        string
}

func newCompare(a *app, run func(context.Context, compareOptions) error) *cobra.Command {
	var o compareOptions
	c := &cobra.Command{
		Use:   "compare RUN RUN",
		Short: "Compare two runs, side by side and in a match",
		Long: `Shows the differences between the configs of two runs of one game, their weights and
verdicts, and plays a match of their results on fresh deals of the first run's game. Each
plays with the settings of players, such as a depth, of its own run. Two results may beat
the defaults by the same margin and still differ in strength; the match measures the
difference.

'last' is the newest run that is not a tournament. compare starts no programs: for a run
with programs use --games 0, or play a tournament with the agents run:RUN in a config that
has the programs.`,
		Example: `  lanista compare 3f2a last
  lanista compare first second --games 10000 --json
  lanista compare first second --output both.svg`,
		Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := keys.Within(0, configs.MaxVerification).Check("--games", float64(o.options.Games)); err != nil {
				return usageErrorf("%w", err)
			}
			if err := charts.Writable(o.output); o.output != "" && err != nil {
				return usageErrorf("--output %w", err)
			}
			if err := folderExists("output", o.output); err != nil {
				return err
			}
			if err := completeRemote(&o.remote, cmd.Flags(), &o.options.Workers, o.options.Store); err != nil {
				return err
			}
			o.first, o.second = args[0], args[1]
			return run(cmd.Context(), o)
		},
	}
	f := c.Flags()
	f.IntVar(&o.options.Games, "games", 2000, "number `N` of games between the two; 0 means none")
	f.Uint64Var(&o.options.Seed, "seed", 1, "seed `N` of the match")
	f.StringVarP(&o.output, "output", "o", "", "also draw the growth of both results to `FILE`: .svg, .pdf or .png")
	remoteFlags(f, &o.remote, &o.options.Workers)
	storeFlag(f, &o.options.Store)
	a.jsonFlag(c)
	return c
}

func (a *app) compare(ctx context.Context, o compareOptions) error {
	var by runs.Options // receives the executor and the events
	return a.runWithWorkers(ctx, "games", &by, o.remote, func(p *term.Progress) error {
		o.options.NewExecutor, o.options.Events = by.NewExecutor, by.Events
		c, err := runs.Compare(ctx, a.catalog, o.first, o.second, o.options)
		p.Finish()
		if err != nil {
			return err
		}
		if o.output != "" {
			if err := overlay(c, o.output); err != nil {
				return err
			}
		}
		if a.json {
			return a.writeJSON(newCompareDocument(c))
		}
		return printComparison(a.out, c)
	})
}

// overlay draws the strengths of both runs in one chart and writes the chart to a file.
func overlay(c runs.CompareResult, file string) error {
	picture, err := charts.Overlay(c.Runs[:])
	if err != nil {
		return err
	}
	return picture.WriteFile(file)
}

type compareDocument struct {
	Runs        [2]string            `json:"runs" doc:"the ids"`
	Differences []results.Difference `json:"differences" doc:"the keys in which the configs differ"`
	Shares      bool                 `json:"shares" doc:"weights are shares of the sum of absolute values, since only directions matter"`
	Weights     []comparedWeight     `json:"weights" doc:"the weights that both results have"`
	Verdicts    [2]*evidence.Verdict `json:"verdicts" doc:"null if nothing was verified"`
	Same        bool                 `json:"same" doc:"both runs have the same result"`
	Match       *rating.Standing     `json:"match,omitempty" doc:"the first result against the second, by fresh games"`
}

// comparedWeight contains the values of one weight in the results of two runs.
type comparedWeight struct {
	Name   string           `json:"name"`
	Values [2]engines.Value `json:"values"`
}

func newCompareDocument(c runs.CompareResult) compareDocument {
	out := compareDocument{
		Runs: [2]string{c.Runs[0].ID, c.Runs[1].ID}, Differences: append([]results.Difference{}, c.Config...), Shares: c.Shares, Weights: []comparedWeight{},
		Verdicts: [2]*evidence.Verdict{c.Runs[0].Verdict(), c.Runs[1].Verdict()}, Same: c.Same, Match: c.Match,
	}
	for i, w := range c.Space {
		out.Weights = append(out.Weights, comparedWeight{w.Name, [2]engines.Value{w.Value(c.Weights[0][i]), w.Value(c.Weights[1][i])}})
	}
	return out
}

// printComparison prints two runs side by side and the outcome of the match between their
// results.
func printComparison(w *term.Screen, c runs.CompareResult) error {
	first, second := cmp.Or(c.Runs[0].Name, c.Runs[0].ID), cmp.Or(c.Runs[1].Name, c.Runs[1].ID)
	t := w.TableAsTyped("RUN", first, second)
	t.Row("strategy", c.Runs[0].Strategy, c.Runs[1].Strategy)
	t.Row("games", fmt.Sprint(c.Runs[0].Games), fmt.Sprint(c.Runs[1].Games))
	for i, w := range c.Space {
		if w.Kind.Has(engines.Choices) {
			t.Row(w.Name, w.Format(c.Weights[0][i]), w.Format(c.Weights[1][i]))
			continue
		}
		t.Row(w.Name, formatSpread(c.Weights[0][i], c.Shares), formatSpread(c.Weights[1][i], c.Shares))
	}
	strategiesDiffer := c.Runs[0].Strategy != c.Runs[1].Strategy
	left := false
	for _, d := range c.Config {
		own := strings.HasPrefix(d.Key, "strategy.") && (d.Values[0] == "" || d.Values[1] == "")
		switch {
		case d.Key == "strategy.name": // the first row shows it
		case strategiesDiffer && own:
			left = true
		default:
			t.Row(d.Key, term.Dashed(d.Values[0]), term.Dashed(d.Values[1]))
		}
	}
	if err := t.Flush(); err != nil {
		return err
	}
	if left {
		w.Paragraph("(options that only one of the two strategies has are left out; --json has them)")
	}
	w.Println()
	for i, title := range []string{first, second} {
		w.Paragraph("%s: %s", title, verdictText(c.Runs[i].Summary))
	}
	if sketch, err := charts.Sketch(c.Runs[:], chartWidth(w), 12); err == nil { // fails if there is nothing to draw
		w.Printf("\n%s", sketch)
	}
	if c.Same {
		w.Println("\nBoth have the same result.")
	}
	if c.Match != nil {
		m := *c.Match
		m.Agent = second
		w.Println()
		w.Paragraph("%s %s", first, matchLine(m))
	}
	return w.Err()
}

// chartWidth returns the width of a text chart of strength in characters, not counting its axis.
func chartWidth(w *term.Screen) int {
	const widest, axis = 60, 9
	if screen := w.Width(); screen > 0 {
		return max(min(widest, screen-axis), widest/3)
	}
	return widest
}
