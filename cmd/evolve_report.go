package cmd

import (
	"fmt"
	"math"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
	"github.com/lanista/lanista/terminal"
	"github.com/lanista/lanista/tuning"
)

// printTuned prints the end of a run.
func (a *app) printTuned(t runs.Tuned) error {
	if a.json {
		return a.writeJSON(documents.Tuned(t))
	}
	best := t.Verdict.Answer
	fmt.Fprintf(a.out, "Run %s: %s by %s, seed %d: %s, %s.\n", t.Run, t.Engine.Name, t.Strategy, t.Seed, terminal.Counted(len(t.Rounds), "round"), terminal.Counted(t.Games, "game"))
	if t.Unused != "" {
		fmt.Fprintf(a.out, "Note: %s.\n", t.Unused)
	}
	if v := t.Judged; v != nil {
		fmt.Fprintf(a.out, "\n%s\n", a.verdict(*v))
	}
	fmt.Fprintf(a.out, "\nWeights: %s\n", best.Name)
	a.printWeights(findings{
		t.Space, best, t.Engine.ScaleFree, errorOfSearch, t.Importance, t.ImportanceError,
	})
	if line := verifiedLine(t.Verdict); line != "" {
		fmt.Fprintf(a.out, "%s\n", line)
	}
	for _, m := range t.Verdict.Matches {
		fmt.Fprintf(a.out, "  %s\n", matchLine(m))
	}
	a.printDoubts(t.Doubts)
	if t.Verdicts != nil {
		fmt.Fprintf(a.out, "\nLost by agents that failed: %s.\n", t.Verdicts)
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
		line += fmt.Sprintf(", %d of them forfeited (%s)", m.Forfeits, m.Verdicts)
	}
	return line
}

// What an error of a weight means.
const (
	errorOfSearch = "how far the best may lie from the answer by all games of the search"
	errorOfFit    = "how far the weight would lie elsewhere by other games of the same kind"
)

// findings is a vector with what is known of it.
type findings struct {
	space                       engines.Space
	answer                      tuning.Estimate
	scaleFree                   bool
	meaning                     string // of its errors
	importance, importanceError []float64
}

// printWeights lists a vector with what is known of it; where only the direction of a
// vector counts, as shares. What is not known is "-".
func (a *app) printWeights(f findings) {
	best, sum := f.answer, 0.0
	for _, v := range best.Weights {
		sum += math.Abs(v)
	}
	shares := f.scaleFree && sum > 0
	header := []string{"  weight"}
	if shares {
		header = append(header, "share")
	} else {
		header = append(header, "value")
	}
	if best.Error != nil {
		header = append(header, "± error")
	}
	if shares {
		header = append(header, "value")
	}
	if f.importance != nil {
		header = append(header, "importance")
	}
	w := a.out.Table(append(header, "")...)
	for i, weight := range f.space {
		at := best.Weights[i]
		row, unit, format, off := []string{"  " + weight.Name}, 1.0, number, brief
		if shares {
			unit, format, off = sum/100, percent, percent
		}
		row = append(row, format(at/unit))
		if best.Error != nil {
			row = append(row, plusMinus(best.Error[i]/unit, off))
		}
		if shares {
			row = append(row, number(at))
		}
		if f.importance != nil {
			row = append(row, importance(f.importance[i], f.importanceError[i]))
		}
		w.Row(append(row, weight.Edge(at))...)
	}
	_ = w.Flush() // a broken standard output shows when the document ends
	if best.Error != nil {
		fmt.Fprintf(a.out, "  ± is one standard error: %s; - is not known.\n", f.meaning)
	}
	if f.importance != nil {
		fmt.Fprintf(a.out, "  importance is the Elo that moving the weight by a quarter of its range costs.\n")
	}
	fmt.Fprintln(a.out)
}

func percent(v float64) string {
	if math.Abs(v) < 0.05 { // there is no -0.0%
		v = 0
	}
	return fmt.Sprintf("%.1f%%", v)
}

// plusMinus writes an error, "-" if it is not known: that of a weight which a wall
// holds is 0.
func plusMinus(e float64, format func(float64) string) string {
	if math.IsNaN(e) || e == 0 {
		return "-"
	}
	return "± " + format(e)
}

// brief writes an error in two digits.
func brief(v float64) string { return fmt.Sprintf("%.2g", v) }

// importance writes an importance with its error, "-" if it is not known.
func importance(v, e float64) string {
	if math.IsNaN(v) {
		return "-"
	}
	return evidence.WithError(v, e)
}

// weightShares writes a vector on one line, as shares where only its direction counts.
func weightShares(space engines.Space, w engines.Weights, scaleFree bool) string {
	sum := 0.0
	for _, v := range w {
		sum += math.Abs(v)
	}
	if !scaleFree || sum == 0 {
		return weightList(space, w)
	}
	const most = 6
	var parts []string
	for i, s := range space[:min(most, len(space))] {
		parts = append(parts, fmt.Sprintf("%s %.1f%%", s.Name, 100*w[i]/sum))
	}
	if len(space) > most {
		parts = append(parts, fmt.Sprintf("and %d more", len(space)-most))
	}
	return strings.Join(parts, ", ")
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

// verdict writes a verdict: green where something better was found, red where the
// answer is worse, yellow where nothing is shown.
func (a *app) verdict(v evidence.Verdict) string {
	colour := terminal.Yellow
	switch {
	case v.Better:
		colour = terminal.Green
	case v.Interval.High < 0:
		colour = terminal.Red
	}
	return a.out.Coloured(colour, v.String())
}
