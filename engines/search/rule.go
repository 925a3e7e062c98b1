package search

import "math"

// Rule is the criterion by which a seat chooses among vectors of values.
type Rule uint8

// The rules.
const (
	Own      Rule = iota // the seat's own value
	Relative             // its value less the largest value of another seat
	Mixed                // its own value; at equal values as Relative
)

// score is the value of a vector for a side. second decides between scores with equal first.
type score struct{ first, second int64 }

// worst is below every score.
var worst = score{math.MinInt64, math.MinInt64}

// less reports whether a is below b.
func (a score) less(b score) bool {
	return a.first < b.first || a.first == b.first && a.second < b.second
}

// side returns the side of a seat. With two sides, side 0 is the seat to move at the root and side
// 1 all others; otherwise every seat is its own side.
func (m *MaxN[S, G]) side(seat int) int {
	switch {
	case !m.twoSides:
		return seat
	case seat == m.mover:
		return 0
	}
	return 1
}

// score returns the value of a vector for a side.
func (m *MaxN[S, G]) score(v *Vector, side int) score {
	if !m.twoSides {
		return m.worth(v, side)
	}
	w := m.worth(v, m.mover)
	if side == 1 {
		w.first, w.second = -w.first, -w.second
	}
	return w
}

// worth returns the value of a vector for a seat by the rule of the search.
func (m *MaxN[S, G]) worth(v *Vector, seat int) score {
	if m.options.Rule == Own {
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

// refuted reports whether another side already has a branch nearer to the root that is at least
// as good for it as the vector. That side then avoids the present position.
func (m *MaxN[S, G]) refuted(v *Vector, side int) bool {
	if m.twoSides {
		return !m.bounds[1-side].less(m.score(v, 1-side))
	}
	if m.options.Pruning != Bounds {
		return false
	}
	for other := range m.seats {
		if other != side && !m.bounds[other].less(m.worth(v, other)) {
			return true
		}
	}
	return false
}
