package cmd

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tuning/bench"
)

// benchSeeds reads the seeds of a bench: how many from the first on, a range, or those
// that the hash of a commit names. Both numbers are 0 where nothing is said.
func benchSeeds(text string) (first uint64, n int, err error) {
	if text == "" {
		return 0, 0, nil
	}
	if commit, ok := strings.CutPrefix(text, "commit:"); ok && commit != "" {
		return bench.ReleaseSeed(commit), bench.WildSeeds, nil
	}
	if n, err := strconv.Atoi(text); err == nil && n > 0 {
		return 0, n, nil
	}
	r, err := runs.ParseSeeds(text)
	if err != nil || !strings.Contains(text, "-") || r.First == 0 {
		return 0, 0, usagef("--seeds: %q is neither a number nor a range such as 201-400 nor commit:HASH", text)
	}
	return r.First, int(r.Last-r.First) + 1, nil
}

// printWild prints what strategies left on generated problems.
func (a *app) printWild(r bench.WildReport) error {
	if a.json {
		return a.writeJSON(r)
	}
	header := []string{"regret in elo", "games", "median", "75%", "95%", "mean", "to the best", "within 10%", "below start"}
	for _, d := range r.Strategies[0].Dims {
		header = append(header, fmt.Sprintf("%d weights", d.Dim))
	}
	t := a.out.Table(header...)
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
		fmt.Fprintf(a.out, "\nWhere %s with %d games was worst:\n\n", s.Strategy, s.Budget)
		t := a.out.Table("seed", "regret", "best", "start", "problem")
		for _, w := range s.Worst {
			t.Row(strconv.FormatUint(w.Seed, 10), regret(w.Regret), regret(w.Best), regret(w.Start), w.Name)
		}
		if err := t.Flush(); err != nil {
			return err
		}
	}
	fmt.Fprintf(a.out, "\n%d problems, seeds from %d on; means are geometric, a regret counts as 0.3 Elo at least. %.0f s.\n", r.Seeds, r.FirstSeed, r.Seconds)
	return nil
}

// tenths writes a share in percent, to a tenth.
func tenths(share float64) string { return fmt.Sprintf("%.1f%%", 100*share) }
