package chess

import (
	"fmt"
	"math/bits"
	"math/rand/v2"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/chess/internal/board"
)

// openingTries is how often an opening is drawn before a table is given up whose
// games hardly survive it.
const openingTries = 1000

// open deals the position that the players begin from: an opening of the book, and
// random plies, each equally likely among the legal ones. Plies that end the game
// are drawn again.
func (e *engine) open(seed uint64) (*game, error) {
	t := &e.table
	pcg := engines.PCG(engines.Seed(seed, engines.Purpose("chess opening")))
	start := line{start: board.Start()}
	if len(t.book.lines) > 0 {
		start = t.book.line(seed)
	}
	for range openingTries {
		g, err := start.game(t)
		if err != nil {
			return nil, err
		}
		for range t.randomPlies {
			if g.Over() {
				break
			}
			if err := g.Apply(engines.Move(g.legal[below(&pcg, len(g.legal))])); err != nil {
				return nil, err
			}
		}
		if !g.Over() {
			g.dealt = len(g.moves)
			return g, nil
		}
	}
	return nil, fmt.Errorf("no game was left after an opening of %d random plies in %d tries", t.randomPlies, openingTries)
}

// Deals returns the number of different openings without random plies: the positions of
// the book, each counted once however many lines lead to it, or 1 for the start alone. With
// random plies it returns 0.
func (e *engine) Deals() int {
	if e.table.randomPlies > 0 {
		return 0
	}
	return max(1, len(e.table.book.lines))
}

// below is a random number in [0, n), n > 0. The high word of the product favours
// no number by more than n in 2^64.
func below(pcg *rand.PCG, n int) int {
	high, _ := bits.Mul64(pcg.Uint64(), uint64(n))
	return int(high)
}
