package summary

import (
	"fmt"
	"strings"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/charts"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/terminal"
)

// Compared shows two runs side by side, and their match.
func (w Writer) Compared(c runs.Compared) error {
	first, second := runTitle(c.Runs[0]), runTitle(c.Runs[1])
	t := w.TableAsTyped("RUN", first, second)
	t.Row("strategy", c.Runs[0].Strategy, c.Runs[1].Strategy)
	t.Row("games", fmt.Sprint(c.Runs[0].Games), fmt.Sprint(c.Runs[1].Games))
	t.Row("verdict", verdictText(c.Runs[0].Summary), verdictText(c.Runs[1].Summary))
	for i, w := range c.Space {
		t.Row(w.Name, spread(c.Weights[0][i], c.Shares), spread(c.Weights[1][i], c.Shares))
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
			t.Row(d.Key, terminal.Dashed(d.Values[0]), terminal.Dashed(d.Values[1]))
		}
	}
	if err := t.Flush(); err != nil {
		return err
	}
	if left {
		w.Println("(options that only one of the two strategies has are left out; --json has them)")
	}
	if sketch, err := charts.Sketch(c.Runs[:], 60, 12); err == nil { // otherwise there is nothing to draw
		w.Printf("\n%s", sketch)
	}
	if c.Same {
		w.Println("\nBoth have the same answer.")
	}
	if c.Match != nil {
		m := *c.Match
		m.Opponent = second
		w.Printf("\n%s %s\n", first, matchLine(m))
	}
	return w.Err()
}

// runTitle is a run's name, or its id.
func runTitle(r results.Record) string {
	if r.Name != "" {
		return r.Name
	}
	return r.ID
}
