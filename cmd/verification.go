package cmd

import (
	"fmt"
	"strings"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
)

// verifiedLine returns a line on the number of games of a verification, which is the final
// measurement of a run's result.
func verifiedLine(v tuning.Verification) string {
	if v.Games == 0 {
		return "Not verified: no fresh games show whether this is better than the start."
	}
	line := fmt.Sprintf("Verification: %s%s", term.Counted(v.Games, "fresh game"), evidence.Played{Games: v.Games, Variety: v.Variety}.Different())
	if len(v.Playoff) > 0 {
		line += fmt.Sprintf(", %d to choose among %d candidates", v.PlayoffGames, len(v.Playoff))
		if rest := v.Games - v.PlayoffGames; rest > 0 {
			line += fmt.Sprintf(", %d to measure the result", rest)
		}
	}
	return line + "."
}

// matchLine formats the score and the rating difference of a run's result against one opponent,
// with the number of games and of forfeits. It is for a match that has just been played;
// [standingLine] is for a stored one.
func matchLine(m rating.Standing) string {
	line := opponentLine(m, evidence.Played{Games: m.Games, Variety: m.Variety}.String())
	if m.Forfeits > 0 {
		line += fmt.Sprintf(", %d of them forfeited (%s)", m.Forfeits, tournament.ForfeitCounts(m.ForfeitsByKind))
	}
	return line
}

// printOtherMatches prints the results of additional matches that a verification played with other
// settings, such as another time limit. v contains the description of these settings, and line
// formats a match. printOtherMatches prints nothing if there are no such matches.
func printOtherMatches(w *term.Screen, v *evidence.Verdict, matches []rating.Standing, line func(rating.Standing) string) {
	if v == nil || v.Other == nil {
		return
	}
	w.Paragraph("With %s:", v.Other.With)
	for _, m := range matches {
		w.Paragraph("  %s", line(m))
	}
}

// standingLine formats the score and the rating difference of a run's result against one
// opponent, as stored with the run.
func standingLine(s rating.Standing) string {
	return opponentLine(s, fmt.Sprintf("%d fresh games%s", s.Games, evidence.Played{Games: s.Games, Variety: s.Variety}.Different()))
}

// opponentLine formats the score and the rating difference of a run's result against one opponent.
// games is the number of games in words.
func opponentLine(s rating.Standing, games string) string {
	if s.Games == 0 {
		return fmt.Sprintf("against %s: not played, since the result plays like it", s.Agent)
	}
	mean := ""
	if s.Scored != nil {
		mean = fmt.Sprintf("mean score %v; ", s.Scored)
	}
	return fmt.Sprintf("against %s: %s%s Elo%s, score %.3f in %s", s.Agent, mean, rating.FormatElo(s.Rating), formatInterval(s.Variety, s.Interval), s.Score, games)
}

// printEarlier prints that the best weights of a round were better than the final result, according
// to the interim measurement c. It also prints the commands that export these weights and measure
// them again. It prints nothing if c is nil.
func printEarlier(w *term.Screen, adv advice, rec results.Record, c *results.Checkpoint) {
	if c == nil {
		return
	}
	const file = "weights.json"
	w.Paragraph("Round %d was better than the result against %s, beyond three standard errors of the difference: %s Elo %s in %d fresh games. "+
		"The best of several measurements is usually a lucky one, so measure its weights again before you use them:",
		c.Round, c.Against, rating.FormatElo(c.Rating), c.Interval.FormatElo(), c.Played)
	w.Printf("%s export %s --round %d%s --output %s\n", adv.program, rec.ID, c.Round, adv.store, file)
	w.Printf("%s\n", runs.MeasureAgain(rec, file).Command(adv.program, adv.store))
}

// printRefused prints a candidate that the verification refused in favour of the start weights,
// because it was not better. It also prints the command that exports the candidate. It prints
// nothing if r is nil.
func printRefused(w *term.Screen, adv advice, run string, r *results.Refused) {
	if r == nil {
		return
	}
	w.Paragraph("Refused: %s, %s Elo %s against the start in %s.",
		r.Name, rating.FormatElo(r.Elo), r.Interval.FormatElo(), term.Counted(r.Games, "game"))
	for _, s := range r.Standings {
		w.Paragraph("  %s", standingLine(s))
	}
	w.Printf("%s export %s --candidate candidate%s   # the refused weights\n", adv.program, run, adv.store)
}

// printAgainstItself prints how much stronger the result of a run is than the best weights of its
// earlier rounds, measured in matches between them.
func printAgainstItself(w *term.Screen, list []results.SelfMatch) {
	var parts []string
	for _, m := range list {
		text := "the same weights"
		if m.Games > 0 {
			text = fmt.Sprintf("%s Elo %s in %d games", rating.FormatElo(m.Rating), m.Interval.FormatElo(), m.Games)
			if !m.Interval.Known() {
				text = fmt.Sprintf("%s Elo in %d games, too few different ones for an interval", rating.FormatElo(m.Rating), m.Games)
			}
		}
		parts = append(parts, fmt.Sprintf("round %d (%.0f%% of the games) %s", m.Round, 100*m.Share, text))
	}
	if parts != nil {
		w.Paragraph("Against itself: %s.", strings.Join(parts, "; "))
	}
}

// printNextSteps prints the recommended next steps after a run, each with its number of games and
// its command.
func printNextSteps(w *term.Screen, adv advice, steps []runs.NextStep) {
	for _, s := range steps {
		price := s.Price()
		if price != "" {
			price = " (" + price + ")"
		}
		w.Paragraph("Next: %s%s.", s.Text, price)
		w.Printf("  %s\n", s.Command(adv.program, adv.store))
	}
}
