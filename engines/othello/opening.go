package othello

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/deals"
)

const (
	// balanceDepth is how deep the balance of an opening is searched.
	balanceDepth = 4

	// openingTries is how many openings are drawn before an impossible demand
	// for balance is given up.
	openingTries = 2000
)

// open deals the position that the players begin from. The deals of a sequence play every
// opening of the list once before any again. Openings that end the game, or that the setting
// "balance" finds unfair, are replaced by others drawn at random.
func (e *engine) open(seed uint64) (*game, error) {
	plies, bound := e.settings.Int("random_plies"), e.settings.Float("balance")
	if plies == 0 && len(e.openings) == 0 && bound == 0 {
		return startGame(), nil
	}
	pcg := engines.PCG(engines.Seed(seed, engines.Purpose("othello opening")))
	var judge *searcher
	if bound > 0 {
		judge = &searcher{eval: compileClassic(modelNamed("classic").space.Default())}
	}
	for try := range openingTries {
		g := startGame()
		switch n := len(e.openings); {
		case n > 0 && try == 0:
			*g = e.openings[deals.Line(seed, n)]
		case n > 0:
			*g = e.openings[below(&pcg, n)]
		}
		g.scatter(&pcg, plies)
		if g.over {
			continue
		}
		fair := true
		if judge != nil {
			var err error
			if fair, err = isFair(judge, g, bound); err != nil {
				return nil, err
			}
		}
		if fair {
			g.turned = 0 // by no move of the players
			return g, nil
		}
	}
	return nil, fmt.Errorf("no opening of %d random plies within %v discs in %d tries", plies, bound, openingTries)
}

// Deals returns the number of different openings: the positions of the list, each counted
// once, or 1 for the start alone. With random plies or a balance it returns 0, because
// openings are then drawn at random.
func (e *engine) Deals() int {
	if e.settings.Int("random_plies") > 0 || e.settings.Float("balance") > 0 {
		return 0
	}
	return max(1, len(e.openings))
}

// scatter plays random moves, each equally likely; a pass is a ply.
func (g *game) scatter(pcg *rand.PCG, plies int) {
	for i := 0; i < plies && !g.over; i++ {
		if err := g.Apply(randomMove(pcg, g.moves)); err != nil {
			panic(err) // a legal move was refused: a mistake in this package
		}
	}
}

// isFair reports whether neither side is ahead by more than bound discs. The
// search takes less than a millisecond, so nothing needs to stop it.
func isFair(judge *searcher, g *game, bound float64) (bool, error) {
	at := *g
	if at.moves == 0 {
		at = *newGame(g.opp, g.own, 1-g.turn)
	}
	v, err := judge.think(context.Background(), &at, balanceDepth)
	return max(v.value, -v.value) <= bound, err
}

// randomMove is one of a set of squares, each equally likely, or a pass.
func randomMove(pcg *rand.PCG, moves uint64) engines.Move {
	if moves == 0 {
		return pass
	}
	for range below(pcg, bits.OnesCount64(moves)) {
		moves &= moves - 1
	}
	return engines.Move(bits.TrailingZeros64(moves))
}

// below is a random number in [0, n), n > 0. The high word of the product
// favours no number by more than n in 2^64.
func below(pcg *rand.PCG, n int) int {
	if n == 1 {
		return 0
	}
	high, _ := bits.Mul64(pcg.Uint64(), uint64(n))
	return int(high)
}
