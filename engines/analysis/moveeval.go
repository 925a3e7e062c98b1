package analysis

import (
	"context"

	"github.com/lanista/lanista/engines"
)

// MoveEval is a move with what an agent's search finds it worth.
type MoveEval struct {
	Move engines.Move
	// Value is the worth to every seat after the search, nil for a seat that the
	// search does not value.
	Value []*float64
	// Line is the play that the search expects, beginning with Move. It ends where
	// the search ends, or where chance decides.
	Line []engines.Move
}

// MoveEvaluator is implemented by engines whose agents can value every move.
type MoveEvaluator interface {
	// EvaluateMoves values the moves that the agent weighs, best first; the first is the
	// move that its player chooses, with ties broken by the order of the moves.
	// Events of chance are taken as the agent takes them. A position that is over
	// has no moves to rate. It returns ctx's error when ctx is done first.
	EvaluateMoves(ctx context.Context, p engines.Position, a engines.Agent) ([]MoveEval, error)
}

// EvaluateMoves values the moves of a position as an agent sees them: by the engine if it is
// a [MoveEvaluator], otherwise with the move that the agent's player chooses alone,
// without a value. The engine must be set as the agent is.
func EvaluateMoves(ctx context.Context, e engines.Engine, g engines.Game, a engines.Agent) ([]MoveEval, error) {
	seen := engines.View(g, g.Turn())
	if r, ok := e.(MoveEvaluator); ok && a.Player == "" {
		return r.EvaluateMoves(ctx, seen, a.LimitAsSetting(e))
	}
	if g.Over() {
		return nil, nil
	}
	p, err := engines.NewPlayer(ctx, e, a)
	if err != nil {
		return nil, err
	}
	best, err := consult(ctx, p, g)
	if closing := engines.Close(p); err == nil {
		err = closing
	}
	if err != nil {
		return nil, err
	}
	return []MoveEval{{Move: best, Value: make([]*float64, g.Seats()), Line: []engines.Move{best}}}, nil
}
