package hare

import (
	"context"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
)

var _ analysis.MoveEvaluator = (*engine)(nil)

// EvaluateMoves searches every move that the width of the first ply lets the agent follow.
func (e *engine) EvaluateMoves(ctx context.Context, p engines.Position, a engines.Agent) ([]analysis.MoveEval, error) {
	t, err := tableOf(p)
	if err != nil {
		return nil, err
	}
	player, err := e.player(a)
	if err != nil {
		return nil, err
	}
	if err := player.fits(t); err != nil || t.Over() {
		return nil, err
	}
	player.root = node{state: t.state}
	ratings, _, err := player.maxn.Rate(ctx, &player.root, t.Seats())
	if err != nil {
		return nil, err
	}
	out := make([]analysis.MoveEval, len(ratings))
	for i, r := range ratings {
		out[i] = analysis.MoveEval{Move: r.Move, Value: player.values(t, &r.Value), Line: r.Line}
	}
	return out, nil
}
