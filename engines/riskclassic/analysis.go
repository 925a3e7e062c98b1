package riskclassic

import (
	"cmp"
	"context"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
)

var _ analysis.MoveEvaluator = (*engine)(nil)

// EvaluateMoves returns the value of every attack that the agent considers and of stop, for the
// seat to move, from the best to the worst. Outside the attack phase it returns only the agent's
// move.
func (e *engine) EvaluateMoves(_ context.Context, pos engines.Position, a engines.Agent) ([]analysis.MoveEval, error) {
	g, err := gameOf(pos)
	if err != nil || g.over {
		return nil, err
	}
	p, err := e.player(a)
	if err != nil {
		return nil, err
	}
	var out []analysis.MoveEval
	add := func(m engines.Move, value float64) {
		value *= max(p.scale, 1e-9)
		x := analysis.MoveEval{Move: m, Value: make([]*float64, g.Seats()), Line: []engines.Move{m}}
		x.Value[g.state.turn] = &value
		out = append(out, x)
	}
	s := &g.state
	if s.phase != attack {
		add(p.best(g))
		return out, nil
	}
	add(stop, p.valueOf(s, s.turn))
	for from := s.own[s.turn]; from != 0; from &= from - 1 {
		for near := s.enemies(p.world, from.first()); near != 0; near &= near - 1 {
			if v, ok := p.battle(s, from.first(), near.first()); ok {
				add(rollMove(from.first(), near.first(), toTheEnd), v)
			}
		}
	}
	slices.SortStableFunc(out, func(x, y analysis.MoveEval) int { return cmp.Compare(*y.Value[s.turn], *x.Value[s.turn]) })
	return out, nil
}
