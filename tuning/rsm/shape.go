package rsm

import (
	"slices"

	"github.com/lanista/lanista/tuning/pairwise"
)

// shape contains, for every coordinate, half the width of the trust region in which the fit begins,
// as a share of the range. If the problem has first steps for weights, the shape replaces the
// probe, which otherwise finds one such share for all coordinates. Without steps it is nil.
type shape []float64

// newShape returns the shape of a problem whose weights have first steps, which the user gives, or
// nil if no weight has one. Along every weight the first trust region is 1/c.Near as wide as its
// step, ten times by default. A weight without a step begins with its whole range.
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

// of returns the half width of coordinate k as a share of its range, or 1 without a shape.
func (s shape) of(k int) float64 {
	if s == nil {
		return 1
	}
	return s[k]
}

// least returns the half width of the narrowest coordinate as a share of its range, or 1 without a
// shape.
func (s shape) least() float64 {
	if s == nil {
		return 1
	}
	return slices.Min(s)
}
