package cmd

import (
	"fmt"
	"strconv"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tuning/bench"
)

// benchReport prints the regret of every strategy on the duels.
func (w textWriter) benchReport(r bench.Report) error {
	header := []string{"regret in elo", "games", "mean"}
	for _, c := range r.Strategies[0].Cells {
		header = append(header, fmt.Sprintf("%s %d", c.Problem, c.Dim))
	}
	t := w.Table(header...)
	floor := ""
	for _, s := range r.Strategies {
		medians := []string{s.Strategy, strconv.Itoa(s.Budget), formatRegret(s.GeometricMean)}
		quartiles := []string{"  25-75%", "", ""}
		ratios := []string{"  ratio to the floor", "", ""}
		for _, c := range s.Cells {
			medians = append(medians, formatRegret(c.Median))
			quartiles = append(quartiles, formatRegret(c.Quartiles[0])+"-"+formatRegret(c.Quartiles[2]))
			if c.Floor > 0 {
				ratios = append(ratios, fmt.Sprintf("%.1fx", c.Ratio))
			}
		}
		t.Row(medians...)
		t.Row(quartiles...)
		if len(ratios) == len(medians) {
			t.Row(ratios...)
			floor = " The floor is the least that any method can be expected to reach."
		}
	}
	if err := t.Flush(); err != nil {
		return err
	}
	legend := "quad is a round bowl, ill a long narrow one, multi has many hills"
	w.Printf("\nMedians of %s; the mean is geometric over all duels. %s; the number is that of the weights.%s %.0f s.\n", term.Counted(r.Seeds, "seed"), legend, floor, r.Seconds)
	return w.Err()
}

func formatRegret(v float64) string {
	if v < 10 {
		return fmt.Sprintf("%.1f", v)
	}
	return fmt.Sprintf("%.0f", v)
}

// poolReport prints the results of strategies against a pool of opponents, over a number of
// seeds, and the results within the pool.
func (w textWriter) poolReport(p runs.PoolResult, seeds int) error {
	header := []string{p.Config, "games"}
	for _, name := range p.Opponents {
		header = append(header, "over "+name, "worst")
	}
	header = append(header, "mean", "worst", "least", "worst")
	t := w.Table(header...)
	for _, s := range p.Strategies {
		row := []string{s.Strategy, strconv.Itoa(s.Budget)}
		for _, f := range append(append([]bench.Few{}, s.Against...), s.Mean, s.Least) {
			row = append(row, formatElo(f.Median), formatElo(f.Worst))
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
				row = append(row, formatElo(v))
			}
		}
		t.Row(append(row, fmt.Sprintf("%.0f%%", 100*p.Nash[i]))...)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	w.Print("\nnash is the share in a mixture that no opponent of the pool beats: 100% for the strongest, unless results are intransitive.\n\n")
	return w.Err()
}
