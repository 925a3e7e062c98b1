package cmd

import (
	"bytes"
	"fmt"
	"strconv"
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
	fmt.Fprintf(&b, "%% Experiment %s; needs \\usepackage{booktabs}.\n", inOneLine(r.Name))
	writeRegretLaTeX(&b, r)
	write := func(comment string, rows [][]string, head ...string) {
		columns := "rlrrrr"
		if r.Variants != nil {
			columns = "l" + columns
		}
		writeLaTeX(&b, comment, columns, withVariant(r, "variant", head), rows)
	}
	row := func(variant string, budget int, name string, numbers ...string) []string {
		cells := []string{strconv.Itoa(budget), name}
		for _, number := range numbers {
			cells = append(cells, inMath(number))
		}
		return withVariant(r, escapeLaTeX(variant), cells)
	}
	confidence := escapeLaTeX(rating.FormatConfidence(rating.Confidence))
	for _, against := range r.Against {
		cells, comparisons := r.Measured(against)
		scored := hasScores(cells)
		var strengths, scores, differences, scoreDifferences [][]string
		for _, c := range cells {
			name := escapeLaTeX(c.Strategy)
			strength := row(c.Variant, c.Budget, name, knownElo(c.Rating), knownInterval(c.Interval), knownElo(c.Worst))
			strengths = append(strengths, append(strength, fmt.Sprintf("%.0f", c.Games)))
			if s := c.Score; scored {
				scores = append(scores, row(c.Variant, c.Budget, name, signedPoints(s.Difference), knownPoints(s.Interval), signedPoints(s.Worst), points(s.Mean)))
			}
		}
		for _, c := range comparisons {
			names := escapeLaTeX(c.First) + " -- " + escapeLaTeX(c.Second)
			differences = append(differences, row(c.Variant, c.Budget, names, knownElo(c.Difference), knownInterval(c.Interval), evidence.PValue(c.P), evidence.PValue(c.Adjusted)))
			if s := c.Score; scored {
				scoreDifferences = append(scoreDifferences, row(c.Variant, c.Budget, names, signedPoints(s.Difference), knownPoints(s.Interval), evidence.PValue(s.P), evidence.PValue(s.Adjusted)))
			}
		}
		write(fmt.Sprintf("Elo above %s, means over the seeds %s.", against, r.Seeds), strengths, "budget", "strategy", "Elo", confidence, "worst", "games")
		if len(comparisons) > 0 {
			write("Differences by paired seeds: paired t-test, p adjusted by Holm's method.", differences, "budget", "strategies", "Elo", confidence, "$p$", "adjusted")
		}
		if scored {
			write(fmt.Sprintf("Mean score of a game above %s on the same deals, means over the seeds %s.", against, r.Seeds), scores, "budget", "strategy", "above", confidence, "worst", "mean score")
		}
		if scored && len(comparisons) > 0 {
			write("Differences of the mean scores by paired seeds: paired t-test, p adjusted by Holm's method.", scoreDifferences, "budget", "strategies", "score", confidence, "$p$", "adjusted")
		}
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
	for _, row := range append(rows, head) {
		for k, text := range row {
			row[k] = escapeLaTeX(text)
		}
	}
	writeLaTeX(b, fmt.Sprintf("Regret in Elo: medians over the seeds %s%s.", r.Seeds, note), "rl"+strings.Repeat("r", len(head)-2), head, rows)
}

// writeLaTeX writes a table with a comment above it. columns states the alignment of every column.
// The cells are LaTeX, the comment is not.
func writeLaTeX(b *bytes.Buffer, comment, columns string, head []string, rows [][]string) {
	fmt.Fprintf(b, "%% %s\n\\begin{tabular}{%s}\n\\toprule\n%s \\\\\n\\midrule\n", inOneLine(comment), columns, strings.Join(head, " & "))
	for _, row := range rows {
		b.WriteString(strings.Join(row, " & ") + " \\\\\n")
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
