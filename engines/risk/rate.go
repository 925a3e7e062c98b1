package risk

import (
	"context"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
	"github.com/lanista/lanista/engines/search"
)

var _ analysis.MoveEvaluator = (*engine)(nil)

// EvaluateMoves searches every attack that the agent considers, and the stop where it may
// stop. In the draft phase there is one plan: its first placement, valued by the
// attack phase that follows the whole of it, and a line of placements and attacks.
// Values are those of the seat to move.
func (e *engine) EvaluateMoves(ctx context.Context, p engines.Position, a engines.Agent) ([]analysis.MoveEval, error) {
	t, err := gameOf(p)
	if err != nil || t.over {
		return nil, err
	}
	c, err := e.compile(a)
	if err != nil {
		return nil, err
	}
	c.depth = max(1, c.depth)
	player := newPlayer(c)
	plan, after := player.drafted(t)
	ratings, err := player.rate(ctx, after)
	if err != nil {
		return nil, err
	}
	if t.draft > 0 {
		ratings = ratings[:1]
	}
	out := make([]analysis.MoveEval, len(ratings))
	for i, r := range ratings {
		value := c.worth(r.Value)
		line := append(plan[:len(plan):len(plan)], r.Line...)
		out[i] = analysis.MoveEval{Move: line[0], Value: make([]*float64, t.Seats()), Line: line}
		out[i].Value[t.state.turn] = &value
	}
	return out, nil
}

// drafted returns the placements of the planned draft and the game after them,
// which is the game itself where nothing is left to place.
func (p *player) drafted(g *game) (plan []engines.Move, after *game) {
	if g.over || g.draft == 0 {
		return nil, g
	}
	later := *g
	for _, d := range p.tree.drafter.draft(&g.state, g.state.turn, g.draft) {
		later.state.change(g.board, int(d.cell), d.units)
		plan = append(plan, placeMove(int(d.cell), d.units))
	}
	return plan, &later
}

// rate searches every move of the attack phase.
func (p *player) rate(ctx context.Context, g *game) ([]search.Rating[engines.Move], error) {
	p.prepare(g)
	ratings, _, err := p.look.Rate(ctx, &p.root, int(p.root.turn), search.Limits{Depth: p.agent.depth})
	return ratings, err
}
