package rsm

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// powersOf is the number of powers, the third and the fourth, that a model with powers has for each
// coordinate.
const powersOf = 2

// addPowers adds the features of the higher powers of x, multiplied by sign, to row. For each
// coordinate at the distance z from the origin, these are z^3/2 and z^4/2. The third power
// describes a maximum that is steeper on one side than on the other. The fourth power describes a
// maximum that is flatter than that of a quadratic. The factor 1/2 makes the parameters comparable
// to the curvatures, which belong to z^2/2.
func (f model) addPowers(row, x []float64, sign float64) {
	for i := range f.dim {
		z := x[i] - f.origin[i]
		row[powersOf*i] += sign * z * z * z / 2
		row[powersOf*i+1] += sign * z * z * z * z / 2
	}
}

// curved is a surface of strength: a concave quadratic plus multiples of the third and the fourth
// power of every coordinate.
type curved struct {
	slope, powers []float64 // parameters
	hessian       *mat.SymDense
	origin        []float64
}

// value returns the strength at x.
func (c curved) value(x []float64) float64 {
	sum := 0.0
	for i, u := range x {
		z := u - c.origin[i]
		sum += c.slope[i]*z + (c.powers[powersOf*i]+c.powers[powersOf*i+1]*z)*z*z*z/2
		for j, v := range x {
			sum -= c.hessian.At(i, j) * z * (v - c.origin[j]) / 2
		}
	}
	return sum
}

// derivatives returns the gradient of the surface at x and, with the opposite sign, the matrix of
// its second derivatives.
func (c curved) derivatives(x []float64) (gradient []float64, second *mat.SymDense) {
	gradient, second = slices.Clone(c.slope), mat.NewSymDense(len(x), nil)
	second.CopySym(c.hessian)
	for i, u := range x {
		for j, v := range x {
			gradient[i] -= c.hessian.At(i, j) * (v - c.origin[j])
		}
		z, cubic, quartic := u-c.origin[i], c.powers[powersOf*i], c.powers[powersOf*i+1]
		gradient[i] += (1.5*cubic + 2*quartic*z) * z * z
		second.SetSym(i, i, second.At(i, i)-(3*cubic+6*quartic*z)*z)
	}
	return gradient, second
}

// maximum returns the local maximum in the unit box that a climb from the origin leads to. Each
// step goes towards the maximum of a concave quadratic that approximates the surface at the current
// point. The step is halved until the surface rises.
func (c curved) maximum() []float64 {
	const (
		steps     = 40
		halvings  = 12
		longest   = 0.1 // share of the box, of a step along one coordinate
		tolerance = 1e-5
	)
	x := slices.Clone(c.origin)
	value := c.value(x)
	for range steps {
		gradient, second := c.derivatives(x)
		to := ascend(gradient, concave(second), x, x)
		length := 0.0
		for i, v := range to {
			length = max(length, math.Abs(v-x[i]))
		}
		share, risen := min(1, longest/max(length, tolerance)), false
		for k := 0; k < halvings && !risen; k++ {
			next := make([]float64, len(x))
			for i, v := range to {
				next[i] = min(max(x[i]+share*(v-x[i]), 0), 1)
			}
			if v := c.value(next); v > value {
				x, value, risen = next, v, true
			} else {
				share /= 2
			}
		}
		if !risen || share*length < tolerance {
			break
		}
	}
	return x
}
