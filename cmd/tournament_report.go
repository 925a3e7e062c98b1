package cmd

import (
	"fmt"
	"strconv"
	"time"

	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/tournament"
)

// tableAnswer is what the store keeps of a tournament's end.
func tableAnswer(t tournament.Table) results.Answer {
	var a results.Answer
	against := t.Anchor
	if against == "" {
		against = "the mean"
	}
	for _, s := range t.Standings {
		a.Standings = append(a.Standings, results.Standing{
			Agent: s.Agent, Games: s.Games, Wins: s.Wins, Draws: s.Draws, Losses: s.Losses, Score: s.Score, LOS: s.LOS,
			Rating: results.Rating{Elo: s.Rating, Low: s.Interval[0], High: s.Interval[1], Games: s.Games, Against: against},
		})
	}
	return a
}

// print shows standings and crosstable.
func (e *event) print(t tournament.Table, took time.Duration) error {
	if e.json {
		doc := &orderedJSON{}
		doc.add("run", e.run.ID())
		doc.add("engine", e.engine.Spec().Name)
		doc.add("seed", e.config.Seed)
		doc.add("games", t.Games)
		doc.add("clusters", t.Clusters)
		doc.add("forfeits", t.Forfeits)
		doc.add("seats", finite(t.Seats))
		doc.add("standings", t.Standings)
		doc.add("crosstable", t.Crosstable)
		if e.sprt != nil {
			doc.add("sprt", e.sprt.document())
		}
		doc.add("seconds", took.Seconds())
		return e.writeJSON(doc)
	}
	fmt.Fprintf(e.out, "Run %s: %s, %d games in %d clusters, seed %d, %.1f s; the first seat scored %.3f.\n\n",
		e.run.ID(), e.engine.Spec().Name, t.Games, t.Clusters, e.config.Seed, took.Seconds(), t.Seats[0])
	if err := e.printStandings(t); err != nil {
		return err
	}
	fmt.Fprintln(e.out)
	if err := e.printCrosstable(t); err != nil {
		return err
	}
	if e.sprt != nil {
		fmt.Fprintf(e.out, "\n%s\n", e.sprt)
	}
	return nil
}

func (e *event) printStandings(t tournament.Table) error {
	w := e.table("rank", "agent", "elo", "95%", "to next", "games", "w", "d", "l", "score", "pairs", "forfeits", "best")
	for _, s := range t.Standings {
		next := ""
		if s.Next != nil {
			next = fmt.Sprintf("%+.0f (%.0f%%)", s.Next.Difference, 100*s.Next.LOS)
		}
		w.row(strconv.Itoa(s.Rank), s.Agent, fmt.Sprintf("%+.1f", s.Rating),
			fmt.Sprintf("[%+.1f, %+.1f]", s.Interval[0], s.Interval[1]), next,
			strconv.Itoa(s.Games), strconv.Itoa(s.Wins), strconv.Itoa(s.Draws), strconv.Itoa(s.Losses),
			fmt.Sprintf("%.3f", s.Score), fmt.Sprint(s.Pairs), strconv.Itoa(s.Forfeits), fmt.Sprintf("%.0f%%", 100*s.Best))
	}
	return w.flush()
}

func (e *event) printCrosstable(t tournament.Table) error {
	header := []string{"score of"}
	for i := range t.Standings {
		header = append(header, "against "+strconv.Itoa(i+1))
	}
	w := e.table(header...)
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
