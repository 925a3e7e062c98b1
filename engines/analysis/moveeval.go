package analysis

import (
	"context"

	"github.com/lanista/lanista/engines"
)

// MoveEval is a legal move with the evaluation that an agent's search gives it.
type MoveEval struct {
	Move engines.Move
	// Value is the evaluation of the move for every seat. An entry is nil if a seat has no
	// evaluation.
	Value []*float64
	// Line is the expected line of play, beginning with Move. It ends where the search ends, or
	// at a chance event.
	Line []engines.Move
}

// MoveEvaluator is implemented by engines whose agents can evaluate every legal move.
type MoveEvaluator interface {
	// EvaluateMoves returns the moves that the agent considers, best first. The first is the move
	// that the agent's player would make. Equal moves keep the order of Position.Moves.
	// EvaluateMoves returns nil if the game is over, and ctx's error if ctx ends first.
	EvaluateMoves(ctx context.Context, p engines.Position, a engines.Agent) ([]MoveEval, error)
}

// EvaluateMoves returns the moves in a position with an agent's evaluations, best first. The
// evaluations come from the engine if it is a [MoveEvaluator]. Otherwise, or if the agent does not
// use the built-in player, EvaluateMoves returns only the move that the agent's player chooses,
// without an evaluation. If the game is over, it returns no moves. The engine must have the agent's
// settings.
func EvaluateMoves(ctx context.Context, e engines.Engine, g engines.Game, a engines.Agent) ([]MoveEval, error) {
	if r, ok := engines.AsHeuristic[MoveEvaluator](e); ok && a.Player == "" {
		return r.EvaluateMoves(ctx, engines.View(g, g.Turn()), a.LimitAsSetting(e))
	}
	if g.Over() {
		return nil, nil
	}
	best, _, err := choose(ctx, e, g, a)
	if err != nil {
		return nil, err
	}
	return []MoveEval{{Move: best, Value: make([]*float64, g.Seats()), Line: []engines.Move{best}}}, nil
}
