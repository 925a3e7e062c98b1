package cmd

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/evidence"
)

// isAccepted reports whether the weights of a run are recommended: they did not lose to the
// start weights, and no workers disagreed.
func isAccepted(v *evidence.Verdict, disputed string) bool {
	return disputed == "" && (v == nil || !v.KeptStart)
}

// disputed prints why the results of a run are disputed.
func (w textWriter) disputed(reason string) {
	if reason != "" {
		w.Paragraph("%s", w.Coloured(term.Red, "Disputed: "+reason+". Other results of the run may be wrong too; start it again."))
	}
}

// earlier prints a checkpoint that was better than the result of a run, and the command
// that exports its weights. store is a blank and the flag that names the store, "" for the
// default store.
func (w textWriter) earlier(run string, c *results.Checkpoint, store string) {
	if c == nil {
		return
	}
	w.Paragraph("Round %d was better than the result against %s, beyond two standard errors of the difference: %s Elo %s in %d fresh games. To use its weights:",
		c.Round, c.Against, formatElo(c.Rating), formatEloInterval(c.Interval.Low, c.Interval.High), c.Played)
	w.Printf("%s export %s --round %d%s --output weights.json\n", w.program, run, c.Round, store)
}

// refused prints the candidate that was replaced by the start weights.
func (w textWriter) refused(run string, r *results.Refused, store string) {
	if r == nil {
		return
	}
	w.Paragraph("Refused: %s, %s Elo %s against the start in %d games.",
		r.Name, formatElo(r.Elo), formatEloInterval(r.Interval.Low, r.Interval.High), r.Games)
	for _, s := range r.Standings {
		w.Paragraph("  %s", standingLine(s))
	}
	w.Printf("%s export %s --candidate %s%s   # the refused weights\n", w.program, run, strconv.Quote(r.Name), store)
}

// standingLine returns a line about the result of an agent against an opponent of the
// verification.
func standingLine(s rating.Standing) string {
	if s.Games == 0 {
		return fmt.Sprintf("against %s: not played, since the result plays like it", s.Agent)
	}
	mean := ""
	if s.Scored != nil {
		mean = fmt.Sprintf("mean score %v; ", s.Scored)
	}
	return fmt.Sprintf("against %s: %s%s Elo%s, score %.3f in %d fresh games%s",
		s.Agent, mean, formatElo(s.Rating), formatCovered(s.Variety, s.Interval.Low, s.Interval.High), s.Score, s.Games,
		evidence.Played{Games: s.Games, Variety: s.Variety}.Different())
}

// againstItself prints the matches of the result against the best weights of earlier rounds.
func (w textWriter) againstItself(list []results.SelfMatch) {
	var parts []string
	for _, m := range list {
		text := "the same weights"
		if m.Games > 0 {
			text = fmt.Sprintf("%s Elo %s in %d games", formatElo(m.Rating), formatEloInterval(m.Interval.Low, m.Interval.High), m.Games)
		}
		parts = append(parts, fmt.Sprintf("round %d (%.0f%% of the games) %s", m.Round, 100*m.Share, text))
	}
	if parts != nil {
		w.Paragraph("Against itself: %s.", strings.Join(parts, "; "))
	}
}
