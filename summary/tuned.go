package summary

import (
	"fmt"
	"strings"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/terminal"
	"github.com/lanista/lanista/tuning"
)

// Tuned prints the end of a run.
func (w Writer) Tuned(t runs.Tuned) error {
	best := t.Verdict.Answer
	w.Paragraph("Run %s: %s by %s, seed %d: %s, %s.", t.Run, t.Engine.Name, t.Strategy, t.Seed, terminal.Counted(len(t.Rounds), "round"), terminal.Counted(t.Games, "game"))
	if t.Unused != "" {
		w.Paragraph("Note: %s.", t.Unused)
	}
	if v := t.Judged; v != nil {
		w.Printf("\n%s\n", w.verdict(*v))
	}
	w.disputed(t.Disputed)
	w.earlier(t.Run, t.Earlier, "")
	w.Printf("\nWeights: %s\n", results.AnswerTitle(best.Name))
	w.weights(findings{
		t.Space, best, t.Engine.ScaleFree, errorOfSearch, t.Importance, t.ImportanceError,
	})
	w.Paragraph("%s", verifiedLine(t.Verdict))
	for _, m := range t.Verdict.Matches {
		w.Paragraph("  %s", matchLine(m))
	}
	w.againstItself(t.AgainstItself)
	w.doubts(t.Doubts)
	if t.ForfeitsByKind != nil {
		w.Println()
		w.Paragraph("Lost by agents that failed: %s.", t.ForfeitsByKind)
	}
	w.Println()
	if w.refused(t.Run, t.Refused, ""); accepted(t.Judged, t.Disputed) {
		w.Printf("%s export %s --output weights.json   # use them\n", w.Program, t.Run)
	}
	return w.Err()
}

// verifiedLine says what the games of a verification were for.
func verifiedLine(v tuning.Verdict) string {
	if v.Games == 0 {
		return "Not verified: no fresh games say whether this is better than the start."
	}
	line := fmt.Sprintf("Verification: %d fresh games%s", v.Games, evidence.Played{Games: v.Games, Variety: v.Variety}.Different())
	if len(v.Playoff) > 0 {
		chose := v.Playoff[0].Games
		line += fmt.Sprintf(", %d to choose among %d candidates", chose, len(v.Playoff))
		if rest := v.Games - chose; rest > 0 {
			line += fmt.Sprintf(", %d to measure the answer", rest)
		}
	}
	return line + "."
}

// doubts says what makes the evidence worth less.
func (w Writer) doubts(doubts []string) {
	for _, d := range doubts {
		w.Println()
		w.Paragraph("Doubtful: %s.", d)
	}
}

// matchLine says what a verification match showed.
func matchLine(m tuning.Match) string {
	if m.Games == 0 {
		return fmt.Sprintf("against %s: not played, since the result plays like it", m.Opponent)
	}
	line := fmt.Sprintf("against %s: %s Elo%s, score %.3f in %s",
		m.Opponent, elo(m.Elo), covered(m.Variety, m.Interval.Lo, m.Interval.Hi), m.Score, evidence.Played{Games: m.Games, Variety: m.Variety})
	if s := m.Scored; s != nil {
		line = fmt.Sprintf("against %s: mean score %v; %s", m.Opponent, runs.Scored(*s), strings.TrimPrefix(line, "against "+m.Opponent+": "))
	}
	if m.Forfeits > 0 {
		line += fmt.Sprintf(", %d of them forfeited (%s)", m.Forfeits, m.ForfeitsByKind)
	}
	return line
}

// verdict writes a verdict: green where something better was found, red where the
// answer is worse, yellow where nothing is shown.
func (w Writer) verdict(v evidence.Verdict) string {
	colour := terminal.Yellow
	switch {
	case v.Better:
		colour = terminal.Green
	case v.Interval.High < 0:
		colour = terminal.Red
	}
	return w.Coloured(colour, v.String())
}
