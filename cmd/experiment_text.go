package cmd

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/runs"
)

// printExperimentSize prints the amount of work of an experiment.
func printExperimentSize(w *term.Screen, s runs.ExperimentSize) error {
	strategies := fmt.Sprintf("%d strategies", s.Strategies)
	if s.Strategies == 1 {
		strategies = "1 strategy"
	}
	w.Paragraph("%s: %s, %s, %s, %s: %s, of which %d are finished.", s.Name, strategies, term.Counted(len(s.Budgets), "budget"),
		term.Counted(s.Variants, "variant"), term.Counted(s.Seeds, "seed"), term.Counted(s.Runs, "run"), s.Finished)
	w.Paragraph("At most %s of searches, %d of verifications, and %d of the common match against each opponent.",
		term.Counted(s.Search, "game"), s.Verification, s.Match)
	return w.Err()
}

// printExperiment prints the tables of an experiment.
func printExperiment(w *term.Screen, r runs.ExperimentResult) error {
	measured := "the verifications of the runs"
	if r.MatchGames > 0 {
		measured = fmt.Sprintf("%d games of each result on the same deals", r.MatchGames)
	}
	w.Paragraph("Experiment %s: %s, seeds %s. Elo from %s; means and %s intervals are over the seeds.",
		r.Name, r.Engine.Name, r.Seeds, measured, rating.FormatConfidence(rating.Confidence))
	for _, against := range r.Against {
		if err := printExperimentCells(w, r, against); err != nil {
			return err
		}
		if err := printExperimentComparisons(w, r, against); err != nil {
			return err
		}
	}
	for _, caveat := range r.Caveats {
		w.Println()
		w.Paragraph("Note: %s.", caveat)
	}
	return w.Err()
}

// printExperimentCells prints the strengths against one opponent.
func printExperimentCells(w *term.Screen, r runs.ExperimentResult, against string) error {
	w.Printf("\nStrength above %s\n", against)
	head := []string{"budget", "strategy", "elo", rating.FormatConfidence(rating.Confidence), "worst", "seed", "games", "time"}
	if r.Variants != nil {
		head = append([]string{"variant"}, head...)
	}
	t := w.Table(head...)
	for _, c := range r.Cells {
		if c.Against != against {
			continue
		}
		row := []string{
			strconv.Itoa(c.Budget), c.Strategy, knownElo(c.Rating), knownInterval(c.Interval), knownElo(c.Worst),
			term.Dashed(c.WorstSeed), fmt.Sprintf("%.0f", c.Games), fmt.Sprintf("%.1f s", c.Seconds),
		}
		if r.Variants != nil {
			row = append([]string{c.Variant}, row...)
		}
		t.Row(row...)
	}
	return t.Flush()
}

// printExperimentComparisons prints the differences between strategies against one opponent.
func printExperimentComparisons(w *term.Screen, r runs.ExperimentResult, against string) error {
	if len(r.Strategies) < 2 {
		return nil
	}
	w.Printf("\nDifferences by paired seeds (t-test; adjusted by Holm's method)\n")
	head := []string{"budget", "strategies", "elo", rating.FormatConfidence(rating.Confidence), "p", "adjusted"}
	if r.Variants != nil {
		head = append([]string{"variant"}, head...)
	}
	t := w.Table(head...)
	for _, c := range r.Comparisons {
		if c.Against != against {
			continue
		}
		row := []string{strconv.Itoa(c.Budget), c.First + " - " + c.Second, knownElo(c.Difference), knownInterval(c.Interval), formatP(c.P), formatP(c.Adjusted)}
		if r.Variants != nil {
			row = append([]string{c.Variant}, row...)
		}
		t.Row(row...)
	}
	return t.Flush()
}

// knownElo formats a difference in Elo, "-" if it is unknown.
func knownElo(v rating.Float) string {
	if !v.Known() {
		return "-"
	}
	return formatElo(v)
}

// knownInterval formats an interval in Elo, "-" if it is open.
func knownInterval(i rating.Interval) string {
	if !i.Known() {
		return "-"
	}
	return formatEloInterval(i.Low, i.High)
}

// formatP formats a p-value.
func formatP(p float64) string {
	if p < 0.0005 {
		return "<0.001"
	}
	return fmt.Sprintf("%.3f", p)
}

// experimentCSV returns the table of strengths as CSV. A value that is not known is empty.
func experimentCSV(r runs.ExperimentResult) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	_ = w.Write([]string{"against", "variant", "budget", "strategy", "seeds", "rating", "low", "high", "worst", "worst_seed", "games", "seconds"}) // a buffer has no errors
	number := func(v rating.Float) string {
		if !v.Known() {
			return ""
		}
		return strconv.FormatFloat(float64(v), 'f', 3, 64)
	}
	for _, c := range r.Cells {
		_ = w.Write([]string{
			c.Against, c.Variant, strconv.Itoa(c.Budget), c.Strategy, strconv.Itoa(c.Seeds), number(c.Rating), number(rating.Float(c.Interval.Low)),
			number(rating.Float(c.Interval.High)), number(c.Worst), c.WorstSeed, number(rating.Float(c.Games)), number(rating.Float(c.Seconds)),
		})
	}
	w.Flush()
	return b.Bytes()
}

// latexSpecial are the characters that LaTeX gives a meaning.
var latexSpecial = strings.NewReplacer(`\`, `\textbackslash{}`, `_`, `\_`, `&`, `\&`, `%`, `\%`, `#`, `\#`, `$`, `\$`, `{`, `\{`, `}`, `\}`, `~`, `\textasciitilde{}`, `^`, `\textasciicircum{}`)

// experimentLaTeX returns the tables as LaTeX, two for each opponent: strengths, and differences.
// They need the package booktabs.
func experimentLaTeX(r runs.ExperimentResult) []byte {
	var b bytes.Buffer
	escaped := latexSpecial.Replace
	elo := func(v rating.Float) string {
		if !v.Known() {
			return "--"
		}
		return "$" + formatElo(v) + "$"
	}
	interval := func(i rating.Interval) string {
		if !i.Known() {
			return "--"
		}
		return "$" + formatEloInterval(i.Low, i.High) + "$"
	}
	variant := func(name string) string {
		if r.Variants == nil {
			return ""
		}
		return escaped(name) + " & "
	}
	columns, head := "", ""
	if r.Variants != nil {
		columns, head = "l", "variant & "
	}
	confidence := escaped(rating.FormatConfidence(rating.Confidence))
	fmt.Fprintf(&b, "%% Experiment %s; needs \\usepackage{booktabs}.\n", r.Name)
	for _, against := range r.Against {
		fmt.Fprintf(&b, "%% Elo above %s, means over the seeds %s.\n", against, r.Seeds)
		fmt.Fprintf(&b, "\\begin{tabular}{%srlrrrr}\n\\toprule\n%sbudget & strategy & Elo & %s & worst & games \\\\\n\\midrule\n", columns, head, confidence)
		for _, c := range r.Cells {
			if c.Against == against {
				fmt.Fprintf(&b, "%s%d & %s & %s & %s & %s & %.0f \\\\\n", variant(c.Variant), c.Budget, escaped(c.Strategy), elo(c.Rating), interval(c.Interval), elo(c.Worst), c.Games)
			}
		}
		b.WriteString("\\bottomrule\n\\end{tabular}\n")
		if len(r.Strategies) < 2 {
			continue
		}
		fmt.Fprintf(&b, "%% Differences by paired seeds: paired t-test, p adjusted by Holm's method.\n")
		fmt.Fprintf(&b, "\\begin{tabular}{%srlrrrr}\n\\toprule\n%sbudget & strategies & Elo & %s & $p$ & adjusted \\\\\n\\midrule\n", columns, head, confidence)
		for _, c := range r.Comparisons {
			if c.Against == against {
				fmt.Fprintf(&b, "%s%d & %s -- %s & %s & %s & $%s$ & $%s$ \\\\\n", variant(c.Variant), c.Budget, escaped(c.First), escaped(c.Second), elo(c.Difference), interval(c.Interval), formatP(c.P), formatP(c.Adjusted))
			}
		}
		b.WriteString("\\bottomrule\n\\end{tabular}\n")
	}
	return b.Bytes()
}
