package othello

import (
	"math"
	"math/bits"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/othello/internal/board"
	"github.com/lanista/lanista/engines/othello/internal/pattern"
)

// unit is the resolution of compiled evaluations: they count in millionths, so
// that sums are exact and equal positions tie exactly.
const unit = 1_000_000

// certain is added to the score of a game that is over, so that a won game is
// worth more than any evaluation.
const certain = 1 << 50

// finished is the score of a game that is over.
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

// inUnits turns a score into the unit of the weights, or into discs if the game
// is decided.
func inUnits(v int64) float64 {
	switch {
	case v > certain/2:
		v -= certain
	case v < -certain/2:
		v += certain
	}
	return float64(v) / unit
}

// evaluator is a weight vector compiled for speed. One of its parts is set, by
// model.
type evaluator struct {
	squares *squareEvaluator
	classic *[65][classicTerms]int32 // weights by the discs on the board
	states  *[pairClasses * pairStates]int32

	patterns *pattern.Weights
}

// squareEvaluator holds the weights of the squares, and their sums by the eight
// squares of a row.
type squareEvaluator struct {
	weight [64]int32
	rows   [8][256]int32
}

// toUnits rounds a weight to millionths.
func toUnits(v float64) int32 { return int32(math.Round(v * unit)) }

// compileSquares takes a weight per square, a1 first.
func compileSquares(w engines.Weights) evaluator {
	e := new(squareEvaluator)
	for sq, v := range w {
		e.weight[sq] = toUnits(v)
	}
	for row := range e.rows {
		for set := 1; set < 256; set++ {
			e.rows[row][set] = e.rows[row][set&(set-1)] + e.weight[8*row+bits.TrailingZeros(uint(set))]
		}
	}
	return evaluator{squares: e}
}

// compileClassic interpolates the weights for every number of discs.
func compileClassic(w engines.Weights) evaluator {
	t := new([65][classicTerms]int32)
	for count := range t {
		late := progress(count)
		for term := range classicTerms {
			t[count][term] = toUnits(w[2*term]*(1-late) + w[2*term+1]*late)
		}
	}
	return evaluator{classic: t}
}

// compilePairs takes a weight per class and state of pairs.
func compilePairs(w engines.Weights) evaluator {
	t := new([pairClasses * pairStates]int32)
	for i, v := range w {
		t[i] = toUnits(v)
	}
	return evaluator{states: t}
}

// evaluate is the worth of a position to the side to move. The pairs look at a
// position with the eyes of the side that has just moved.
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

// sum is the weights of a set of squares.
func (e *squareEvaluator) sum(set uint64) int64 {
	return int64(e.rows[0][set&255]+e.rows[1][set>>8&255]+e.rows[2][set>>16&255]+e.rows[3][set>>24&255]) +
		int64(e.rows[4][set>>32&255]+e.rows[5][set>>40&255]+e.rows[6][set>>48&255]+e.rows[7][set>>56])
}

// gain is by how much a move raises the worth of a position to the mover.
func (e *squareEvaluator) gain(sq int, flips uint64) int64 {
	return int64(e.weight[sq&63]) + 2*e.sum(flips)
}

// pairSum adds up the weights of the states of all pairs, seen from own.
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
