package pairwise

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/lanista/lanista/elementary"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/constraints"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/tuning"
)

// Box maps the free weights of a problem (the weights that are tuned) to unit coordinates and back. A
// point has one coordinate in [0, 1] for every free weight, in the order of the weights.
type Box struct {
	space     engines.Space
	free      []int            // the weight of every coordinate, as an index into space
	start     engines.Weights  // the problem's start weights, or the default weights
	steps     []float64        // first steps in the unit of the weights, or nil
	limits    *constraints.Set // nil if there are no constraints between weights
	scaleFree bool             // see ScaleFree
}

// NewBox returns the Box of a problem. It returns the errors of [tuning.Problem.Validate], and an
// error if the space has no free weight or if a free weight is of kind Choices.
func NewBox(p tuning.Problem) (*Box, error) {
	if err := p.Validate(); err != nil {
		return nil, err
	}
	b := &Box{space: p.Space, free: p.Space.Free(), start: p.Start, steps: p.Steps, limits: p.Constraints.Within(p.Space)}
	if len(b.free) == 0 {
		return nil, fmt.Errorf("no weight is free to be tuned")
	}
	if chosen := p.Space.Chosen(); len(chosen) > 0 {
		return nil, keys.Errorf(p.Space[chosen[0]].Name, "it is of kind choices, which this method cannot tune by itself; package tuning/arms tunes choices beside it")
	}
	if b.start == nil {
		b.start = p.Space.Default()
	}
	b.scaleFree = p.ScaleFree && b.scalable() && b.limits.Homogeneous()
	return b, nil
}

// scalable reports whether every weight vector of the space can be multiplied by any number from
// 0 to 1 without leaving the space.
func (b *Box) scalable() bool {
	for _, w := range b.space {
		real := w.Kind == engines.Real && w.Min <= 0 && w.Max >= 0 && w.Min < w.Max
		if nothing := w.Min == 0 && w.Max == 0; !real && !nothing {
			return false
		}
	}
	return true
}

// Dim returns the number of coordinates, one for every free weight.
func (b *Box) Dim() int { return len(b.free) }

// Space returns the weights of the problem with their ranges.
func (b *Box) Space() engines.Space { return b.space }

// Start returns the coordinates of the problem's start weights, or of the default weights if it has
// none, in the standard form of [Box.Normalise].
func (b *Box) Start() []float64 {
	u := b.Unit(b.start)
	b.Normalise(u)
	return u
}

// Unit converts a weight vector to unit coordinates: a number in [0, 1] for the value of every free
// weight within its range. A value outside of the range gets the coordinate of the nearest end.
func (b *Box) Unit(w engines.Weights) []float64 {
	u := make([]float64, len(b.free))
	for k, i := range b.free {
		u[k] = min(max(b.space[i].Unit(w[i]), 0), 1)
	}
	return u
}

// Step returns the step that the problem sets for the weight of coordinate k, as a share of the
// weight's range. A step is the typical distance of a strategy's first changes of the weight; in
// spsa it is the distance in the last round. If the problem sets no step, Step returns fallback.
func (b *Box) Step(k int, fallback float64) float64 {
	if i := b.free[k]; b.steps != nil && b.steps[i] > 0 {
		return b.space[i].UnitStep(b.start[i], b.steps[i])
	}
	return fallback
}

// HasSteps reports whether the problem sets the typical first change (step) of at least one weight;
// see the field Steps of [tuning.Problem].
func (b *Box) HasSteps() bool {
	return slices.ContainsFunc(b.steps, func(step float64) bool { return step > 0 })
}

// Quantum returns the distance between neighbouring whole numbers in coordinate k. On a logarithmic
// scale the distances differ, and Quantum returns the largest. It returns 0 for a weight that need
// not be a whole number.
func (b *Box) Quantum(k int) float64 {
	w := b.space[b.free[k]]
	if !w.Kind.Has(engines.Integer) {
		return 0
	}
	if w.Kind.Has(engines.Log) { // they are farthest apart at the lower end
		least := math.Ceil(w.Min)
		return elementary.Log((least+1)/least) / elementary.Log(w.Max/w.Min)
	}
	return 1 / (w.Max - w.Min)
}

// Constrained reports whether there are constraints between weights.
func (b *Box) Constrained() bool { return b.limits != nil }

// Nearest returns the allowed weights nearest to a point in unit coordinates, in which every
// weight's range is from 0 to 1. The weights satisfy the constraints of the problem. If no such
// weights are found near the point, Nearest returns the start weights.
func (b *Box) Nearest(u []float64) engines.Weights {
	return b.weights(u, nil)
}

// Rounded converts a point with coordinates from 0 to 1 to weights, and rounds whole-number weights
// at random. A weight is rounded up with the probability of its fraction, so that the mean of the
// rounded weights is the exact point. If the rounded weights violate a constraint, Rounded returns
// the nearest weights that satisfy all constraints, or the start weights if none are found.
func (b *Box) Rounded(u []float64, rng *rand.Rand) engines.Weights {
	return b.weights(u, rng)
}

func (b *Box) weights(u []float64, rng *rand.Rand) engines.Weights {
	out := b.fixed()
	for k, i := range b.free {
		v := b.space[i].FromUnit(min(max(u[k], 0), 1))
		if rng != nil && b.space[i].Kind.Has(engines.Integer) {
			v = math.Floor(v + float64(rng.Float64()))
		}
		out[i] = b.space[i].Snap(v)
	}
	if b.limits.Holds(out) {
		return out
	}
	from := out
	if rng == nil {
		from = b.unrounded(u)
	}
	if near, ok := b.limits.Nearest(from); ok {
		return near
	}
	return slices.Clone(b.start)
}

// fixed returns the start weights, but with the default value for every fixed weight.
func (b *Box) fixed() engines.Weights {
	out := slices.Clone(b.start)
	for i, w := range b.space {
		if w.Kind.Has(engines.Fixed) {
			out[i] = w.Default
		}
	}
	return out
}

// unrounded returns the weights of a point with coordinates from 0 to 1, without rounding to whole
// numbers.
func (b *Box) unrounded(u []float64) engines.Weights {
	out := b.fixed()
	for k, i := range b.free {
		w := b.space[i]
		out[i] = min(max(w.FromUnit(min(max(u[k], 0), 1)), w.Min), w.Max)
	}
	return out
}

// Feasible moves a point, in place, to the nearest point that satisfies the constraints of the
// problem. If the box contains no such point, it moves the point to the start weights. It does
// nothing without constraints. It ignores that weights may be whole numbers.
func (b *Box) Feasible(u []float64) {
	if b.limits == nil {
		return
	}
	w, ok := b.limits.Project(b.unrounded(u))
	if !ok { // the box is a part of the ranges that the constraints exclude
		w = b.start
	}
	copy(u, b.Unit(w))
}

// ScaleFree reports whether only the ratios of the weights matter and every weight vector can be
// scaled. If so, [Box.Normalise] scales points.
func (b *Box) ScaleFree() bool { return b.scaleFree }

// normalised is the size to which [Box.Normalise] scales the largest weight of a vector, as a share
// of that weight's limit. It is below 1 so that a search can try larger as well as smaller values.
const normalised = 2.0 / 3

// Normalise replaces a point, in place, by an equivalent point in a standard form. It first applies
// [Box.Feasible]. If only the ratios of the weights matter and every vector can be scaled, it then
// scales the weights. The weight that is largest in relation to its limit becomes two thirds of
// that limit. Scaling requires that all weights are real and have 0 in their ranges.
func (b *Box) Normalise(u []float64) {
	b.Feasible(u)
	if !b.scaleFree {
		return
	}
	most := 0.0
	for k, i := range b.free {
		w := b.space[i]
		switch v := w.FromUnit(u[k]); {
		case v > 0:
			most = max(most, v/w.Max)
		case v < 0:
			most = max(most, v/w.Min)
		}
	}
	if most < 1e-9 {
		return
	}
	for k, i := range b.free {
		w := b.space[i]
		u[k] = min(max(w.Unit(w.FromUnit(u[k])*normalised/most), 0), 1)
	}
}
