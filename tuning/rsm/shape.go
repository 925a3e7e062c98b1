package rsm

import (
	"slices"

	"github.com/lanista/lanista/tuning/pairwise"
)

// shape contains half the first width of the trust region along every coordinate, if the problem has
// first steps for weights. nil gives all coordinates the same share of their ranges, and the probe
// finds this share.
type shape []float64

// newShape returns the shape for the first steps of a problem, or nil if it has none. A step is the
// same share of the region's width as the probe's first radius is of the ranges. A weight without a
// step begins with its whole range.
func newShape(box *pairwise.Box, c *Constants) shape {
	if !box.HasSteps() {
		return nil
	}
	s := make(shape, box.Dim())
	for k := range s {
		s[k] = box.Step(k, 2*c.ProbeRadius) / (2 * c.ProbeRadius)
	}
	return s
}

// of returns the half width of coordinate k, or 1 without a shape.
func (s shape) of(k int) float64 {
	if s == nil {
		return 1
	}
	return s[k]
}

// least returns the half width of the narrowest coordinate, or 1 without a shape.
func (s shape) least() float64 {
	if s == nil {
		return 1
	}
	return slices.Min(s)
}
