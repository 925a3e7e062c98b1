package analysis

import (
	"context"
	"errors"
	"slices"

	"github.com/lanista/lanista/engines"
)

// Analysis is what an agent thinks of a position.
type Analysis struct {
	Features []Feature  // the terms of the evaluation, in the order of the Spec
	Static   []float64  // the evaluation of the position itself, one per seat
	Value    []*float64 // what the search returns, one per seat; nil for a seat it does not value
	Best     string     // the move chosen, as FormatMove writes it; "" when the game is over
	Line     []string   // the play that the search expects, beginning with Best; nil where it is not known
	Nodes    uint64     // positions that the search visited; 0 where nobody counts them
	Extra    []Extra    // what the game adds, in order
}

// Feature is one term of an evaluation, with its value to every seat.
type Feature struct {
	Name   string
	Values []float64
}

// Extra is a named addition of one game to an Analysis. Value must marshal to
// JSON; Text is the same for a person, one or more lines, or "" to leave it out.
type Extra struct {
	Key   string
	Value any
	Text  string
}

// Analyst is implemented by engines that can explain what an agent thinks of a
// position better than Analyze can without them.
type Analyst interface {
	Analyze(ctx context.Context, p engines.Position, a engines.Agent) (Analysis, error)
}

// Solver is implemented by engines that can solve a position exactly.
type Solver interface {
	// Solve returns the exact solution of a position. It fails on a position too large
	// to solve.
	Solve(ctx context.Context, p engines.Position) (Solution, error)
}

// Solution is the exact solution of a position.
type Solution struct {
	Best  string   // a best move, as FormatMove writes it; "" when the game is over
	Line  []string // perfect play to the end, beginning with Best; nil where chance takes part
	Extra []Extra  // the score, all best moves and what the game adds, in order
}

// Solved replaces the best move and the line of the search by those of a solution, and
// adds its extras. Extras of the search with the same keys are dropped.
func (n *Analysis) Solved(s Solution) {
	n.Best, n.Line = s.Best, s.Line
	n.Extra = slices.DeleteFunc(n.Extra, func(x Extra) bool {
		return slices.ContainsFunc(s.Extra, func(y Extra) bool { return y.Key == x.Key })
	})
	n.Extra = append(n.Extra, s.Extra...)
}

// Analyze asks what an agent thinks of a position: the engine if it is an
// [Analyst], otherwise the agent's player for its move and, if it is an [engines.Assessor],
// for what it thinks of its position, and the engine's evaluation if it has one.
// The engine must be set as the agent is.
func Analyze(ctx context.Context, e engines.Engine, g engines.Game, a engines.Agent) (Analysis, error) {
	if analyst, ok := e.(Analyst); ok {
		return analyst.Analyze(ctx, g, a)
	}
	out := Analysis{Value: make([]*float64, g.Seats())}
	if err := out.appraise(e, g, a.Weights); err != nil || g.Over() {
		return out, err
	}
	p, err := engines.NewPlayer(ctx, e, a)
	if err != nil {
		return Analysis{}, err
	}
	best, err := consult(ctx, p, g)
	if s, ok := p.(engines.Assessor); ok && err == nil {
		if worth, said := s.Assessment(); said {
			out.Value[g.Turn()] = &worth
		}
	}
	if err := errors.Join(err, engines.Close(p)); err != nil {
		return Analysis{}, err
	}
	out.Best = g.FormatMove(best)
	return out, nil
}

// consult asks a player for the move of the seat whose turn it is, in a game that
// begins at the position.
func consult(ctx context.Context, p engines.Player, g engines.Game) (engines.Move, error) {
	seen := engines.View(g, g.Turn())
	if s, ok := p.(engines.Starter); ok {
		if err := s.Start(ctx, engines.Seating{Seat: g.Turn(), Seats: g.Seats(), From: seen}); err != nil {
			return 0, err
		}
	}
	return p.Choose(ctx, seen)
}

// appraise adds the features and the evaluation that an engine offers.
func (n *Analysis) appraise(e engines.Engine, p engines.Position, w engines.Weights) error {
	if l, ok := e.(engines.Linear); ok {
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
	if v, ok := e.(engines.Evaluator); ok {
		worth, err := v.Evaluate(p, w)
		if err != nil {
			return err
		}
		n.Static = worth
	}
	return nil
}
