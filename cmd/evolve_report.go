package cmd

import (
	"fmt"
	"math"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
	"github.com/lanista/lanista/tuning"
)

// printTuned prints the end of a run.
func (a *app) printTuned(t runs.Tuned) error {
	if a.json {
		return a.writeJSON(documents.Tuned(t))
	}
	best := t.Verdict.Answer
	fmt.Fprintf(a.out, "Run %s: %s by %s, seed %d: %d rounds, %d games.\n", t.Run, t.Engine.Name, t.Strategy, t.Seed, len(t.Rounds), t.Games)
	if t.Unused != "" {
		fmt.Fprintf(a.out, "Note: %s.\n", t.Unused)
	}
	if v := t.Judged; v != nil {
		fmt.Fprintf(a.out, "\n%s\n", v)
	}
	fmt.Fprintf(a.out, "\nWeights: %s\n", best.Name)
	a.printWeights(t.Space, best, t.Engine.ScaleFree)
	if line := verifiedLine(t.Verdict); line != "" {
		fmt.Fprintf(a.out, "%s\n", line)
	}
	for _, m := range t.Verdict.Matches {
		fmt.Fprintf(a.out, "  %s\n", matchLine(m))
	}
	a.printDoubts(t.Doubts)
	if t.Forfeited > 0 {
		fmt.Fprintf(a.out, "\n%d games of the search were forfeited by agents that failed.\n", t.Forfeited)
	}
	fmt.Fprintf(a.out, "\n%s export %s --output weights.json   # use them\n", a.name, t.Run)
	return nil
}

// verifiedLine says what the games of a verification were for; "" where there were
// none.
func verifiedLine(v tuning.Verdict) string {
	if v.Games == 0 {
		return ""
	}
	line := fmt.Sprintf("Verification: %d fresh games", v.Games)
	if len(v.Playoff) > 0 {
		chose := v.Playoff[0].Games
		line += fmt.Sprintf(", %d to choose among %d candidates, %d to measure the answer", chose, len(v.Playoff), v.Games-chose)
	}
	return line + "."
}

// printDoubts says what makes the evidence worth less.
func (a *app) printDoubts(doubts []string) {
	for _, d := range doubts {
		fmt.Fprintf(a.out, "\nDoubtful: %s.\n", d)
	}
}

// matchLine says what a verification match showed.
func matchLine(m tuning.Match) string {
	line := fmt.Sprintf("against %s: %+.0f Elo [%+.0f, %+.0f], score %.3f in %d games",
		m.Opponent, m.Elo, m.Interval.Lo, m.Interval.Hi, m.Score, m.Games)
	if s := m.Scored; s != nil {
		line = fmt.Sprintf("against %s: mean score %v; %s", m.Opponent, runs.Scored(*s), strings.TrimPrefix(line, "against "+m.Opponent+": "))
	}
	if m.Forfeits > 0 {
		line += fmt.Sprintf(", %d of them forfeited", m.Forfeits)
	}
	return line
}

// printWeights lists a vector; of a scale-free one also its direction.
func (a *app) printWeights(space engines.Space, best tuning.Estimate, scaleFree bool) {
	header := []string{"  weight", "value"}
	if best.Error != nil {
		header = append(header, "error")
	}
	sum := 0.0
	for _, v := range best.Weights {
		sum += math.Abs(v)
	}
	scaleFree = scaleFree && sum > 0
	if scaleFree {
		header = append(header, "share")
	}
	t := a.table(header...)
	for i, w := range space {
		row := []string{"  " + w.Name, number(best.Weights[i])}
		if best.Error != nil {
			row = append(row, "± "+number(best.Error[i]))
		}
		if scaleFree {
			row = append(row, fmt.Sprintf("%.1f%%", 100*best.Weights[i]/sum))
		}
		t.row(row...)
	}
	_ = t.flush() // a broken standard output shows when the document ends
	fmt.Fprintln(a.out)
}

// weightList writes a vector on one line.
func weightList(space engines.Space, w engines.Weights) string {
	const most = 6
	var parts []string
	for i, s := range space {
		if i == most {
			parts = append(parts, fmt.Sprintf("and %d more", len(space)-most))
			break
		}
		parts = append(parts, s.Name+" "+number(w[i]))
	}
	return strings.Join(parts, ", ")
}
