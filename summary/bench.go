package summary

import (
	"fmt"
	"strconv"

	"github.com/lanista/lanista/terminal"
	"github.com/lanista/lanista/tuning/bench"
)

// Bench shows how far from the optimum of the duels the strategies ended.
func (w Writer) Bench(r bench.Report) error {
	header := []string{"regret in elo", "games", "mean"}
	for _, c := range r.Strategies[0].Cells {
		header = append(header, fmt.Sprintf("%s %d", c.Problem, c.Dim))
	}
	t := w.Table(header...)
	floor := ""
	for _, s := range r.Strategies {
		medians := []string{s.Strategy, strconv.Itoa(s.Budget), regret(s.GeometricMean)}
		quartiles := []string{"  25-75%", "", ""}
		ratios := []string{"  ratio to the floor", "", ""}
		for _, c := range s.Cells {
			medians = append(medians, regret(c.Median))
			quartiles = append(quartiles, regret(c.Quartiles[0])+"-"+regret(c.Quartiles[2]))
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
	switch r.Strategies[0].Cells[0].Problem {
	case bench.Edges[0]:
		legend = "plateau is a hill with a cliff in a plain, judge a sum of choices, fractal rough, rosen a curved ridge, cone a tip"
	case bench.Funnels:
		legend = "funnels are two hills, of which the narrow one is higher"
	}
	w.Printf("\nMedians of %s; the mean is geometric over all duels. %s; the number is that of the weights.%s %.0f s.\n", terminal.Counted(r.Seeds, "seed"), legend, floor, r.Seconds)
	return w.Err()
}

func regret(v float64) string {
	if v < 10 {
		return fmt.Sprintf("%.1f", v)
	}
	return fmt.Sprintf("%.0f", v)
}
