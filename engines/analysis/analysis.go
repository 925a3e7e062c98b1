package analysis

import (
	"context"
	"errors"
	"slices"

	"github.com/lanista/lanista/engines"
)

// Analysis describes a position as an agent evaluates it: the move that the agent chooses, the
// evaluations, the expected line of play and the features.
type Analysis struct {
	Features []Feature  // the terms of the evaluation, in the order of the Spec
	Static   []float64  // the evaluation of the position itself, one per seat
	Value    []*float64 // the evaluation after the search, one per seat; nil for a seat without one
	Best     string     // the move chosen, as FormatMove writes it; "" when the game is over
	Line     []string   // the moves that the search expects, beginning with Best; nil if unknown
	Nodes    uint64     // positions that the search visited; 0 if they are not counted
	Extra    []Extra    // additions of the game, in order
}

// Feature is one term of an evaluation: its name and its value for every seat.
type Feature struct {
	Name   string
	Values []float64
}

// Extra is additional data in an [Analysis] that only some games have. Value must marshal to
// JSON. Text presents the same data to people, in one or more lines. It is "" if people should
// not see the data.
type Extra struct {
	Key   string
	Value any
	Text  string
}

// Analyst is implemented by engines that can report more about a position than [Analyze] computes
// by itself.
type Analyst interface {
	// Analyze examines a position with an agent of the engine's built-in player.
	Analyze(ctx context.Context, p engines.Position, a engines.Agent) (Analysis, error)
}

// Solver is implemented by engines that can compute the exact result of positions.
type Solver interface {
	// Solve returns the exact solution of a position, or an error if the position is too
	// large to solve.
	Solve(ctx context.Context, p engines.Position) (Solution, error)
}

// Solution is the exact result of a position with best play.
type Solution struct {
	Best  string   // a best move, as FormatMove writes it; "" when the game is over
	Line  []string // perfect play to the end, beginning with Best; nil if the game has chance
	Extra []Extra  // the score, all best moves and additions of the game, in order
}

// Solved adds an exact solution to the analysis. It replaces the best move and the expected line of
// play by those of the solution. It adds the additional data of the solution to Extra, in place of
// entries with the same keys.
func (n *Analysis) Solved(s Solution) {
	n.Best, n.Line = s.Best, s.Line
	n.Extra = slices.DeleteFunc(n.Extra, func(x Extra) bool {
		return slices.ContainsFunc(s.Extra, func(y Extra) bool { return y.Key == x.Key })
	})
	n.Extra = append(n.Extra, s.Extra...)
}

// Analyze returns the analysis of a position by an agent, from the view of the seat to move. If the
// engine is an [Analyst] and the agent uses the engine's built-in player, Analyze calls the method
// of the engine.
//
// Otherwise Analyze returns the move that the agent's player chooses, with the player's evaluation
// if the player is an [engines.Assessor]. For the built-in player it adds the features and the
// evaluation of the position, if the engine can compute them. The engine must have the agent's
// settings.
func Analyze(ctx context.Context, e engines.Engine, g engines.Game, a engines.Agent) (Analysis, error) {
	builtIn, seen := a.Player == "", engines.View(g, g.Turn())
	if analyst, ok := engines.AsHeuristic[Analyst](e); ok && builtIn {
		return analyst.Analyze(ctx, seen, a.LimitAsSetting(e))
	}
	out := Analysis{Value: make([]*float64, g.Seats())}
	if builtIn {
		if err := out.appraise(e, seen, a.Weights); err != nil {
			return out, err
		}
	}
	if g.Over() {
		return out, nil
	}
	best, value, err := choose(ctx, e, g, a)
	if err != nil {
		return Analysis{}, err
	}
	out.Best, out.Value[g.Turn()] = g.FormatMove(best), value
	return out, nil
}

// choose creates a player for an agent, starts it in the position of g and returns the move that it
// chooses. value is the player's evaluation for the seat to move, or nil if the player has none.
func choose(ctx context.Context, e engines.Engine, g engines.Game, a engines.Agent) (m engines.Move, value *float64, err error) {
	p, err := engines.NewPlayer(ctx, e, a)
	if err != nil {
		return 0, nil, err
	}
	defer func() { err = errors.Join(err, engines.Close(p)) }()
	seen := engines.View(g, g.Turn())
	if s, ok := p.(engines.Starter); ok {
		if err := s.Start(ctx, engines.Seating{Seat: g.Turn(), Seats: g.Seats(), From: seen}); err != nil {
			return 0, nil, err
		}
	}
	m, err = p.Choose(ctx, seen)
	if s, ok := p.(engines.Assessor); ok && err == nil {
		if v, ok := s.Assessment(); ok {
			value = &v
		}
	}
	return m, value, err
}

func (n *Analysis) appraise(e engines.Engine, p engines.Position, w engines.Weights) error {
	if l, ok := engines.AsHeuristic[engines.Linear](e); ok {
		rows, err := l.Features(p)
		if err != nil {
			return err
		}
		for i, weight := range e.Spec().Weights {
			values := make([]float64, len(rows))
			for seat := range rows {
				values[seat] = rows[seat][i]
			}
			n.Features = append(n.Features, Feature{weight.Name, values})
		}
	}
	if v, ok := engines.AsHeuristic[engines.Evaluator](e); ok {
		evals, err := v.Evaluate(p, w)
		if err != nil {
			return err
		}
		n.Static = evals
	}
	return nil
}
