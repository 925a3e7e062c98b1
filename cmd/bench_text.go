package cmd

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tuning/bench"
	"github.com/lanista/lanista/tuning/bench/evidence"
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
	switch r.Strategies[0].Cells[0].Problem {
	case bench.Edges[0]:
		legend = "plateau is a hill with a cliff in a plain, judge a sum of choices, fractal rough, rosen a curved ridge, cone a tip"
	case bench.Funnels:
		legend = "funnels are two hills, of which the narrow one is higher"
	}
	w.Printf("\nMedians of %s; the mean is geometric over all duels. %s; the number is that of the weights.%s %.0f s.\n", term.Counted(r.Seeds, "seed"), legend, floor, r.Seconds)
	return w.Err()
}

func formatRegret(v float64) string {
	if v < 10 {
		return fmt.Sprintf("%.1f", v)
	}
	return fmt.Sprintf("%.0f", v)
}

// calibration prints how often the reported errors of weights cover the true values.
func (w textWriter) calibration(list []bench.Calibration) error {
	t := w.Table("problem", "games", "seeds", "within 1.96 errors", "not known", "error", "deviation")
	for _, c := range list {
		t.Row(c.Problem, strconv.Itoa(c.Budget), strconv.Itoa(c.Seeds), fmt.Sprintf("%.1f%%", 100*c.Within), fmt.Sprintf("%.0f%%", 100*c.Unknown),
			fmt.Sprintf("%.4f", c.Error), fmt.Sprintf("%.4f", c.Deviation))
	}
	return t.Flush()
}

// constantsTable prints the evidence for the constants of the strategies.
func (w textWriter) constantsTable(t evidence.Table) error {
	out := w.Table("constant", "value", "half", "once", "twice", "strategy", "experiment", "what it is")
	used := map[string]int{}
	for _, r := range t.Constants {
		used[r.Experiment] = r.Seeds
		out.Row(r.Name, strconv.FormatFloat(r.Value, 'g', -1, 64), formatChange(r.Half, r.HalfError), formatFineElo(r.Once), formatChange(r.Twice, r.TwiceError),
			r.Strategy, r.Experiment, r.Doc)
	}
	if err := out.Flush(); err != nil {
		return err
	}
	w.Printf("\nRegret in Elo with half, once and twice the value, the geometric mean over all runs;\n"+
		"± one standard error of its change. Seeds from %d on, of every duel:\n\n", t.FirstSeed)
	list := w.Table("experiment", "seeds", "games", "duels", "")
	for _, x := range t.Experiments {
		if seeds := used[x.Name]; seeds > 0 {
			list.Row(x.Name, strconv.Itoa(seeds), joinList(x.Budgets), joinList(x.Kinds)+" in "+joinList(x.Dims), x.Doc)
		}
	}
	return list.Flush()
}

// formatChange formats a regret with the error of its change.
func formatChange(v, deviation float64) string {
	return fmt.Sprintf("%s ±%.0f%%", formatFineElo(v), 100*math.Expm1(deviation))
}

// formatFineElo formats a regret in three digits.
func formatFineElo(v float64) string { return fmt.Sprintf("%.3g", v) }

// joinList returns the elements of a list, separated by commas.
func joinList[T any](list []T) string {
	text := make([]string, len(list))
	for i, v := range list {
		text[i] = fmt.Sprint(v)
	}
	return strings.Join(text, ", ")
}

// familyReport prints a comparison of strategies on families of problems.
func (w textWriter) familyReport(r bench.FamilyReport) error {
	header := []string{"regret in elo", "games", "mean", "to the best", "within 10%", "within 50%", "below start"}
	for _, d := range r.Strategies[0].Dims {
		header = append(header, fmt.Sprintf("%d weights", d.Dim))
	}
	t := w.Table(header...)
	for _, s := range r.Strategies {
		row := []string{
			s.Strategy, strconv.Itoa(s.Budget), formatRegret(s.Mean), fmt.Sprintf("%.2fx", s.Ratio), formatTenths(s.Near), formatTenths(s.Close), formatTenths(s.Harmed),
		}
		for _, d := range s.Dims {
			row = append(row, formatRegret(d.Mean))
		}
		t.Row(row...)
		if h := s.HeldOut; h.Ratio > 0 {
			t.Row("  held out", "", "", fmt.Sprintf("%.2fx", h.Ratio), formatTenths(h.Near), formatTenths(h.Close))
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
			t.Row(string(c.Problem), strconv.Itoa(c.Dim), formatRegret(c.Median), formatRegret(c.Best), c.Leader, fmt.Sprintf("%.1fx", c.Ratio),
				fmt.Sprintf("%.1f-%.1f", c.Low, c.High), formatRegret(c.Start))
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
	w.Print("\nnash is the share in a mixture that nobody of the pool beats: all of it the strongest's, unless results go round in a circle.\n\n")
	return w.Err()
}

// slotsReport prints the regret that strategies lose by requesting rounds ahead.
func (w textWriter) slotsReport(list []bench.Slotted) error {
	t := w.Table("strategy", "games", "slots", "rounds ahead", "regret in elo", "with one slot", "loss")
	for _, r := range list {
		ahead := strconv.Itoa(r.Ahead)
		if r.Ahead == 0 {
			ahead = "-"
		}
		t.Row(r.Strategy, strconv.Itoa(r.Budget), strconv.Itoa(r.Slots), ahead, formatRegret(r.Mean), formatRegret(r.Single), fmt.Sprintf("%+.1f", r.Loss))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	w.Print("\nGeometric means over all duels. A strategy with - learns from a round before it asks for the next: slots wait at its end.\n")
	return w.Err()
}

// wildReport prints the regret of strategies on generated problems.
func (w textWriter) wildReport(r bench.WildReport) error {
	header := []string{"regret in elo", "games", "median", "75%", "95%", "mean", "to the best", "within 10%", "below start"}
	for _, d := range r.Strategies[0].Dims {
		header = append(header, fmt.Sprintf("%d weights", d.Dim))
	}
	t := w.Table(header...)
	for _, s := range r.Strategies {
		row := []string{
			s.Strategy, strconv.Itoa(s.Budget), formatRegret(s.Quantiles[0]), formatRegret(s.Quantiles[1]), formatRegret(s.Quantiles[2]), formatRegret(s.Mean),
			fmt.Sprintf("%.2fx", s.Ratio), formatTenths(s.Near), formatTenths(s.Harmed),
		}
		for _, d := range s.Dims {
			row = append(row, formatRegret(d.Mean))
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
			t.Row(strconv.FormatUint(w.Seed, 10), formatRegret(w.Regret), formatRegret(w.Best), formatRegret(w.Start), w.Name)
		}
		if err := t.Flush(); err != nil {
			return err
		}
	}
	w.Printf("\n%d problems, seeds from %d on; means are geometric, a regret counts as 0.3 Elo at least. %.0f s.\n", r.Seeds, r.FirstSeed, r.Seconds)
	return w.Err()
}

// formatTenths formats a share in percent with one decimal.
func formatTenths(share float64) string { return fmt.Sprintf("%.1f%%", 100*share) }
