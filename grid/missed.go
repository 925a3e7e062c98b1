package grid

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/lanista/lanista/engines"
)

// Missed returns, for every given point, the labelled positions that it evaluates wrongly, by
// their index. A point is given by its index on every axis. The axes are those of the problem's
// space, in its order. Missed computes like [Search], without rounding errors.
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

// missed returns the labelled positions that the point with the given indices misses.
func (l *lattice) missed(index []int) []int {
	var out []int
	for e := range l.etudes() {
		if !l.hit(e, index) {
			out = append(out, e)
		}
	}
	return out
}

// Cluster contains the best points of a grid that miss the same labelled positions.
type Cluster struct {
	Missed  []int           // counted from 0
	Points  int             // number of points
	Weights engines.Weights // of the first of these points in the order of the grid
}

// clusterWork is the largest product of best points and labelled positions for which clusters are
// computed. It takes about a second.
const clusterWork = 1 << 24

// clusters groups the points of a map with the given number of hits by what they miss. It returns
// nil if the work would exceed clusterWork. count is the number of these points.
func (l *lattice) clusters(m *Map, hits int, count int64) []Cluster {
	if count*int64(max(1, l.etudes())) > clusterWork {
		return nil
	}
	var out []Cluster
	known := make(map[string]int) // indices in out
	at := make([]int, len(l.axes))
	for index, h := range m.Hits {
		if int(h) != hits {
			continue
		}
		for k, rest := len(l.axes)-1, index; k >= 0; k-- {
			at[k], rest = rest%l.axes[k].Count, rest/l.axes[k].Count
		}
		missed := l.missed(at)
		key := fmt.Sprint(missed)
		if i, ok := known[key]; ok {
			out[i].Points++
			continue
		}
		known[key] = len(out)
		c := Cluster{Missed: missed, Points: 1}
		for k, a := range l.axes {
			c.Weights = append(c.Weights, a.At(at[k]))
		}
		out = append(out, c)
	}
	slices.SortStableFunc(out, func(a, b Cluster) int { return cmp.Compare(b.Points, a.Points) })
	return out
}
