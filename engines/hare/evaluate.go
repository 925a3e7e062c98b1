package hare

import (
	"fmt"
	"math"

	"github.com/lanista/lanista/engines"
)

// These are the values of a finished race for a player, in units of the evaluation. The first place
// is worth firstPlace, and each further place is worth placeCost less. The last player, who is
// still on the track, gets unfinished. With the built-in profiles, evaluations of unfinished races
// lie between these values.
const (
	firstPlace = 1_000_000
	placeCost  = 1_000
	unfinished = -1_000_000
)

// tabulated is the number of carrots for which the evaluator stores values in tables. Values of
// larger numbers are computed when needed.
const tabulated = 512

// These are the indices of the weights in a weight vector: lettuces (S), carrots (C) and progress
// (P).
const (
	weightS = iota
	weightC
	weightP
	weightCount
)

// evaluator evaluates positions with one weight vector. For equal results on all machines, it
// computes with integers, in which unit represents an evaluation of 1. It rounds the weights to
// multiples of 100/unit. exact is true if the rounding has changed no weight.
type evaluator struct {
	board  *board
	curves curves
	unit   int64 // the number of integer steps in 1 of the evaluation

	weights engines.Weights
	k       [weightCount]int64 // the weights, in units of 100/unit
	exact   bool               // k equals the weights without rounding

	carrots  [3][tabulated]int64                  // Kc * C
	lettuces [startLettuces + 1][finish + 1]int64 // Ks * S
	progress [finish + 1]int64                    // Kp * P
	finished [maxSeats + 1]int64                  // by place
	lost     int64
}

// maxWeight is the largest absolute value of a weight that an evaluator accepts.
const maxWeight = 1e6

// newEvaluator returns an evaluator with the given weights. It is an error if their number is
// wrong, or if a weight is not finite or exceeds maxWeight in absolute value.
func newEvaluator(b *board, t curves, w engines.Weights) (*evaluator, error) {
	if len(w) != weightCount {
		return nil, fmt.Errorf("%d weights given, %d needed (Ks, Kc, Kp)", len(w), weightCount)
	}
	largest := 0.0
	for i, v := range w {
		if !(math.Abs(v) <= maxWeight) {
			return nil, fmt.Errorf("weight %s: %v is not within [-%g, %[3]g]", space[i].Name, v, maxWeight)
		}
		largest = max(largest, math.Abs(v))
	}
	// A scaled weight is an integer of at most 2e9, and a value of a curve an integer of at most
	// 5e7 hundredths. So the evaluation stays below 2^59, the limit of [search.Vector].
	scale := 1e9
	for largest*scale > 2e9 {
		scale /= 10
	}
	e := &evaluator{board: b, curves: t, unit: 100 * int64(scale), weights: w, exact: true}
	for i, v := range w {
		e.k[i] = int64(math.Round(v * scale))
		e.exact = e.exact && float64(e.k[i])/scale == v
	}
	return e, nil
}

// tabulate fills the tables from which [evaluator.scaledValue] adds up an evaluation. They contain
// the weighted values of squares, of lettuces on every square, and of fewer than tabulated carrots.
// Values of finished races, which have no weight, are stored too.
func (e *evaluator) tabulate() {
	for at := range e.progress {
		e.progress[at] = e.k[weightP] * 100 * progressOf(at)
		for l := range e.lettuces {
			e.lettuces[l][at] = e.k[weightS] * e.lettuceValue(l, at)
		}
	}
	for class := range e.carrots {
		for c := range e.carrots[class] {
			e.carrots[class][c] = e.k[weightC] * e.curves.carrots[class].hundredths(c)
		}
	}
	for place := range e.finished {
		e.finished[place] = e.unit * placeValue(uint8(place))
	}
	e.lost = e.unit * unfinished
}

// progressOf returns the feature P (progress) of a player on a square: 3 for each square since the
// start.
func progressOf(square int) int64 { return 3 * int64(square) }

func placeValue(place uint8) int64 { return firstPlace - placeCost*(int64(place)-1) }

// lettuceValue returns the feature S of a player on the given square, in hundredths: the value of
// the lettuces in hand.
func (e *evaluator) lettuceValue(lettuces, at int) int64 {
	return hundredths(e.curves.lettuces[lettuces][min(int(e.board.ahead[at]), maxAhead)])
}

// standing returns the values from which the features of player i follow: its square (at), lettuces
// and carrots, and the index of its curve of carrots (class). The numbers include the changes that
// the rules force at the start of the next turn. class is 2 if the carrots suffice to reach the
// finish. Otherwise it is 0 in the first half of the track and 1 in the second.
func (e *evaluator) standing(s *state, i uint8) (at, lettuces, class int, carrots int32) {
	at, lettuces, carrots = int(s.square[i]), int(s.lettuces[i]), s.carrots[i]
	switch {
	case e.board.pays[at] != 0:
		carrots += s.payout(e.board, i)
	case s.flag[i] != free && s.eats(e.board, i):
		lettuces--
		carrots += int32(10 * s.rank(i))
	}
	switch {
	case carrots >= costHome[at]:
		class = 2
	case at >= e.curves.half:
		class = 1
	}
	return at, lettuces, class, carrots
}

// scaledValue returns the evaluation of a position for player i as an integer, in which e.unit
// represents 1. It uses the tables of tabulate, for speed in searches.
func (e *evaluator) scaledValue(s *state, i uint8) int64 {
	if s.place[i] != 0 {
		return e.finished[s.place[i]]
	}
	if s.over() {
		return e.lost
	}
	at, lettuces, class, carrots := e.standing(s, i)
	sum := e.progress[at] + e.lettuces[lettuces][at]
	if carrots < tabulated {
		return sum + e.carrots[class][carrots]
	}
	return sum + e.k[weightC]*e.curves.carrots[class].hundredths(int(carrots))
}

// features returns the features S, C and P of player i, in hundredths. If the player's final place
// is certain, P is the value of this place, and S and C are 0.
func (e *evaluator) features(s *state, i uint8) (f [weightCount]int64) {
	switch {
	case s.place[i] != 0:
		f[weightP] = 100 * placeValue(s.place[i])
	case s.over():
		f[weightP] = 100 * unfinished
	default:
		at, lettuces, class, carrots := e.standing(s, i)
		f[weightS] = e.lettuceValue(lettuces, at)
		f[weightC] = e.curves.carrots[class].hundredths(int(carrots))
		f[weightP] = 100 * progressOf(at)
	}
	return f
}

// value returns the evaluation of a position for a player: the sum of the features, each multiplied
// by its weight. The value of a final place is multiplied by the weight of P too;
// [evaluator.scaledValue] does not do that.
func (e *evaluator) value(s *state, player int) float64 {
	f := e.features(s, uint8(player))
	if e.exact {
		return float64(f[weightS]*e.k[weightS]+f[weightC]*e.k[weightC]+f[weightP]*e.k[weightP]) / float64(e.unit)
	}
	sum := 0.0
	for i, x := range f {
		sum += float64(e.weights[i] * (float64(x) / 100))
	}
	return sum
}
