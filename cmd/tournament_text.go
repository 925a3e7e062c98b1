package cmd

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tournament"
)

// tournamentResult prints the standings and the crosstable of a tournament.
func (w textWriter) tournamentResult(r runs.TournamentResult) error {
	t := r.Table
	seat := ""
	if len(t.Seats) > 1 {
		seat = fmt.Sprintf("; the first seat scored %.3f", t.Seats[0])
	}
	w.Paragraph("Run %s: %s, %s in %s, seed %d, %.1f s%s.",
		r.Run, r.Engine.Name, evidence.Played{Games: t.Games, Variety: t.Variety}, countDeals(t), r.Seed, r.Elapsed.Seconds(), seat)
	w.disputed(r.Disputed)
	w.Println()
	answer := r.Answer()
	if first := answer.Headline(); first != "" {
		w.Paragraph("%s", first)
		w.Println()
	}
	var names []string
	how := make(map[string]engines.ForfeitCounts)
	for _, s := range t.Standings {
		names, how[s.Agent] = append(names, s.Agent), s.ForfeitsByKind
	}
	if err := w.standings(answer.Standings, how); err != nil {
		return err
	}
	w.Println()
	err := w.crosstable(names, func(i, j int) (float64, bool) {
		if cell := t.Crosstable[i][j]; cell != nil {
			return cell.Score, true
		}
		return 0, false
	})
	if err != nil {
		return err
	}
	w.contradictions(r.Circle(), t.Misfit)
	if r.Test != nil {
		w.Printf("\n%s\n", w.testLine(*r.Test))
	}
	if r.Ended != "" {
		w.Paragraph("%s.", strings.ToUpper(r.Ended[:1])+r.Ended[1:])
	}
	w.doubts(r.Caveats)
	return w.Err()
}

// countDeals formats the number of deals of a tournament, as pairs if each was played from
// both seats.
func countDeals(t tournament.Table) string {
	if len(t.Seats) == 2 && t.Games == 2*t.Pairings {
		return term.Counted(t.Pairings, "pair")
	}
	return term.Counted(t.Pairings, "deal")
}

// testLine returns a line about the state of a sequential test.
func (w textWriter) testLine(t runs.Test) string {
	state := fmt.Sprintf("LLR %.3f within (%.3f, %.3f), normalised Elo [%v, %v]", t.LLR, t.Bounds[0], t.Bounds[1], t.Elo[0], t.Elo[1])
	switch t.Decision {
	case rating.AcceptH1:
		return w.Coloured(term.Green, fmt.Sprintf("Sequential test: accepted, %s is the stronger", t.Agents[0])) + ": " + state
	case rating.AcceptH0:
		return w.Coloured(term.Red, fmt.Sprintf("Sequential test: rejected, %s is not shown to be stronger than %s", t.Agents[0], t.Agents[1])) + ": " + state
	}
	return "Sequential test: undecided, the schedule ended first: " + state
}

// standings prints a table of standings. how has the forfeits of each agent by kind; nil
// means that the kinds are unknown.
func (w textWriter) standings(list []rating.Standing, how map[string]engines.ForfeitCounts) error {
	header := []string{"rank", "agent", "elo", rating.FormatConfidence(rating.Confidence), "to next", "games", "w", "d", "l", "score", "pairs", "forfeits", "best"}
	if slices.ContainsFunc(list, func(s rating.Standing) bool { return s.Scored != nil }) {
		header = append(header, "mean score")
	}
	t := w.Table(header...).Spares("pairs", "forfeits", "l", "d", "w", "best", "games")
	for i, s := range list {
		next := ""
		if s.Next != nil {
			next = fmt.Sprintf("%s (%.0f%%)", formatElo(s.Next.Difference), 100*s.Next.LOS)
		}
		within := fmt.Sprintf("[%s, %s]", formatEloTenths(s.Interval.Low), formatEloTenths(s.Interval.High))
		if s.TooFew() {
			within = "-"
		}
		pairs := "-"
		if s.Pentanomial != nil {
			pairs = fmt.Sprint(s.Pentanomial)
		}
		row := []string{
			strconv.Itoa(i + 1), s.Agent, formatEloTenths(s.Rating),
			within, next,
			strconv.Itoa(s.Games), strconv.Itoa(s.Wins), strconv.Itoa(s.Draws), strconv.Itoa(s.Losses),
			fmt.Sprintf("%.3f", s.Score), pairs, formatForfeits(s.Forfeits, how[s.Agent]), fmt.Sprintf("%.0f%%", 100*s.Best),
		}
		if s.Scored != nil {
			row = append(row, s.Scored.String())
		}
		t.Row(row...)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	if few := evidence.TooFew(list); few != "" {
		w.Println()
		w.Paragraph("%s", few)
	}
	return w.Err()
}

// formatForfeits formats the number of forfeited games, by kind if the kinds are known.
func formatForfeits(n int, how engines.ForfeitCounts) string {
	if n == 0 || how == nil {
		return strconv.Itoa(n)
	}
	return fmt.Sprintf("%d (%s)", n, how)
}

// crosstable prints the scores between agents by rank. score returns the score of rank i
// against rank j, and false if they did not meet.
func (w textWriter) crosstable(names []string, score func(i, j int) (float64, bool)) error {
	header := []string{"score of"}
	for i := range names {
		header = append(header, "against "+strconv.Itoa(i+1))
	}
	if screen := w.Width(); screen > 0 && 2*longestName(names)+10*len(names) > screen {
		for i := range names {
			header[i+1] = strconv.Itoa(i + 1)
		}
	}
	t := w.Table(header...)
	for i, name := range names {
		row := []string{fmt.Sprintf("%d %s", i+1, name)}
		for j := range names {
			if s, met := score(i, j); met {
				row = append(row, fmt.Sprintf("%.3f", s))
			} else {
				row = append(row, "-")
			}
		}
		t.Row(row...)
	}
	return t.Flush()
}

// circleLine prints a circle of agents each of which beats the next, unless c is nil.
func (w textWriter) circleLine(c *evidence.Circle) {
	if c != nil {
		w.Printf("\n%s\n", c)
	}
}

// contradictions prints results that the ratings do not describe: a circle of agents each
// of which beats the next, or the score that differs most from the ratings.
func (w textWriter) contradictions(c *evidence.Circle, m *tournament.Misfit) {
	w.circleLine(c)
	if c == nil && m != nil {
		w.Println()
		w.Paragraph("%s", m)
	}
}

// longestName returns the length of the longest name.
func longestName(names []string) int {
	n := 0
	for _, name := range names {
		n = max(n, len(name))
	}
	return n
}
