package summary

import (
	"fmt"
	"strconv"

	"github.com/lanista/lanista/tuning/bench"
)

// Wild prints what strategies left on generated problems.
func (w Writer) Wild(r bench.WildReport) error {
	header := []string{"regret in elo", "games", "median", "75%", "95%", "mean", "to the best", "within 10%", "below start"}
	for _, d := range r.Strategies[0].Dims {
		header = append(header, fmt.Sprintf("%d weights", d.Dim))
	}
	t := w.Table(header...)
	for _, s := range r.Strategies {
		row := []string{
			s.Strategy, strconv.Itoa(s.Budget), regret(s.Quantiles[0]), regret(s.Quantiles[1]), regret(s.Quantiles[2]), regret(s.Mean),
			fmt.Sprintf("%.2fx", s.Ratio), tenths(s.Near), tenths(s.Harmed),
		}
		for _, d := range s.Dims {
			row = append(row, regret(d.Mean))
		}
		t.Row(row...)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for _, s := range r.Strategies {
		w.Printf("\nWhere %s with %d games was worst:\n\n", s.Strategy, s.Budget)
		t := w.Table("seed", "regret", "best", "start", "problem")
		for _, w := range s.Worst {
			t.Row(strconv.FormatUint(w.Seed, 10), regret(w.Regret), regret(w.Best), regret(w.Start), w.Name)
		}
		if err := t.Flush(); err != nil {
			return err
		}
	}
	w.Printf("\n%d problems, seeds from %d on; means are geometric, a regret counts as 0.3 Elo at least. %.0f s.\n", r.Seeds, r.FirstSeed, r.Seconds)
	return w.Err()
}

// tenths writes a share in percent, to a tenth.
func tenths(share float64) string { return fmt.Sprintf("%.1f%%", 100*share) }
