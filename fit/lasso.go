package fit

import (
	"math"
	"slices"
)

// These constants limit the coordinate descent within a Newton step. It goes over all columns at
// most mostSweeps times. It ends earlier if no coefficient changes by more than still, in units in
// which the curvature is 1.
const (
	mostSweeps = 10_000
	still      = 1e-11
)

// minimise minimises an objective within the bounds low and high. It begins at b, overwrites b with
// the minimum, and returns it.
func minimise(o *objective, b, low, high []float64) ([]float64, error) {
	if o.lasso == nil {
		return newton(o, b, low, high)
	}
	return proximal(o, b, low, high)
}

// absolute returns the lasso penalty at b: the sum over j of lasso[j] |b[j] - centre[j]|.
func (o *objective) absolute(b []float64) float64 {
	sum := 0.0
	for j, l := range o.lasso {
		sum += l * math.Abs(b[j]-o.centre[j])
	}
	return sum
}

// proximal minimises an objective with a lasso penalty within the bounds low and high, by a
// proximal Newton method. Every step minimises a quadratic model of the smooth part plus the
// penalty by coordinate descent, and then searches along the line to that point. It begins at b.
//
// Sources: J. Lee, Y. Sun and M. Saunders, "Proximal Newton-type methods for minimizing composite
// functions", SIAM J. Optimization 24, 2014; J. Friedman, T. Hastie and R. Tibshirani,
// "Regularization paths for generalized linear models via coordinate descent", J. Statistical
// Software 33, 2010.
func proximal(o *objective, b, low, high []float64) ([]float64, error) {
	n := len(b)
	clamp(b, low, high)
	gradient, hessian := make([]float64, n), make([]float64, n*n)
	trial := make([]float64, n)
	for range mostNewton {
		smooth := o.sum(b, gradient, hessian)
		if err := o.ctx.Err(); err != nil {
			return nil, err
		}
		f := smooth + o.absolute(b)
		to := o.model(b, gradient, hessian, low, high)
		expected := o.absolute(b) - o.absolute(to) // decrease predicted for the whole step
		for j, g := range gradient {
			expected += g * (b[j] - to[j])
		}
		moved := false
		for share := 1.0; share > 1e-6 && expected > converged*math.Abs(f); share /= 2 {
			for j := range trial {
				trial[j] = b[j] + share*(to[j]-b[j])
			}
			if share == 1 {
				copy(trial, to) // exactly, so that columns at the centre stay there
			}
			if fall := f - o.value(trial) - o.absolute(trial); fall >= 1e-4*share*expected {
				copy(b, trial)
				moved = fall > converged*math.Abs(f)
				o.stepped(b)
				break
			}
		}
		if !moved {
			return b, o.ctx.Err()
		}
	}
	o.unconverged = true
	return b, o.ctx.Err()
}

// model returns the minimum, within the bounds low and high, of the quadratic approximation of the
// objective around b plus the lasso penalty.
func (o *objective) model(b, gradient, hessian, low, high []float64) []float64 {
	n := len(b)
	x := slices.Clone(b)
	slope := slices.Clone(gradient) // of the model at x
	curvature := func(j, k int) float64 { return hessian[min(j, k)*n+max(j, k)] }
	for range mostSweeps {
		largest := 0.0
		for j := range x {
			h := curvature(j, j)
			if h <= 0 || low[j] == high[j] {
				continue
			}
			next := x[j] - slope[j]/h
			if o.lasso[j] > 0 {
				next = o.centre[j] + shrink(next-o.centre[j], o.lasso[j]/h)
			}
			next = min(max(next, low[j]), high[j])
			change := next - x[j]
			if change == 0 {
				continue
			}
			x[j] = next
			for k := range slope {
				slope[k] += curvature(j, k) * change
			}
			largest = max(largest, math.Abs(change)*math.Sqrt(h))
		}
		if largest < still {
			break
		}
	}
	return x
}

// shrink returns v moved towards 0 by the given distance, but not past 0.
func shrink(v, by float64) float64 {
	return math.Copysign(max(math.Abs(v)-by, 0), v)
}
