package cmd

import (
	"bytes"
	"fmt"
	"strings"
	"unicode"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/runs"
)

// experimentLaTeX returns the tables of an experiment as LaTeX. The first table contains regrets,
// if they are known. For each opponent, a table of strengths follows and, if there are several
// strategies, a table of the differences between them. If the games count points, the same two
// tables follow for the scores. The tables require the LaTeX package booktabs.
func experimentLaTeX(r runs.ExperimentResult) []byte {
	var b bytes.Buffer
	escaped := escapeLaTeX
	elo := func(v rating.Float) string {
		if !v.Known() {
			return "--"
		}
		return "$" + rating.FormatElo(v) + "$"
	}
	interval := func(i rating.Interval) string {
		if !i.Known() {
			return "--"
		}
		return "$" + i.FormatElo() + "$"
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
	fmt.Fprintf(&b, "%% Experiment %s; needs \\usepackage{booktabs}.\n", inOneLine(r.Name))
	writeRegretLaTeX(&b, r)
	for _, against := range r.Against {
		fmt.Fprintf(&b, "%% Elo above %s, means over the seeds %s.\n", inOneLine(against), r.Seeds)
		fmt.Fprintf(&b, "\\begin{tabular}{%srlrrrr}\n\\toprule\n%sbudget & strategy & Elo & %s & worst & games \\\\\n\\midrule\n", columns, head, confidence)
		for _, c := range r.Cells {
			if c.Against == against {
				fmt.Fprintf(&b, "%s%d & %s & %s & %s & %s & %.0f \\\\\n", variant(c.Variant), c.Budget, escaped(c.Strategy), elo(c.Rating), interval(c.Interval), elo(c.Worst), c.Games)
			}
		}
		b.WriteString("\\bottomrule\n\\end{tabular}\n")
		if len(r.Strategies) >= 2 {
			fmt.Fprintf(&b, "%% Differences by paired seeds: paired t-test, p adjusted by Holm's method.\n")
			fmt.Fprintf(&b, "\\begin{tabular}{%srlrrrr}\n\\toprule\n%sbudget & strategies & Elo & %s & $p$ & adjusted \\\\\n\\midrule\n", columns, head, confidence)
			for _, c := range r.Comparisons {
				if c.Against == against {
					fmt.Fprintf(&b, "%s%d & %s -- %s & %s & %s & $%s$ & $%s$ \\\\\n", variant(c.Variant), c.Budget, escaped(c.First), escaped(c.Second), elo(c.Difference), interval(c.Interval), evidence.PValue(c.P), evidence.PValue(c.Adjusted))
				}
			}
			b.WriteString("\\bottomrule\n\\end{tabular}\n")
		}
		cells, comparisons := scoresAgainst(r, against)
		if len(cells) == 0 {
			continue
		}
		fmt.Fprintf(&b, "%% Mean score of a game above %s on the same deals, means over the seeds %s.\n", inOneLine(against), r.Seeds)
		fmt.Fprintf(&b, "\\begin{tabular}{%srlrrrr}\n\\toprule\n%sbudget & strategy & above & %s & worst & mean score \\\\\n\\midrule\n", columns, head, confidence)
		for _, c := range cells {
			fmt.Fprintf(&b, "%s%d & %s & %s & %s & %s & %s \\\\\n", variant(c.Variant), c.Budget, escaped(c.Strategy), inMath(signedPoints(c.Score.Difference)), inMath(knownPoints(c.Score.Interval)), inMath(signedPoints(c.Score.Worst)), inMath(points(c.Score.Mean)))
		}
		b.WriteString("\\bottomrule\n\\end{tabular}\n")
		if len(comparisons) == 0 {
			continue
		}
		fmt.Fprintf(&b, "%% Differences of the mean scores by paired seeds: paired t-test, p adjusted by Holm's method.\n")
		fmt.Fprintf(&b, "\\begin{tabular}{%srlrrrr}\n\\toprule\n%sbudget & strategies & score & %s & $p$ & adjusted \\\\\n\\midrule\n", columns, head, confidence)
		for _, c := range comparisons {
			fmt.Fprintf(&b, "%s%d & %s -- %s & %s & %s & $%s$ & $%s$ \\\\\n", variant(c.Variant), c.Budget, escaped(c.First), escaped(c.Second), inMath(signedPoints(c.Score.Difference)), inMath(knownPoints(c.Score.Interval)), evidence.PValue(c.Score.P), evidence.PValue(c.Score.Adjusted))
		}
		b.WriteString("\\bottomrule\n\\end{tabular}\n")
	}
	return b.Bytes()
}

// writeRegretLaTeX writes the table of regrets (distances from the best weights) as LaTeX. It
// writes nothing for an experiment without them.
func writeRegretLaTeX(b *bytes.Buffer, r runs.ExperimentResult) {
	if r.Regrets == nil {
		return
	}
	head, rows, note := regretTable(r)
	fmt.Fprintf(b, "%% Regret in Elo: medians over the seeds %s%s.\n", r.Seeds, note)
	fmt.Fprintf(b, "\\begin{tabular}{rl%s}\n\\toprule\n", strings.Repeat("r", len(head)-2))
	for i, row := range append([][]string{head}, rows...) {
		for k, text := range row {
			row[k] = escapeLaTeX(text)
		}
		b.WriteString(strings.Join(row, " & ") + " \\\\\n")
		if i == 0 {
			b.WriteString("\\midrule\n")
		}
	}
	b.WriteString("\\bottomrule\n\\end{tabular}\n")
}

// latexSpecial escapes the characters that have a special meaning in LaTeX.
var latexSpecial = strings.NewReplacer(`\`, `\textbackslash{}`, `_`, `\_`, `&`, `\&`, `%`, `\%`, `#`, `\#`, `$`, `\$`, `{`, `\{`, `}`, `\}`, `~`, `\textasciitilde{}`, `^`, `\textasciicircum{}`)

// inMath returns a formatted number or interval in the math mode of LaTeX, where a hyphen is a minus
// sign. An unknown value, "-", becomes a dash.
func inMath(text string) string {
	if text == "-" {
		return "--"
	}
	return "$" + text + "$"
}

// escapeLaTeX returns a text on one line in which special characters of LaTeX are escaped.
func escapeLaTeX(text string) string { return latexSpecial.Replace(inOneLine(text)) }

// inOneLine replaces line breaks and other control characters by blanks, so that the text cannot
// leave a LaTeX comment.
func inOneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.In(r, unicode.Zl, unicode.Zp) {
			return ' '
		}
		return r
	}, text)
}
