package summary

import (
	"fmt"
	"strconv"

	"github.com/lanista/lanista/tuning/bench"
)

// Families prints how strategies compare on families of problems.
func (w Writer) Families(r bench.FamilyReport) error {
	header := []string{"regret in elo", "games", "mean", "to the best", "within 10%", "within 50%", "below start"}
	for _, d := range r.Strategies[0].Dims {
		header = append(header, fmt.Sprintf("%d weights", d.Dim))
	}
	t := w.Table(header...)
	for _, s := range r.Strategies {
		row := []string{
			s.Strategy, strconv.Itoa(s.Budget), regret(s.Mean), fmt.Sprintf("%.2fx", s.Ratio), tenths(s.Near), tenths(s.Close), tenths(s.Harmed),
		}
		for _, d := range s.Dims {
			row = append(row, regret(d.Mean))
		}
		t.Row(row...)
		if h := s.HeldOut; h.Ratio > 0 {
			t.Row("  held out", "", "", fmt.Sprintf("%.2fx", h.Ratio), tenths(h.Near), tenths(h.Close))
		}
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for _, s := range r.Strategies {
		behind := s.Behind()
		if len(behind) == 0 {
			continue
		}
		w.Printf("\nWhere %s with %d games is surely more than 10%% behind the best:\n\n", s.Strategy, s.Budget)
		t := w.Table("family", "weights", "median", "best", "of", "ratio", "95%", "start")
		for _, c := range behind {
			t.Row(string(c.Problem), strconv.Itoa(c.Dim), regret(c.Median), regret(c.Best), c.Leader, fmt.Sprintf("%.1fx", c.Ratio),
				fmt.Sprintf("%.1f-%.1f", c.Low, c.High), regret(c.Start))
		}
		if err := t.Flush(); err != nil {
			return err
		}
	}
	w.Printf("\n%d cells (families and weights) a row, medians of %d seeds from %d on; means are geometric, a median counts as 0.3 Elo at least. "+
		"Held out: the best of a cell by half of the seeds, compared on the other half, for in every cell somebody is lucky. %.0f s.\n",
		len(r.Strategies[0].Cells), r.Seeds, r.FirstSeed, r.Seconds)
	return w.Err()
}
