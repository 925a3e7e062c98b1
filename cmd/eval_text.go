package cmd

import (
	"fmt"
	"slices"
	"strings"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/engines/show"
	"github.com/lanista/lanista/runs"
)

// analysis prints a position: its picture, its features, the value for each seat, the best
// move and the expected continuation.
func (w textWriter) analysis(n runs.AnalyzeResult) error {
	g := n.Game
	w.Println(strings.TrimRight(show.Illustrate(n.Engine, g), "\n"))
	if err := w.seatValues(n, g.Seats()); err != nil {
		return err
	}
	for _, x := range n.Extra {
		if x.Text != "" {
			w.Printf("\n%s\n", strings.TrimRight(x.Text, "\n"))
		}
	}
	w.Printf("\nseat %d to move, best: %s   (%s, %.3f s)\n", g.Turn()+1, n.Best, term.Counted(int(n.Nodes), "node"), n.Elapsed.Seconds())
	if len(n.Line) > 1 {
		w.Printf("expected: %s\n", strings.Join(n.Line, " "))
	}
	return w.Err()
}

// seatValues prints a table of features and values for each seat. It prints nothing if the
// position has no values, as in a game whose rules an external program owns.
func (w textWriter) seatValues(n runs.AnalyzeResult, seats int) error {
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
