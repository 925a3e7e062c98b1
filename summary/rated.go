package summary

import (
	"fmt"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/terminal"
	"github.com/lanista/lanista/tournament"
)

// Rated shows standings and crosstable.
func (w Writer) Rated(r runs.Rated) error {
	t := r.Table
	seat := ""
	if len(t.Seats) > 1 {
		seat = fmt.Sprintf("; the first seat scored %.3f", t.Seats[0])
	}
	w.Paragraph("Run %s: %s, %s in %s, seed %d, %.1f s%s.",
		r.Run, r.Engine.Name, evidence.Played{Games: t.Games, Variety: t.Variety}, deals(t), r.Seed, r.Elapsed.Seconds(), seat)
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
	w.doubts(r.Doubts)
	return w.Err()
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
func (w Writer) testLine(t runs.Test) string {
	state := fmt.Sprintf("LLR %.3f within (%.3f, %.3f), normalised Elo [%v, %v]", t.LLR, t.Bounds[0], t.Bounds[1], t.Elo[0], t.Elo[1])
	switch t.Decision {
	case rating.AcceptH1:
		return w.Coloured(terminal.Green, fmt.Sprintf("Sequential test: accepted, %s is the stronger", t.Agents[0])) + ": " + state
	case rating.AcceptH0:
		return w.Coloured(terminal.Red, fmt.Sprintf("Sequential test: rejected, %s is not shown to be stronger than %s", t.Agents[0], t.Agents[1])) + ": " + state
	}
	return "Sequential test: undecided, the schedule ended first: " + state
}
