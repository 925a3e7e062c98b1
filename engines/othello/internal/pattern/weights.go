package pattern

import (
	"fmt"
	"math"
	"math/bits"
	"sync"

	"github.com/lanista/lanista/engines/training"
)

// knots lists the numbers of discs on the board for which there are weights. Weights for other
// numbers of discs are interpolated.
var knots = [...]int{10, 16, 22, 28, 34, 40, 46, 52, 58}

// stages is the number of fitted weights for each group of patterns that share their weights: one
// for each number of discs in knots, and one that is added at all numbers of discs.
const stages = len(knots) + 1

// Columns returns the number of fitted weights. Every broad feature, and every group of patterns
// that share weights, has one weight for each number of discs in knots. One more is for all numbers
// of discs.
func Columns() int {
	prepare()
	return stages * (patternLayout.slots + broad)
}

// fine and Unit are numbers of units per disc: fine in stored weights, and Unit in the values that
// Evaluate returns.
const (
	fine = 16
	Unit = 64
)

// Weights contains the weights of the pattern evaluation in sixteenths of a disc. There is one set
// for each number of discs in [knots]; between these, weights are interpolated. Tables for the
// evaluation are built on first use. Weights are safe for concurrent use.
type Weights struct {
	values []int16 // by knot and slot
	tables [65]struct {
		once sync.Once
		made *values
	}
}

// values contains the weights of all patterns for one number of discs on the board, by the number
// of the pattern in the [layout].
type values []int16

// New returns pattern weights with the given fitted weights, in discs. columns must have Columns()
// elements. Each resulting weight is limited to 64 discs in absolute value. It is an error if one
// is NaN.
func New(columns []float64) (*Weights, error) {
	if len(columns) != Columns() {
		return nil, fmt.Errorf("%d pattern weights, %d needed", len(columns), Columns())
	}
	w := Zero()
	for knot := range knots {
		at := func(slot int) float64 { return columns[stages*slot+knot] + columns[stages*slot+stages-1] }
		var wide [broad]float64
		for i := range wide {
			wide[i] = at(patternLayout.slots + i)
		}
		done := -1 // slots come by rising number for the first value that has them
		for value, slot := range patternLayout.slot {
			if int(slot) <= done {
				continue
			}
			done = int(slot)
			v := at(int(slot)) + patternLayout.shares(value, &wide)
			if math.IsNaN(v) {
				return nil, fmt.Errorf("pattern weight %d is not a number", stages*int(slot)+knot)
			}
			w.values[knot*patternLayout.slots+int(slot)] = int16(math.Round(min(max(v, -64), 64) * fine))
		}
	}
	return w, nil
}

// Columns returns fitted weights from which [New] creates weights equal to w. The columns for each
// number of discs in knots contain the whole weights of the patterns. The columns for all numbers
// of discs, and those of the broad features, are 0.
func (w *Weights) Columns() []float64 {
	columns := make([]float64, Columns())
	for knot := range knots {
		for slot := range patternLayout.slots {
			columns[stages*slot+knot] = float64(w.values[knot*patternLayout.slots+slot]) / fine
		}
	}
	return columns
}

// Zero returns pattern weights under which every position has the value 0.
func Zero() *Weights {
	prepare()
	return &Weights{values: make([]int16, len(knots)*patternLayout.slots)}
}

// between returns how weights for a number of discs are interpolated. knot is the index of the last
// element of knots that is at most discs. share is the fraction, in [0, 1), of the way from there
// to the next element. Numbers of discs outside the range of knots have the weights of its nearer
// end.
func between(discs int) (knot int, share float64) {
	first, last := knots[0], knots[len(knots)-1]
	discs = min(max(discs, first), last)
	step := knots[1] - knots[0]
	knot = (discs - first) / step
	return knot, float64(discs-first)/float64(step) - float64(knot)
}

// at returns the weights of all patterns for a number of discs on the board.
func (w *Weights) at(discs int) values {
	t := &w.tables[discs]
	t.once.Do(func() {
		made := make(values, patternLayout.size)
		knot, share := between(discs)
		low := w.values[knot*patternLayout.slots : (knot+1)*patternLayout.slots]
		high := low
		if share > 0 {
			high = w.values[(knot+1)*patternLayout.slots : (knot+2)*patternLayout.slots]
		}
		for i, slot := range patternLayout.slot {
			v := float64((1-share)*float64(low[slot])) + float64(share*float64(high[slot]))
			made[i] = int16(math.Round(v * Unit / fine))
		}
		t.made = &made
	})
	return *t.made
}

// Evaluate returns the static evaluation of a position for the side to move, in units of 1/Unit
// disc.
func (w *Weights) Evaluate(own, opp uint64) int {
	v := w.at(bits.OnesCount64(own | opp))
	var n numbers
	numbersOf(own, opp, &n)
	sum := int(v[patternLayout.from[len(families)]+movePair(own, opp)]) + int(v[patternLayout.size-1])
	return sum + v.add(&n)
}

// Terms appends the terms of the evaluation of a position to dst. The value of the position is the
// sum of the terms: each is the weight with the index Column times a factor. A column may occur
// several times.
func Terms(own, opp uint64, dst []training.Term) []training.Term {
	prepare()
	var n numbers
	numbersOf(own, opp, &n)
	knot, share := between(bits.OnesCount64(own | opp))
	var slots [parts + 2]int32
	for lane, p := range boardParts {
		slots[lane] = patternLayout.slot[patternLayout.from[p.family]+n.number(lane)]
	}
	moves := movePair(own, opp)
	slots[parts] = patternLayout.slot[patternLayout.from[len(families)]+moves]
	slots[parts+1] = int32(patternLayout.slots - 1)
	low, high := float32(1-share), float32(share)
	add := func(slot int32, v float32) {
		column := slot*int32(stages) + int32(knot)
		dst = append(dst, training.Term{Column: column, Value: low * v})
		if high > 0 {
			dst = append(dst, training.Term{Column: column + 1, Value: high * v})
		}
		dst = append(dst, training.Term{Column: slot*int32(stages) + int32(stages) - 1, Value: v})
	}
	for _, slot := range slots {
		add(slot, 1)
	}
	for i, v := range broadOf(own, opp, moves) {
		add(int32(patternLayout.slots+i), v)
	}
	return dst
}

// laneFrom contains, for each part of the board, the index in values at which the weights for the
// contents of this part begin.
var laneFrom [lanes]int32

func makeLanes(l *layout) (t [lanes]int32) {
	for lane, p := range boardParts {
		t[lane] = int32(l.from[p.family])
	}
	for lane := parts; lane < lanes; lane++ {
		t[lane] = int32(l.size - 1) // never looked up
	}
	return t
}

// add returns the sum of the weights for the contents of all parts of the board.
func (v values) add(n *numbers) int {
	sum := 0
	for word := range words - 1 {
		w := n[word]
		from := (*[4]int32)(laneFrom[4*word:])
		sum += int(v[from[0]+int32(w&0xffff)]) + int(v[from[1]+int32(w>>16&0xffff)]) +
			int(v[from[2]+int32(w>>32&0xffff)]) + int(v[from[3]+int32(w>>48)])
	}
	w := n[words-1]
	return sum + int(v[laneFrom[parts-2]+int32(w&0xffff)]) + int(v[laneFrom[parts-1]+int32(w>>16&0xffff)])
}
