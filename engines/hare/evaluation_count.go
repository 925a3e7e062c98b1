package hare

import (
	"context"
	"fmt"
	"strings"

	"github.com/lanista/lanista/engines/analysis"
	"github.com/lanista/lanista/engines/search"
)

// evaluationCount contains the counts and the best move of one search, with the options of the
// search that may change the counts.
type evaluationCount struct {
	Sorting     bool   `json:"sorting"`
	Pruning     string `json:"pruning"`
	Evaluations uint64 `json:"evaluations"`
	Positions   uint64 `json:"positions"` // made
	Best        string `json:"best"`
}

// countEvaluations implements [engine.CountEvaluations] for a player and a game that is not over.
func countEvaluations(ctx context.Context, p *player, t *table) (analysis.Extra, error) {
	kinds := []string{"none"}
	if name := p.engine.settings["pruning"]; name != "none" {
		kinds = append(kinds, name)
	}
	var counts []evaluationCount
	text := fmt.Sprintf("evaluations of the search, %d moves ahead, all moves:\n", p.options.Depth)
	for _, pruning := range kinds {
		for _, sorting := range []bool{false, true} {
			o := p.options
			o.Width, o.Unsorted, o.Pruning, o.Nodes = nil, !sorting, prunings[pruning], 0
			m, err := search.NewMaxN[node](p.tree, o)
			if err != nil {
				return analysis.Extra{}, err
			}
			r, err := m.Search(ctx, &node{state: t.state}, t.Seats())
			if err != nil {
				return analysis.Extra{}, err
			}
			counts = append(counts, evaluationCount{sorting, pruning, r.Evaluations, r.Nodes, formatMove(r.Move)})
			order := map[bool]string{false: "unsorted", true: "sorted"}[sorting]
			text += fmt.Sprintf("  pruning %-8s %-8s %12d evaluations %12d positions, best %s\n", pruning, order, r.Evaluations, r.Nodes, formatMove(r.Move))
		}
	}
	return analysis.Extra{Key: "counts", Value: counts, Text: strings.TrimSpace(text)}, nil
}
