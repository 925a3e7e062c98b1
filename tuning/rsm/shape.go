package rsm

import (
	"slices"

	"github.com/lanista/lanista/tuning/pairwise"
)

// shape contains, for every coordinate, half the width of the region in which the fit begins, as a
// share of the range. It follows from the first steps that the problem sets for weights. Without
// such steps it is nil, and the probe finds one half width for all coordinates.
type shape []float64

// newShape computes the shape of the region that is searched first from the steps that the user has
// set for weights. It returns nil if no step is set. Along a weight with a step the region is
// 1/c.Near times as wide as the step, by default ten times. Along any other weight it is the whole
// range.
func newShape(box *pairwise.Box, c *Constants) shape {
	if !box.HasSteps() {
		return nil
	}
	s := make(shape, box.Dim())
	for k := range s {
		s[k] = box.Step(k, 2*c.Near) / (2 * c.Near)
	}
	return s
}

// of returns half the width of the searched region (trust region) in coordinate k, as a share of
// the coordinate's range. A nil shape sets no widths of its own: of then returns 1 for every
// coordinate.
func (s shape) of(k int) float64 {
	if s == nil {
		return 1
	}
	return s[k]
}

// least returns half the width of the searched region (trust region) in its narrowest coordinate,
// as a share of the coordinate's range. It returns 1 for a nil shape.
func (s shape) least() float64 {
	if s == nil {
		return 1
	}
	return slices.Min(s)
}
