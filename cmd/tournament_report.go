package cmd

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/runs/documents"
	"github.com/lanista/lanista/tournament"
)

// printRated shows standings and crosstable.
func (a *app) printRated(r runs.Rated) error {
	t := r.Table
	if a.json {
		return a.writeJSON(documents.Rated(r))
	}
	fmt.Fprintf(a.out, "Run %s: %s, %d games in %d clusters, seed %d, %.1f s", r.Run, r.Engine.Name, t.Games, t.Clusters, r.Seed, r.Elapsed.Seconds())
	if len(t.Seats) > 1 {
		fmt.Fprintf(a.out, "; the first seat scored %.3f", t.Seats[0])
	}
	fmt.Fprint(a.out, ".\n\n")
	if err := a.printTable(t); err != nil {
		return err
	}
	fmt.Fprintln(a.out)
	if err := a.printCrosstable(t); err != nil {
		return err
	}
	if r.Test != nil {
		fmt.Fprintf(a.out, "\n%s\n", testLine(*r.Test))
	}
	a.printDoubts(r.Doubts)
	return nil
}

// testLine says what a sequential test has come to.
func testLine(t runs.Test) string {
	state := fmt.Sprintf("LLR %.3f within (%.3f, %.3f), normalised Elo [%v, %v]", t.LLR, t.Bounds[0], t.Bounds[1], t.Elo[0], t.Elo[1])
	switch t.Decision {
	case rating.AcceptH1:
		return fmt.Sprintf("Sequential test: accepted, %s is the stronger: %s", t.Agents[0], state)
	case rating.AcceptH0:
		return fmt.Sprintf("Sequential test: rejected, %s is not shown to be stronger than %s: %s", t.Agents[0], t.Agents[1], state)
	}
	return "Sequential test: undecided, the schedule ended first: " + state
}

func (a *app) printTable(t tournament.Table) error {
	header := []string{"rank", "agent", "elo", "95%", "to next", "games", "w", "d", "l", "score", "pairs", "forfeits", "best"}
	scored := slices.ContainsFunc(t.Standings, func(s tournament.Standing) bool { return s.Scored != nil })
	if scored {
		header = append(header, "mean score")
	}
	w := a.table(header...)
	for _, s := range t.Standings {
		next := ""
		if s.Next != nil {
			next = fmt.Sprintf("%+.0f (%.0f%%)", s.Next.Difference, 100*s.Next.LOS)
		}
		row := []string{
			strconv.Itoa(s.Rank), s.Agent, fmt.Sprintf("%+.1f", s.Rating),
			fmt.Sprintf("[%+.1f, %+.1f]", s.Interval[0], s.Interval[1]), next,
			strconv.Itoa(s.Games), strconv.Itoa(s.Wins), strconv.Itoa(s.Draws), strconv.Itoa(s.Losses),
			fmt.Sprintf("%.3f", s.Score), fmt.Sprint(s.Pairs), forfeits(s), fmt.Sprintf("%.0f%%", 100*s.Best),
		}
		if s.Scored != nil {
			row = append(row, results.MeanScore(*s.Scored).String())
		}
		w.row(row...)
	}
	return w.flush()
}

// forfeits are the games that an agent lost by failing, and how.
func forfeits(s tournament.Standing) string {
	if s.Forfeits == 0 {
		return "0"
	}
	return fmt.Sprintf("%d (%s)", s.Forfeits, s.Verdicts)
}

func (a *app) printCrosstable(t tournament.Table) error {
	header := []string{"score of"}
	for i := range t.Standings {
		header = append(header, "against "+strconv.Itoa(i+1))
	}
	w := a.table(header...)
	for i, s := range t.Standings {
		row := []string{fmt.Sprintf("%d %s", i+1, s.Agent)}
		for _, cell := range t.Crosstable[i] {
			if cell == nil {
				row = append(row, "-")
			} else {
				row = append(row, fmt.Sprintf("%.3f", cell.Score))
			}
		}
		w.row(row...)
	}
	return w.flush()
}
