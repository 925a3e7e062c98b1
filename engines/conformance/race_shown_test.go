package conformance

import (
	"context"
	"math/rand/v2"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
)

func (r race) Scene(g engines.Game) (any, error) {
	t, _ := g.(*track)
	switch r.bug {
	case "a scene that shows the dice":
		dice := t.pcg
		return map[string]any{"at": t.at, "next": dice.Uint64()}, nil
	case "a scene that changes":
		return rand.Uint64(), nil
	}
	return map[string]any{"at": t.at}, nil
}

func (r race) Layout() any {
	if r.bug == "a layout that is nil" {
		return nil
	}
	return struct{}{}
}

func (t *track) LastEvent() string {
	switch t.bug {
	case "two lines told":
		return "one\ntwo"
	case "told before the first move":
		return "nothing yet"
	}
	return ""
}

// EvaluateMoves finds both steps worth the same, since the runner takes either.
func (r race) EvaluateMoves(_ context.Context, p engines.Position, _ engines.Agent) ([]analysis.MoveEval, error) {
	if p.Over() {
		return nil, nil
	}
	value := make([]*float64, p.Seats())
	value[p.Turn()] = new(float64)
	rated := []analysis.MoveEval{{Move: 1, Value: value, Line: []engines.Move{1}}, {Move: 2, Value: value, Line: []engines.Move{2}}}
	switch r.bug {
	case "an illegal move is rated":
		rated[1].Move = 3
	case "a move rated twice":
		rated[1] = rated[0]
	case "rated moves without values":
		rated[0].Value = nil
	case "a line of another move":
		rated[0].Line = []engines.Move{2}
	case "no move is rated":
		return nil, nil
	case "a worse move rated first":
		best := make([]*float64, p.Seats())
		one := 1.0
		best[p.Turn()] = &one
		rated[1].Value = best
	}
	return rated, nil
}
