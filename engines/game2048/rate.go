package game2048

import (
	"cmp"
	"context"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
)

var _ analysis.MoveEvaluator = engine{}

// EvaluateMoves values every legal slide by the worth of the board after it.
func (e engine) EvaluateMoves(ctx context.Context, p engines.Position, a engines.Agent) ([]analysis.MoveEval, error) {
	v, err := look(p)
	if err != nil || v.Over() {
		return nil, err
	}
	player, err := e.player(a)
	if err != nil {
		return nil, err
	}
	player.ctx = ctx
	var out []analysis.MoveEval
	for _, m := range v.Moves(nil) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		after, _ := player.tables.slide(v.board, m)
		value := player.after(after, player.depth)
		if player.stopped != nil {
			return nil, player.stopped
		}
		out = append(out, analysis.MoveEval{Move: m, Value: []*float64{&value}, Line: []engines.Move{m}})
	}
	slices.SortStableFunc(out, func(a, b analysis.MoveEval) int { return cmp.Compare(*b.Value[0], *a.Value[0]) })
	return out, nil
}
