package summary

import (
	"fmt"
	"strconv"

	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tuning/bench"
)

// Pool shows how the answers of strategies did against a pool of opponents, from so many
// seeds, and the pool among itself.
func (w Writer) Pool(p runs.Pool, seeds int) error {
	header := []string{p.Config, "games"}
	for _, name := range p.Opponents {
		header = append(header, "over "+name, "worst")
	}
	header = append(header, "mean", "worst", "least", "worst")
	t := w.Table(header...)
	for _, s := range p.Strategies {
		row := []string{s.Strategy, strconv.Itoa(s.Budget)}
		for _, f := range append(append([]bench.Few{}, s.Against...), s.Mean, s.Least) {
			row = append(row, elo(f.Median), elo(f.Worst))
		}
		t.Row(row...)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	w.Printf("\nElo over each of the pool, over their mean and over the hardest of them: the median and the worst of %d seeds, %d games each. The pool:\n\n", seeds, p.Games)
	t = w.Table(append(append([]string{"over"}, p.Opponents...), "nash")...)
	for i, name := range p.Opponents {
		row := []string{name}
		for j, v := range p.Matrix[i] {
			if i == j {
				row = append(row, "-")
			} else {
				row = append(row, elo(v))
			}
		}
		t.Row(append(row, fmt.Sprintf("%.0f%%", 100*p.Nash[i]))...)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	w.Print("\nnash is the share in a mixture that nobody of the pool beats: all of it the strongest's, unless results go round in a circle.\n\n")
	return w.Err()
}
