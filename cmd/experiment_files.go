package cmd

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"math"
	"path/filepath"
	"strconv"
	"strings"
	"unicode"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/results/files"
	"github.com/lanista/lanista/runs"
)

// write writes the tables and figures of an experiment to the files that the flags name.
func (o experimentOptions) write(r runs.ExperimentResult) error {
	if o.csv != "" {
		if err := files.Write(o.csv, experimentCSV(r)); err != nil {
			return fmt.Errorf("--csv: %w", err)
		}
	}
	if o.latex != "" {
		if err := files.Write(o.latex, experimentLaTeX(r)); err != nil {
			return fmt.Errorf("--latex: %w", err)
		}
	}
	if o.figure == "" {
		return nil
	}
	for k, against := range r.Against {
		picture, err := r.Figure(against)
		if err == nil {
			err = picture.WriteFile(figureFile(o.figure, against, k))
		}
		if err != nil {
			return fmt.Errorf("--figure: %w", err)
		}
	}
	return nil
}

// figureFile returns the file name of the figure for the k-th opponent. For the first opponent it
// is file. For the others it is file with the opponent's name added.
func figureFile(file, against string, k int) string {
	if k == 0 {
		return file
	}
	end := filepath.Ext(file)
	word := strings.Map(func(r rune) rune {
		if strings.ContainsRune(`/\: `, r) {
			return '-'
		}
		return r
	}, against)
	return strings.TrimSuffix(file, end) + "-" + word + end
}

// experimentCSV returns the table of strengths as CSV. It contains no durations, so that a repeated
// experiment gives the same bytes. Unknown values are empty.
func experimentCSV(r runs.ExperimentResult) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	head := []string{"against", "variant", "budget", "strategy", "seeds", "rating", "low", "high", "worst", "worst_seed", "games"}
	if r.Regrets != nil {
		head = append(head, "median_regret")
	}
	scored := len(r.Cells) > 0 && r.Cells[0].Score != nil // all cells have a score, or none
	if scored {
		head = append(head, "score", "score_above", "score_low", "score_high", "score_worst", "score_worst_seed")
	}
	_ = w.Write(head) // a buffer has no errors
	number := func(v rating.Float) string {
		if !v.Known() {
			return ""
		}
		return strconv.FormatFloat(float64(v), 'f', 3, 64)
	}
	exact := func(v rating.Float) string { // points may have any size
		if !v.Known() {
			return ""
		}
		return strconv.FormatFloat(float64(v), 'g', 9, 64)
	}
	for _, c := range r.Cells {
		row := []string{
			c.Against, c.Variant, strconv.Itoa(c.Budget), c.Strategy, strconv.Itoa(c.Seeds), number(c.Rating), number(rating.Float(c.Interval.Low)),
			number(rating.Float(c.Interval.High)), number(c.Worst), c.WorstSeed, number(rating.Float(c.Games)),
		}
		if r.Regrets != nil {
			row = append(row, number(medianRegret(r, c)))
		}
		if scored {
			s := c.Score
			for _, v := range []rating.Float{s.Mean, s.Difference, rating.Float(s.Interval.Low), rating.Float(s.Interval.High), s.Worst} {
				row = append(row, exact(v))
			}
			row = append(row, s.WorstSeed)
		}
		_ = w.Write(row)
	}
	w.Flush()
	return b.Bytes()
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

// medianRegret returns the median regret (distance from the best weights) of the runs that c
// summarises, or NaN if it is not known.
func medianRegret(r runs.ExperimentResult, c runs.ExperimentCell) rating.Float {
	for _, s := range r.Regrets {
		for _, v := range s.Variants {
			if s.Budget == c.Budget && s.Strategy == c.Strategy && v.Variant == c.Variant {
				return v.Median
			}
		}
	}
	return rating.Float(math.NaN())
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
