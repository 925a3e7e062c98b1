package summary

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/tournament"
)

// standings shows how a tournament ended, and how the games were lost that an agent
// lost by failing; nil where nobody knows.
func (w Writer) standings(list []results.Standing, how map[string]engines.ForfeitCounts) error {
	header := []string{"rank", "agent", "elo", "95%", "to next", "games", "w", "d", "l", "score", "pairs", "forfeits", "best"}
	if slices.ContainsFunc(list, func(s results.Standing) bool { return s.Scored != nil }) {
		header = append(header, "mean score")
	}
	t := w.Table(header...).Spares("pairs", "forfeits", "l", "d", "w", "best", "games")
	for i, s := range list {
		next := ""
		if s.Next != nil {
			next = fmt.Sprintf("%s (%.0f%%)", elo(s.Next.Difference), 100*s.Next.LOS)
		}
		within := fmt.Sprintf("[%s, %s]", eloTenths(s.Interval.Low), eloTenths(s.Interval.High))
		if s.TooFew() {
			within = "-"
		}
		pairs := "-"
		if s.Pairs != nil {
			pairs = fmt.Sprint(s.Pairs)
		}
		row := []string{
			strconv.Itoa(i + 1), s.Agent, eloTenths(s.Rating),
			within, next,
			strconv.Itoa(s.Games), strconv.Itoa(s.Wins), strconv.Itoa(s.Draws), strconv.Itoa(s.Losses),
			fmt.Sprintf("%.3f", s.Score), pairs, forfeits(s.Forfeits, how[s.Agent]), fmt.Sprintf("%.0f%%", 100*s.Best),
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

// forfeits are the games that an agent lost by failing, and how, where that is known.
func forfeits(n int, how engines.ForfeitCounts) string {
	if n == 0 || how == nil {
		return strconv.Itoa(n)
	}
	return fmt.Sprintf("%d (%s)", n, how)
}

// crosstable shows who scored how much against whom, by rank; score tells that of
// one rank against another, if they met.
func (w Writer) crosstable(names []string, score func(i, j int) (float64, bool)) error {
	header := []string{"score of"}
	for i := range names {
		header = append(header, "against "+strconv.Itoa(i+1))
	}
	if screen := w.Width(); screen > 0 && 2*longest(names)+10*len(names) > screen {
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

// circle says that results go round in a circle, where they do.
func (w Writer) circle(c *evidence.Circle) {
	if c != nil {
		w.Printf("\n%s\n", c)
	}
}

// contradictions shows what the ratings of a table do not describe: that results go
// round in a circle, or the score that differs most from the ratings.
func (w Writer) contradictions(c *evidence.Circle, m *tournament.Misfit) {
	w.circle(c)
	if c == nil && m != nil {
		w.Println()
		w.Paragraph("%s", m)
	}
}

// longest is the length of the longest name.
func longest(names []string) int {
	n := 0
	for _, name := range names {
		n = max(n, len(name))
	}
	return n
}
