package main

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tools/lab/evidence"
	"github.com/lanista/lanista/tools/lab/problems"
	"github.com/lanista/lanista/tuning/bench"
)

// writer prints reports as text. It stores the first error of the output.
type writer struct {
	out io.Writer
	err error
}

// Printf prints formatted text.
func (w *writer) Printf(format string, args ...any) {
	if _, err := fmt.Fprintf(w.out, format, args...); w.err == nil {
		w.err = err
	}
}

// Table starts a table of aligned columns with a header.
func (w *writer) Table(header ...string) table {
	t := table{w, tabwriter.NewWriter(w.out, 0, 0, 2, ' ', 0)}
	for i, text := range header {
		header[i] = strings.ToUpper(text)
	}
	t.Row(header...)
	return t
}

// table is a table of aligned columns in the output of a writer.
type table struct {
	w    *writer
	tabs *tabwriter.Writer
}

// Row adds a row to the table. Flush stores its error.
func (t table) Row(cells ...string) { fmt.Fprintln(t.tabs, strings.Join(cells, "\t")) }

// Flush prints the table.
func (t table) Flush() {
	if err := t.tabs.Flush(); t.w.err == nil {
		t.w.err = err
	}
}

// wildReport prints the regrets of strategies on generated problems: how much weaker their results
// are than the best weights.
func (w *writer) wildReport(r problems.WildReport) error {
	header := []string{"regret in elo", "games", "median", "75%", "95%", "mean", "to the best", "within 10%", "below start"}
	for _, d := range r.Strategies[0].Dims {
		header = append(header, fmt.Sprintf("%d weights", d.Dim))
	}
	t := w.Table(header...)
	for _, s := range r.Strategies {
		row := []string{
			s.Strategy, strconv.Itoa(s.Budget), bench.FormatRegret(s.Quantiles[0]), bench.FormatRegret(s.Quantiles[1]), bench.FormatRegret(s.Quantiles[2]), bench.FormatRegret(s.Mean),
			fmt.Sprintf("%.2fx", s.Ratio), formatTenths(s.Near), formatTenths(s.Harmed),
		}
		for _, d := range s.Dims {
			row = append(row, bench.FormatRegret(d.Mean))
		}
		t.Row(row...)
	}
	t.Flush()
	for _, s := range r.Strategies {
		w.Printf("\nWhere %s with %d games was worst:\n\n", s.Strategy, s.Budget)
		t := w.Table("seed", "regret", "best", "start", "problem")
		for _, p := range s.Worst {
			t.Row(strconv.FormatUint(p.Seed, 10), bench.FormatRegret(p.Regret), bench.FormatRegret(p.Best), bench.FormatRegret(p.Start), p.Name)
		}
		t.Flush()
	}
	w.Printf("\n%d problems, seeds from %d on; means are geometric, a regret counts as 0.3 Elo at least. %.0f s.\n", r.Seeds, r.FirstSeed, r.Seconds)
	return w.err
}

// valuedReport prints how good the results of strategies are on problems with scores, such as
// functions with noise. It prints the quartiles and the mean of the function values without noise.
func (w *writer) valuedReport(r problems.ValuedReport) error {
	t := w.Table("value", "problem", "weights", "noise", "evaluations", "median", "25%", "75%", "mean")
	for _, s := range r.Rows {
		t.Row(s.Strategy, string(s.Problem), strconv.Itoa(s.Dim), strconv.FormatFloat(s.Noise, 'g', -1, 64), strconv.Itoa(s.Games),
			formatFineElo(s.Quartiles[1]), formatFineElo(s.Quartiles[0]), formatFineElo(s.Quartiles[2]), formatFineElo(s.Mean))
	}
	t.Flush()
	w.Printf("\nValues without noise of the results, %d seeds; the mean is geometric. %.0f s.\n", r.Rows[0].Seeds, r.Seconds)
	return w.err
}

// familyReport prints a comparison of strategies on families of problems.
func (w *writer) familyReport(r problems.FamilyReport) error {
	header := []string{"regret in elo", "games", "mean", "to the best", "within 10%", "within 50%", "below start"}
	for _, d := range r.Strategies[0].Dims {
		header = append(header, fmt.Sprintf("%d weights", d.Dim))
	}
	t := w.Table(header...)
	for _, s := range r.Strategies {
		row := []string{
			s.Strategy, strconv.Itoa(s.Budget), bench.FormatRegret(s.Mean), fmt.Sprintf("%.2fx", s.Ratio), formatTenths(s.Near), formatTenths(s.Close), formatTenths(s.Harmed),
		}
		for _, d := range s.Dims {
			row = append(row, bench.FormatRegret(d.Mean))
		}
		t.Row(row...)
		if h := s.HeldOut; h.Ratio > 0 {
			t.Row("  held out", "", "", fmt.Sprintf("%.2fx", h.Ratio), formatTenths(h.Near), formatTenths(h.Close))
		}
	}
	t.Flush()
	for _, s := range r.Strategies {
		behind := s.Behind()
		if len(behind) == 0 {
			continue
		}
		w.Printf("\nWhere %s with %d games is certainly more than 10%% behind the best:\n\n", s.Strategy, s.Budget)
		t := w.Table("family", "weights", "median", "best", "of", "ratio", "95%", "start")
		for _, c := range behind {
			t.Row(string(c.Problem), strconv.Itoa(c.Dim), bench.FormatRegret(c.Median), bench.FormatRegret(c.Best), c.Leader, fmt.Sprintf("%.1fx", c.Ratio),
				fmt.Sprintf("%.1f-%.1f", c.Low, c.High), bench.FormatRegret(c.Start))
		}
		t.Flush()
	}
	w.Printf("\n%d cells (families and weights) a row, medians of %d seeds from %d on; means are geometric, a median counts as 0.3 Elo at least. "+
		"Held out: the best of a cell by half of the seeds, compared on the other half, because in every cell some strategy is lucky. %.0f s.\n",
		len(r.Strategies[0].Cells), r.Seeds, r.FirstSeed, r.Seconds)
	return w.err
}

// slotsReport prints how much weaker the results of strategies are if several games are played at
// once.
func (w *writer) slotsReport(list []problems.Slotted) error {
	t := w.Table("strategy", "games", "slots", "rounds ahead", "regret in elo", "with one slot", "loss")
	for _, r := range list {
		ahead := strconv.Itoa(r.Ahead)
		if r.Ahead == 0 {
			ahead = "-"
		}
		t.Row(r.Strategy, strconv.Itoa(r.Budget), strconv.Itoa(r.Slots), ahead, bench.FormatRegret(r.Mean), bench.FormatRegret(r.Single), fmt.Sprintf("%+.1f", r.Loss))
	}
	t.Flush()
	w.Printf("\nGeometric means over all duels. A strategy with - learns from a round before it asks for the next: slots wait at its end.\n")
	return w.err
}

// calibration prints how well the errors of weights that strategies report agree with the actual
// errors. It states how often the true best weights lie within the intervals that follow from the
// reported errors.
func (w *writer) calibration(list []bench.Calibration) error {
	t := w.Table("problem", "games", "seeds", "within 1.96 errors", "local maximum within", "not known", "error", "deviation")
	for _, c := range list {
		t.Row(c.Problem, strconv.Itoa(c.Budget), strconv.Itoa(c.Seeds), fmt.Sprintf("%.1f%%", 100*c.Within), formatShare(c.Local), fmt.Sprintf("%.0f%%", 100*c.Unknown),
			fmt.Sprintf("%.4f", c.Error), fmt.Sprintf("%.4f", c.Deviation))
	}
	t.Flush()
	return w.err
}

func formatShare(x rating.Float) string {
	if !x.Known() {
		return "-"
	}
	return fmt.Sprintf("%.1f%%", 100*float64(x))
}

// constantsTable prints how much results change with the constants of the strategies.
func (w *writer) constantsTable(t evidence.Table) error {
	out := w.Table("constant", "value", "half", "once", "twice", "strategy", "experiment", "what it is")
	used := map[string]int{}
	for _, r := range t.Constants {
		used[r.Experiment] = r.Seeds
		out.Row(r.Name, strconv.FormatFloat(r.Value, 'g', -1, 64), formatChange(r.Half, r.HalfError), formatFineElo(r.Once), formatChange(r.Twice, r.TwiceError),
			r.Strategy, r.Experiment, r.Doc)
	}
	out.Flush()
	w.Printf("\nRegret in Elo with half, once and twice the value, the geometric mean over all runs;\n"+
		"± one standard error of its change. Seeds from %d on, of every duel:\n\n", t.FirstSeed)
	list := w.Table("experiment", "seeds", "games", "duels", "")
	for _, x := range t.Experiments {
		if seeds := used[x.Name]; seeds > 0 {
			list.Row(x.Name, strconv.Itoa(seeds), joinList(x.Budgets), joinList(x.Kinds)+" in "+joinList(x.Dims), x.Doc)
		}
	}
	list.Flush()
	return w.err
}

// formatTenths formats a share from 0 to 1 as a percentage with one decimal.
func formatTenths(share float64) string { return fmt.Sprintf("%.1f%%", 100*share) }

// formatChange formats a regret in Elo with its standard error in percent, such as "1.23 ±5%". The
// regret v was measured with a changed value of a constant. deviation is the standard error of the
// natural logarithm of a ratio: v divided by the regret with the usual value.
func formatChange(v, deviation float64) string {
	return fmt.Sprintf("%s ±%.0f%%", formatFineElo(v), 100*math.Expm1(deviation))
}

// formatFineElo formats a number in Elo, or the value of a function, with three significant digits.
func formatFineElo(v float64) string { return fmt.Sprintf("%.3g", v) }

// joinList returns the elements of a list, separated by commas.
func joinList[T any](list []T) string {
	text := make([]string, len(list))
	for i, v := range list {
		text[i] = fmt.Sprint(v)
	}
	return strings.Join(text, ", ")
}

// medians prints the median regret of every strategy on every problem: how much weaker its results
// are than the best weights.
func (w *writer) medians(r bench.Report) error {
	header := []string{"regret in elo", "games", "mean"}
	for _, c := range r.Strategies[0].Cells {
		header = append(header, fmt.Sprintf("%s %d", c.Problem, c.Dim))
	}
	t := w.Table(header...)
	for _, s := range r.Strategies {
		row := []string{s.Strategy, strconv.Itoa(s.Budget), bench.FormatRegret(s.GeometricMean)}
		for _, c := range s.Cells {
			row = append(row, bench.FormatRegret(c.Median))
		}
		t.Row(row...)
	}
	t.Flush()
	w.Printf("\nMedians of %d seeds; the mean is geometric. %.0f s.\n", r.Seeds, r.Seconds)
	return w.err
}
