package cmd

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tuning"
)

// tuneResult prints the result of a search.
func (w textWriter) tuneResult(t runs.TuneResult) error {
	best := t.Verification.Answer
	w.Paragraph("Run %s: %s by %s, seed %d: %s, %s.", t.Run, t.Engine.Name, t.Strategy, t.Seed, term.Counted(len(t.Rounds), "round"), term.Counted(t.Games, "game"))
	if t.Unused != "" {
		w.Paragraph("Note: %s.", t.Unused)
	}
	if v := t.Verdict; v != nil {
		w.Printf("\n%s\n", w.verdict(*v))
	}
	w.disputed(t.Disputed)
	w.earlier(t.Run, t.Earlier, "")
	w.Printf("\nWeights: %s\n", best.Name)
	w.weights(weightsTable{
		t.Space, best, t.Engine.ScaleFree, errorOfSearch, t.Importance, t.ImportanceError,
	})
	w.Paragraph("%s", verifiedLine(t.Verification))
	for _, m := range t.Verification.Matches {
		w.Paragraph("  %s", matchLine(m))
	}
	w.againstItself(t.AgainstItself)
	w.doubts(t.Caveats)
	if t.ForfeitsByKind != nil {
		w.Println()
		w.Paragraph("Lost by agents that failed: %s.", t.ForfeitsByKind)
	}
	w.Println()
	if w.refused(t.Run, t.Refused, ""); isAccepted(t.Verdict, t.Disputed) {
		w.Printf("%s export %s --output weights.json   # use them\n", w.program, t.Run)
	}
	return w.Err()
}

// verifiedLine returns a line about the games of a verification.
func verifiedLine(v tuning.Verification) string {
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

// doubts prints the reasons that weaken the evidence.
func (w textWriter) doubts(doubts []string) {
	for _, d := range doubts {
		w.Println()
		w.Paragraph("Doubtful: %s.", d)
	}
}

// matchLine returns a line about the result of a verification match.
func matchLine(m rating.Standing) string {
	if m.Games == 0 {
		return fmt.Sprintf("against %s: not played, since the result plays like it", m.Agent)
	}
	line := fmt.Sprintf("against %s: %s Elo%s, score %.3f in %s",
		m.Agent, formatElo(m.Rating), formatCovered(m.Variety, m.Interval.Low, m.Interval.High), m.Score, evidence.Played{Games: m.Games, Variety: m.Variety})
	if s := m.Scored; s != nil {
		line = fmt.Sprintf("against %s: mean score %v; %s", m.Agent, s, strings.TrimPrefix(line, "against "+m.Agent+": "))
	}
	if m.Forfeits > 0 {
		line += fmt.Sprintf(", %d of them forfeited (%s)", m.Forfeits, engines.ForfeitCounts(m.ForfeitsByKind))
	}
	return line
}

// verdict returns the text of a verdict: green if the result is better, red if it is worse,
// yellow if neither is shown.
func (w textWriter) verdict(v evidence.Verdict) string {
	colour := term.Yellow
	switch {
	case v.Better:
		colour = term.Green
	case v.Interval.High < 0:
		colour = term.Red
	}
	return w.Coloured(colour, v.String())
}

// repeatedResult prints the results of several runs and their combination.
func (w textWriter) repeatedResult(r runs.SeedsResult) error {
	w.Printf("%s by %s, %d seeds.\n", r.Runs[0].Engine.Name, r.Runs[0].Strategy, len(r.Runs))
	if r.Verdict != nil {
		w.Printf("\n%s (mean over the seeds)\n", r.Verdict)
	}
	w.Println()
	t := w.Table("seed", "run", "elo", rating.FormatConfidence(rating.Confidence), "weights")
	for _, one := range r.Runs {
		rating, interval := "-", "-"
		if v := one.Verdict; v != nil {
			rating = formatElo(v.Rating)
			if !v.TooFew() {
				interval = formatEloInterval(v.Interval.Low, v.Interval.High)
			}
		}
		t.Row(strconv.FormatUint(one.Seed, 10), one.Run, rating, interval, formatWeightList(one.Space, one.Verification.Answer.Weights))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	w.Println()
	what := "mean"
	if r.Shares {
		what = "mean share"
	}
	t = w.Table("weight", what, "deviation")
	for i, w := range r.Space {
		t.Row(w.Name, formatSpread(r.Mean[i], r.Shares), formatSpread(r.Deviation[i], r.Shares))
	}
	return t.Flush()
}

// formatSpread formats a spread of weights, in percent if it is a share, or "-" if it is unknown.
func formatSpread(v float64, share bool) string {
	switch {
	case math.IsNaN(v):
		return "-"
	case share:
		return evidence.Percent(100 * v)
	}
	return formatNumber(v)
}
