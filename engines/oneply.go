package engines

import (
	"context"
	"errors"
	"math"
)

// OnePly makes a player of any game whose engine can be asked for the worth of a
// position: it takes the move after which the position is worth most to its
// seat, the first of several equal ones. A move that ends the game is worth more
// than any other where the seat comes first, and less where it comes last. Nil
// weights are the defaults.
//
// What chance a move brings is that of the position it is asked about, so for
// games with dice or cards it would see what nobody can know: such games need a
// player of their own.
func OnePly(e Evaluator, weights Weights) Player { return &onePly{engine: e, weights: weights} }

type onePly struct {
	engine  Evaluator
	weights Weights
	moves   []Move
}

// Choose tries every move.
func (p *onePly) Choose(ctx context.Context, pos Position) (Move, error) {
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
		worth, err := p.worth(next, g.Turn())
		if err != nil {
			return 0, err
		}
		if i == 0 || worth > most {
			best, most = m, worth
		}
	}
	if len(p.moves) == 0 {
		return 0, errors.New("no legal move")
	}
	return best, nil
}

// worth is what a position is worth to a seat; the end of a game outweighs every
// evaluation but by as much as the seat has of the points.
func (p *onePly) worth(g Game, seat int) (float64, error) {
	if g.Over() {
		if share := g.Outcome().Points(seat); share != 0.5 {
			return (2*share - 1) * math.MaxFloat64, nil
		}
	}
	worth, err := p.engine.Evaluate(g, p.weights)
	if err != nil {
		return 0, err
	}
	return worth[seat], nil
}
