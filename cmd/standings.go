package cmd

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/lanista/lanista/cmd/internal/term"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/tournament"
)

func printStandings(w *term.Screen, list []rating.Standing) error {
	header := []string{"rank", "agent", "elo", rating.FormatConfidence(rating.Confidence), "to next", "games", "w", "d", "l", "score", "pairs", "forfeits", "best"}
	if slices.ContainsFunc(list, func(s rating.Standing) bool { return s.Scored != nil }) {
		header = append(header, "mean score")
	}
	t := w.Table(header...).Spares("pairs", "forfeits", "l", "d", "w", "best", "games")
	for i, s := range list {
		next := ""
		if s.Next != nil {
			next = formatLead(*s.Next)
		}
		within := fmt.Sprintf("[%s, %s]", formatEloTenths(s.Interval.Low), formatEloTenths(s.Interval.High))
		if s.TooFew() {
			within = "-"
		}
		pairs := "-"
		if s.Pentanomial != nil {
			pairs = fmt.Sprint(s.Pentanomial)
		}
		best := "-"
		if s.Best.Known() {
			best = evidence.Chance(float64(s.Best))
		}
		row := []string{
			strconv.Itoa(i + 1), s.Agent, formatEloTenths(s.Rating),
			within, next,
			strconv.Itoa(s.Games), strconv.Itoa(s.Wins), strconv.Itoa(s.Draws), strconv.Itoa(s.Losses),
			fmt.Sprintf("%.3f", s.Score), pairs, formatForfeits(s.Forfeits, s.ForfeitsByKind), best,
		}
		if s.Scored != nil {
			row = append(row, s.Scored.String())
		}
		t.Row(row...)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	if notes := evidence.Notes(list); notes != "" {
		w.Println()
		w.Paragraph("%s.", notes)
	}
	return w.Err()
}

// formatLead formats the lead over the next agent of a table, with its probability if that is known.
func formatLead(l rating.Lead) string {
	text := rating.FormatElo(l.Difference)
	if l.LOS.Known() {
		text += " (" + evidence.Chance(float64(l.LOS)) + ")"
	}
	return text
}

// formatForfeits formats the number of games that an agent lost by failing, by kind of failure if
// the kinds are known.
func formatForfeits(n int, how tournament.ForfeitCounts) string {
	if n == 0 || how == nil {
		return strconv.Itoa(n)
	}
	return fmt.Sprintf("%d (%s)", n, how)
}

// printCrosstable prints a table of the scores between every two agents. names contains the agents
// in the order of their rank. score returns the score of names[i] against names[j], or false if
// they have not played each other. printCrosstable prints nothing for two agents, because the
// rating table already has their score.
func printCrosstable(w *term.Screen, names []string, score func(i, j int) (float64, bool)) error {
	if len(names) <= 2 {
		return nil
	}
	w.Println()
	header := []string{"score of"}
	for i := range names {
		header = append(header, "against "+strconv.Itoa(i+1))
	}
	longest := 0
	for _, name := range names {
		longest = max(longest, len(name))
	}
	if screen := w.Width(); screen > 0 && 2*longest+10*len(names) > screen {
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

// printContradictions prints results that one rating for each agent cannot describe. It prints c, a
// circle of agents in which each beats the next. If c is nil, it prints m, the score that differs
// most from the ratings. If both are nil, it prints nothing.
func printContradictions(w *term.Screen, c *evidence.Circle, m *tournament.Misfit) {
	switch {
	case c != nil:
		w.Println()
		w.Paragraph("%s", term.Plain(c.String()))
	case m != nil:
		w.Println()
		w.Paragraph("%s", term.Plain(m.String()))
	}
}
