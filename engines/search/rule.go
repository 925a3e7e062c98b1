package search

import "math"

// Rule is how a seat chooses among vectors.
type Rule uint8

// The rules of choice.
const (
	Own      Rule = iota // the seat's own component
	Relative             // its lead over the best of the others
	Mixed                // its own component, then its lead
)

// score is the worth of a vector to one side; the second counts among equals.
type score struct{ first, second int64 }

// worst is below every score.
var worst = score{math.MinInt64, math.MinInt64}

func (a score) less(b score) bool {
	return a.first < b.first || a.first == b.first && a.second < b.second
}

// side is who a seat plays for: under alpha-beta 0 for the seat to move at the
// root and 1 for all others, elsewhere the seat itself.
func (m *MaxN[S, G]) side(seat int) int {
	switch {
	case !m.twoSides:
		return seat
	case seat == m.mover:
		return 0
	}
	return 1
}

// score is the worth of a vector to a side.
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

// worth is the worth of a vector to a seat by the rule of choice.
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

// refuted reports whether another side has, further up, at least as much as a
// vector gives it, and so will not let it come to this.
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
