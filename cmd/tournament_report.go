package cmd

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
	"github.com/lanista/lanista/terminal"
	"github.com/lanista/lanista/tournament"
)

// printRated shows standings and crosstable.
func (a *app) printRated(r runs.Rated) error {
	t := r.Table
	if a.json {
		return a.writeJSON(documents.Rated(r))
	}
	fmt.Fprintf(a.out, "Run %s: %s, %s in %s, seed %d, %.1f s", r.Run, r.Engine.Name, terminal.Counted(t.Games, "game"), deals(t), r.Seed, r.Elapsed.Seconds())
	if len(t.Seats) > 1 {
		fmt.Fprintf(a.out, "; the first seat scored %.3f", t.Seats[0])
	}
	fmt.Fprint(a.out, ".\n\n")
	if first := evidence.Headline(r.Standings()); first != "" {
		fmt.Fprintf(a.out, "%s\n\n", first)
	}
	var names []string
	how := make(map[string]engines.Verdicts)
	for _, s := range t.Standings {
		names, how[s.Agent] = append(names, s.Agent), s.Verdicts
	}
	if err := a.printStandings(r.Standings(), how); err != nil {
		return err
	}
	fmt.Fprintln(a.out)
	err := a.printCrosstable(names, func(i, j int) (float64, bool) {
		if cell := t.Crosstable[i][j]; cell != nil {
			return cell.Score, true
		}
		return 0, false
	})
	if err != nil {
		return err
	}
	if r.Test != nil {
		fmt.Fprintf(a.out, "\n%s\n", a.testLine(*r.Test))
	}
	a.printDoubts(r.Doubts)
	return nil
}

// deals counts the deals of a tournament: where each was played from both seats they are
// pairs.
func deals(t tournament.Table) string {
	if len(t.Seats) == 2 && t.Games == 2*t.Clusters {
		return terminal.Counted(t.Clusters, "pair")
	}
	return terminal.Counted(t.Clusters, "deal")
}

// testLine says what a sequential test has come to.
func (a *app) testLine(t runs.Test) string {
	state := fmt.Sprintf("LLR %.3f within (%.3f, %.3f), normalised Elo [%v, %v]", t.LLR, t.Bounds[0], t.Bounds[1], t.Elo[0], t.Elo[1])
	switch t.Decision {
	case rating.AcceptH1:
		return a.out.Coloured(terminal.Green, fmt.Sprintf("Sequential test: accepted, %s is the stronger", t.Agents[0])) + ": " + state
	case rating.AcceptH0:
		return a.out.Coloured(terminal.Red, fmt.Sprintf("Sequential test: rejected, %s is not shown to be stronger than %s", t.Agents[0], t.Agents[1])) + ": " + state
	}
	return "Sequential test: undecided, the schedule ended first: " + state
}

// printStandings shows how a tournament ended, and how the games were lost that an agent
// lost by failing; nil where nobody knows.
func (a *app) printStandings(list []results.Standing, how map[string]engines.Verdicts) error {
	header := []string{"rank", "agent", "elo", "95%", "to next", "games", "w", "d", "l", "score", "pairs", "forfeits", "best"}
	if slices.ContainsFunc(list, func(s results.Standing) bool { return s.Scored != nil }) {
		header = append(header, "mean score")
	}
	t := a.out.Table(header...).Spares("pairs", "forfeits", "l", "d", "w", "best", "games")
	for i, s := range list {
		next := ""
		if s.Next != nil {
			next = fmt.Sprintf("%+.0f (%.0f%%)", s.Next.Difference, 100*s.Next.LOS)
		}
		pairs := "-"
		if s.Pairs != nil {
			pairs = fmt.Sprint(s.Pairs)
		}
		row := []string{
			strconv.Itoa(i + 1), s.Agent, fmt.Sprintf("%+.1f", unsignedZero(float64(s.Rating))),
			fmt.Sprintf("[%+.1f, %+.1f]", s.Interval.Low, s.Interval.High), next,
			strconv.Itoa(s.Games), strconv.Itoa(s.Wins), strconv.Itoa(s.Draws), strconv.Itoa(s.Losses),
			fmt.Sprintf("%.3f", s.Score), pairs, forfeits(s.Forfeits, how[s.Agent]), fmt.Sprintf("%.0f%%", 100*s.Best),
		}
		if s.Scored != nil {
			row = append(row, s.Scored.String())
		}
		t.Row(row...)
	}
	return t.Flush()
}

// unsignedZero rounds to tenths; there is no -0.0.
func unsignedZero(v float64) float64 { return math.Round(10*v)/10 + 0 }

// forfeits are the games that an agent lost by failing, and how, where that is known.
func forfeits(n int, how engines.Verdicts) string {
	if n == 0 || how == nil {
		return strconv.Itoa(n)
	}
	return fmt.Sprintf("%d (%s)", n, how)
}

// printCrosstable shows who scored how much against whom, by rank; score tells that of
// one rank against another, if they met.
func (a *app) printCrosstable(names []string, score func(i, j int) (float64, bool)) error {
	header := []string{"score of"}
	for i := range names {
		header = append(header, "against "+strconv.Itoa(i+1))
	}
	if screen := a.out.Width(); screen > 0 && 2*longest(names)+10*len(names) > screen {
		for i := range names {
			header[i+1] = strconv.Itoa(i + 1)
		}
	}
	t := a.out.Table(header...)
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

// longest is the length of the longest name.
func longest(names []string) int {
	n := 0
	for _, name := range names {
		n = max(n, len(name))
	}
	return n
}
