package cmd

import (
	"fmt"
	"strings"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/charts"
	"github.com/lanista/lanista/runs"
)

// comparison prints two runs side by side, and the match between their results.
func (w textWriter) comparison(c runs.CompareResult) error {
	first, second := runTitle(c.Runs[0]), runTitle(c.Runs[1])
	t := w.TableAsTyped("RUN", first, second)
	t.Row("strategy", c.Runs[0].Strategy, c.Runs[1].Strategy)
	t.Row("games", fmt.Sprint(c.Runs[0].Games), fmt.Sprint(c.Runs[1].Games))
	for i, w := range c.Space {
		t.Row(w.Name, formatSpread(c.Weights[0][i], c.Shares), formatSpread(c.Weights[1][i], c.Shares))
	}
	otherwise := c.Runs[0].Strategy != c.Runs[1].Strategy
	left := false
	for _, d := range c.Config {
		own := strings.HasPrefix(d.Key, "strategy.") && (d.Values[0] == "" || d.Values[1] == "")
		switch {
		case d.Key == "strategy.name": // it stands above
		case otherwise && own:
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
	if sketch, err := charts.Sketch(c.Runs[:], w.chartWidth(), 12); err == nil { // otherwise there is nothing to draw
		w.Printf("\n%s", sketch)
	}
	if c.Same {
		w.Println("\nBoth have the same answer.")
	}
	if c.Match != nil {
		m := *c.Match
		m.Agent = second
		w.Println()
		w.Paragraph("%s %s", first, matchLine(m))
	}
	return w.Err()
}

// chartWidth returns the width of a text chart of strength without its axis.
func (w textWriter) chartWidth() int {
	const widest, axis = 60, 9
	if screen := w.Width(); screen > 0 {
		return max(min(widest, screen-axis), widest/3)
	}
	return widest
}

// runTitle returns a run's name, or its id if it has none.
func runTitle(r results.Record) string {
	if r.Name != "" {
		return r.Name
	}
	return r.ID
}
