package cmd

import (
	"strings"
	"testing"

	"github.com/lanista/lanista/runs"
)

// TestHostileTextsInLaTeX checks that no name of an experiment, a strategy, a variant or an opponent
// becomes a command: neither in a table nor by ending a comment.
func TestHostileTextsInLaTeX(t *testing.T) {
	t.Parallel()
	const hostile = "x\n\\input{/etc/passwd}\r\\write18{touch pwned}\u2028%$&#_^~{"
	r := runs.ExperimentResult{
		Name: hostile, Strategies: []string{hostile, "b"}, Variants: []string{hostile}, Budgets: []int{100}, Against: []string{hostile},
		Cells:       []runs.ExperimentCell{{Strategy: hostile, Variant: hostile, Budget: 100, Against: hostile, Score: &runs.ExperimentCellScore{Difference: 1}}},
		Comparisons: []runs.ExperimentComparison{{First: hostile, Second: "b", Variant: hostile, Budget: 100, Against: hostile, Score: &runs.ExperimentScoreComparison{P: 1}}},
	}
	text := string(experimentLaTeX(r))
	rows := 0
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if strings.HasPrefix(line, "%") {
			continue
		}
		// What remains when the escapes and the commands of the tables are removed has no character
		// with a meaning but the separators of columns and the dollars around numbers.
		plain := strings.NewReplacer(
			`\textbackslash{}`, "", `\textasciitilde{}`, "", `\textasciicircum{}`, "", `\_`, "", `\&`, "", `\%`, "", `\#`, "", `\$`, "", `\{`, "", `\}`, "",
			`\begin{tabular}{lrlrrrr}`, "", `\end{tabular}`, "", `\toprule`, "", `\midrule`, "", `\bottomrule`, "", `\\`, "",
		).Replace(line)
		if strings.ContainsAny(plain, `\{}%#^~_`) || strings.ContainsAny(line, "\r\v\u2028") {
			t.Errorf("%q", line)
		}
		if strings.Contains(line, "input") {
			rows++
			if n := strings.Count(plain, "&"); n != 6 {
				t.Errorf("%d separators in %q", n, line)
			}
		}
	}
	if rows != 4 {
		t.Errorf("%d rows have the names:\n%s", rows, text)
	}
}
