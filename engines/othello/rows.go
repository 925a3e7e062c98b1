package othello

import (
	"math/bits"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/othello/internal/board"
)

// squareEvaluator holds the weights of the squares, and their sums by the eight
// squares of a row, for the lower and the upper half of the board.
type squareEvaluator struct {
	weight [64]int32
	half   [2]halfBoard
}

// halfBoard is the sums of the weights of four rows, by the set of squares of each.
type halfBoard [4][256]int32

// compileSquares takes a weight per square, a1 first.
func compileSquares(w engines.Weights) evaluator {
	e := new(squareEvaluator)
	for sq, v := range w {
		e.weight[sq] = toUnits(v)
	}
	for i := range 8 {
		row := &e.half[i/4][i%4]
		for set := 1; set < 256; set++ {
			row[set] = row[set&(set-1)] + e.weight[8*i+bits.TrailingZeros(uint(set))]
		}
	}
	return evaluator{squares: e}
}

// moves is the best moves by what they gain: one, or all that tie. What the position
// is worth, which a player of squares does not say, is not found.
func (e *squareEvaluator) moves(g *game, all bool) uint64 {
	_, best := e.best(g.own, g.opp, g.moves)
	if !all {
		best &= -best
	}
	return best
}

// best is by how much the best of some moves raises the worth of a position to the
// mover, and the moves that do, within a millionth.
func (e *squareEvaluator) best(own, opp, moves uint64) (best int64, ties uint64) {
	best = -infinite
	for set := moves; set != 0; set &= set - 1 {
		sq := bits.TrailingZeros64(set)
		flips := board.Flips(own, opp, sq)
		switch v := int64(e.weight[sq&63]) + 2*(e.half[0].sum(flips)+e.half[1].sum(flips>>32)); {
		case v > best+1:
			best, ties = v, set&-set
		case v >= best-1:
			best = max(best, v)
			ties |= set & -set
		}
	}
	return best, ties
}

// sum is the weights of a set of squares.
func (e *squareEvaluator) sum(set uint64) int64 { return e.half[0].sum(set) + e.half[1].sum(set>>32) }

// sum is the weights of the squares in the lowest 32 bits of a set. It is short enough
// to be inlined: a call would take as long.
func (h *halfBoard) sum(set uint64) int64 {
	return int64(h[0][set&255] + h[1][set>>8&255] + h[2][set>>16&255] + h[3][set>>24&255])
}
