package engines

import (
	"context"
	"errors"
	"fmt"
	"math"
)

// OnePly returns a player that searches one ply deep. It chooses the move after which the
// evaluation for its seat is highest, and the first of several equal ones. A win counts more than
// any evaluation, and a loss less. No evaluation may be NaN, because all comparisons with NaN are
// false. Nil weights are the defaults.
//
// The player applies moves to a copy of the game, so that it would see dice and cards in advance.
// Do not use it for a game with chance, unless the evaluation of a position does not depend on the
// dice and cards that follow the last move.
func OnePly(e Evaluator, weights Weights) Player { return &onePly{engine: e, weights: weights} }

type onePly struct {
	engine  Evaluator
	weights Weights
	moves   []Move
}

// Choose returns the move after which the evaluation is highest.
func (p *onePly) Choose(ctx context.Context, pos Position) (Move, error) {
	if p.engine == nil {
		return 0, errNoEngine
	}
	g, ok := pos.(Game)
	if !ok {
		return 0, errors.New("the player needs to see the whole game")
	}
	p.moves = g.Moves(p.moves[:0])
	best, most := Move(0), math.Inf(-1)
	for i, m := range p.moves {
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		next := g.Clone()
		if err := next.Apply(m); err != nil {
			return 0, err
		}
		eval, err := p.evaluate(next, g.Turn())
		if err != nil {
			return 0, err
		}
		if i == 0 || eval > most {
			best, most = m, eval
		}
	}
	if len(p.moves) == 0 {
		return 0, errNoMove
	}
	return best, nil
}

// evaluate returns the evaluation of a position for a seat. A finished game counts as won for a
// seat with more than half of the points, with a value above every evaluation. It counts as lost
// for a seat with less, with a value below every evaluation. With exactly half, the evaluation of
// the final position counts.
func (p *onePly) evaluate(g Game, seat int) (float64, error) {
	if g.Over() {
		if share := g.Outcome().Points(seat); share != 0.5 {
			return (float64(2*share) - 1) * math.MaxFloat64, nil
		}
	}
	evals, err := p.engine.Evaluate(g, p.weights)
	if err != nil {
		return 0, err
	}
	if len(evals) != g.Seats() {
		return 0, fmt.Errorf("method Evaluate returns %d values, one per seat is needed, %d", len(evals), g.Seats())
	}
	return evals[seat], nil
}
