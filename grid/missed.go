package grid

import "fmt"

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
		for e := range p.Etudes {
			if !l.hit(e, at) {
				missed[i] = append(missed[i], e)
			}
		}
	}
	return missed, nil
}
