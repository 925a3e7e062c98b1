package grid

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/lanista/lanista/engines"
)

// Missed returns, for each of the given points of a grid, the indices of the labelled positions
// that the point's weights evaluate wrongly. A point is given by its index on every axis. axes must
// have an axis for every weight of the problem, in the same order. Like [Search], it computes
// without rounding errors.
func Missed(p Problem, axes []Axis, points [][]int) ([][]int, error) {
	if err := p.validate(); err != nil {
		return nil, err
	}
	if len(axes) != len(p.Space) {
		return nil, fmt.Errorf("grid: %d axes for %d weights", len(axes), len(p.Space))
	}
	l, err := newLattice(p, axes)
	if err != nil {
		return nil, err
	}
	missed := make([][]int, len(points))
	for i, at := range points {
		for k, a := range axes {
			if len(at) != len(axes) || at[k] < 0 || at[k] >= a.Count {
				return nil, fmt.Errorf("grid: the point %v is not on the grid", at)
			}
		}
		missed[i] = l.missed(at)
	}
	return missed, nil
}

// missed returns the indices of the labelled positions that the given point of the grid evaluates
// wrongly. index contains the point's index on every axis.
func (l *lattice) missed(index []int) []int {
	var out []int
	for e := range l.etudes() {
		if !l.hit(e, index) {
			out = append(out, e)
		}
	}
	return out
}

// Group is a group of best points of a grid that evaluate the same labelled positions wrongly.
type Group struct {
	Missed  []int           // indices of these positions, from 0
	Points  int             // number of points in the group
	Weights engines.Weights // weights of the first of these points in the order of the grid
}

// groupWork limits the grouping of the best points, which would take too long for many of them; see
// [Group]. It is the largest product of the numbers of best points and labelled positions.
const groupWork = 1 << 24

// groups returns the best points of a map, grouped by the labelled positions that they evaluate
// wrongly. The best points are those with the given number of hits. count is their number. groups
// returns nil if the grouping would take too long; see groupWork.
func (l *lattice) groups(m *HitMap, hits int, count int64) []Group {
	if count*int64(l.etudes()) > groupWork {
		return nil
	}
	var out []Group
	known := make(map[string]int) // indices in out
	at := make([]int, len(l.axes))
	for index, h := range m.Hits {
		if int(h) != hits {
			continue
		}
		for k, rest := len(l.axes)-1, index; k >= 0; k-- {
			at[k], rest = rest%l.axes[k].Count, rest/l.axes[k].Count
		}
		weights := make(engines.Weights, len(at))
		for k, a := range l.axes {
			weights[k] = a.At(at[k])
		}
		if !l.limits.Holds(weights) { // 0 in the map, like points without hits
			continue
		}
		missed := l.missed(at)
		key := fmt.Sprint(missed)
		if i, ok := known[key]; ok {
			out[i].Points++
			continue
		}
		known[key] = len(out)
		out = append(out, Group{Missed: missed, Points: 1, Weights: weights})
	}
	slices.SortStableFunc(out, func(a, b Group) int { return cmp.Compare(b.Points, a.Points) })
	return out
}
