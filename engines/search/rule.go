package search

import "math"

// Rule is the criterion by which a seat chooses between positions that have a value for every
// seat.
type Rule uint8

// These are the rules by which a seat can choose between positions that have a value for every
// seat.
const (
	Own      Rule = iota // the seat's own value
	Relative             // its value less the largest value of another seat, if there is one
	Mixed                // its own value; at equal values as Relative
)

// score rates a position's vector of values for one side; higher is better. second only decides
// between scores with equal first.
type score struct{ first, second int64 }

var worst = score{math.MinInt64, math.MinInt64}

func (a score) less(b score) bool {
	return a.first < b.first || a.first == b.first && a.second < b.second
}

// side returns the side to which a seat belongs. If the search has two sides, side 0 is the seat
// to move at the root and side 1 all other seats. Otherwise every seat is a side of its own.
func (m *MaxN[S, G]) side(seat int) int {
	switch {
	case !m.twoSides:
		return seat
	case seat == m.mover:
		return 0
	}
	return 1
}

// score rates a vector of values, one per seat, for a side: a group of seats that choose by the
// same values. A higher score is better.
func (m *MaxN[S, G]) score(v *Vector, side int) score {
	if !m.twoSides {
		return m.seatScore(v, side)
	}
	w := m.seatScore(v, m.mover)
	if side == 1 {
		w.first, w.second = -w.first, -w.second
	}
	return w
}

// seatScore rates a vector of values, one per seat, for one seat by the rule of the search. A
// higher score is better.
func (m *MaxN[S, G]) seatScore(v *Vector, seat int) score {
	if m.options.Rule == Own || m.seats == 1 {
		return score{first: v[seat]}
	}
	rival := int64(math.MinInt64)
	for other := range m.seats {
		if other != seat {
			rival = max(rival, v[other])
		}
	}
	if m.options.Rule == Relative {
		return score{first: v[seat] - rival}
	}
	return score{v[seat], v[seat] - rival}
}

// refuted reports whether the search can skip the remaining branches of a position. v contains the
// values that the side to move can reach there. The rest can be skipped if another side has an
// alternative nearer to the root that is at least as good for it as v. The game then does not reach
// the position.
func (m *MaxN[S, G]) refuted(v *Vector, side int) bool {
	if m.twoSides {
		return !m.bounds[1-side].less(m.score(v, 1-side))
	}
	if m.options.Pruning != Bounds {
		return false
	}
	for other := range m.seats {
		if other != side && !m.bounds[other].less(m.seatScore(v, other)) {
			return true
		}
	}
	return false
}
