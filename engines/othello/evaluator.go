package othello

import (
	"math"
	"math/bits"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/othello/internal/board"
	"github.com/lanista/lanista/engines/othello/internal/pattern"
)

// unit is the integer that represents a value of 1 in the search. The search uses integers so that
// sums are exact and equal positions have equal values.
const unit = 1_000_000

// certain is added to the value of a won game and subtracted from that of a lost one. It exceeds
// every evaluation.
const certain = 1 << 50

// finished returns the value of a finished game: the disc difference in millionths of a disc, plus
// certain for a win or minus certain for a loss. Empty squares count for the winner.
func finished(own, opp uint64) int64 {
	v := int64(board.FinalScore(own, opp)) * unit
	switch {
	case v > 0:
		return v + certain
	case v < 0:
		return v - certain
	}
	return 0
}

// inUnits converts an integer value of the search to the unit of the weights. The value of a
// decided game becomes the disc difference.
func inUnits(v int64) float64 {
	switch {
	case v > certain/2:
		v -= certain
	case v < -certain/2:
		v += certain
	}
	return float64(v) / unit
}

// evaluator is the static evaluation of positions with an agent's weights, stored in a form for
// fast evaluation. The model determines which one of the fields is set.
type evaluator struct {
	squares *squareEvaluator
	classic *[65][classicTerms]int32 // weights by the discs on the board
	states  *[pairClasses * pairStates]int32

	patterns *pattern.Weights
}

func toUnits(v float64) int32 { return int32(math.Round(v * unit)) }

// compileClassic returns an evaluator for the model classic. It computes the interpolated weights
// for every number of discs.
func compileClassic(w engines.Weights) evaluator {
	t := new([65][classicTerms]int32)
	for count := range t {
		late := progress(count)
		for term := range classicTerms {
			t[count][term] = toUnits(float64(w[2*term]*(1-late)) + float64(w[2*term+1]*late))
		}
	}
	return evaluator{classic: t}
}

// compilePairs returns an evaluator for the model ntuple, with the weights as integers.
func compilePairs(w engines.Weights) evaluator {
	t := new([pairClasses * pairStates]int32)
	for i, v := range w {
		t[i] = toUnits(v)
	}
	return evaluator{states: t}
}

// evaluate returns the static evaluation of a position for the side to move, in millionths. The
// weights of the model ntuple are made for the side that has just moved, so their sum for that side
// is negated.
func (e *evaluator) evaluate(own, opp uint64) int64 {
	switch {
	case e.squares != nil:
		return e.squares.sum(own) - e.squares.sum(opp)
	case e.classic != nil:
		var t [classicTerms]int32
		classicTermsOf(own, opp, &t)
		w := &e.classic[bits.OnesCount64(own|opp)]
		var v int64
		for i := range t {
			v += int64(t[i]) * int64(w[i])
		}
		return v
	case e.patterns != nil:
		return int64(e.patterns.Evaluate(own, opp)) * (unit / pattern.Unit)
	}
	return -pairSum(e.states, opp, own)
}

// best evaluates the position after each move in the set moves, for the side that moves. It returns
// the highest value, and the moves whose value is within a millionth of it.
func (e *evaluator) best(own, opp, moves uint64) (best int64, ties uint64) {
	best = -infinite
	for set := moves; set != 0; set &= set - 1 {
		sq := bits.TrailingZeros64(set)
		o, p := board.Play(own, opp, board.Flips(own, opp, sq), sq)
		switch v := -e.evaluate(o, p); {
		case v > best+1:
			best, ties = v, set&-set
		case v >= best-1:
			best = max(best, v)
			ties |= set & -set
		}
	}
	return best, ties
}

// pairSum returns the sum of the weights for the contents of all pairs of squares, for the side
// with the discs own.
func pairSum(w *[pairClasses * pairStates]int32, own, opp uint64) int64 {
	var state [64]uint8
	for sq := range state {
		state[sq] = uint8(own>>sq&1 | opp>>sq&1<<1)
	}
	var v int64
	for _, p := range pairs {
		v += int64(w[int(p.class)*pairStates+3*int(state[p.a&63])+int(state[p.b&63])])
	}
	return v
}

// squareEvaluator evaluates positions by a weight for every square. For speed, half contains tables
// of the sums of weights over every set of squares of a row.
type squareEvaluator struct {
	weight [64]int32
	half   [2]halfBoard
}

// halfBoard contains, for each of four rows, the sum of weights over every set of squares of this
// row.
type halfBoard [4][256]int32

// compileSquares returns an evaluator with one weight per square, in the order a1 to h8.
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

// best computes by how much each move in the set moves increases the value of the side that makes
// it. It returns the largest increase, and the moves whose increase is within a millionth of it.
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

func (e *squareEvaluator) sum(set uint64) int64 { return e.half[0].sum(set) + e.half[1].sum(set>>32) }

// sum returns the sum of the weights of the squares in the lowest 32 bits of set. It is kept short
// so that the compiler inlines it.
func (h *halfBoard) sum(set uint64) int64 {
	return int64(h[0][set&255] + h[1][set>>8&255] + h[2][set>>16&255] + h[3][set>>24&255])
}
