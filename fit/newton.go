package fit

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// mostNewton is the largest number of steps in a minimisation by Newton's method.
const mostNewton = 100

// converged is the relative decrease of the objective in one step below which the minimisation
// ends.
const converged = 1e-12

// newton minimises an objective within the bounds low and high by Newton's method. Each step
// changes only the coefficients that are not held by a bound. It begins at b, overwrites b with the
// minimum, and returns it. Source: D. Bertsekas, "Projected Newton methods for optimization
// problems with simple constraints", SIAM J. Control and Optimization 20, 1982.
func newton(o *objective, b, low, high []float64) ([]float64, error) {
	n := len(b)
	clamp(b, low, high)
	gradient, hessian := make([]float64, n), make([]float64, n*n)
	trial := make([]float64, n)
	for range mostNewton {
		f := o.sum(b, gradient, hessian)
		if err := o.ctx.Err(); err != nil {
			return nil, err
		}
		free := unbound(b, gradient, low, high)
		if len(free) == 0 {
			return b, nil
		}
		step := projected(b, gradient, hessian, low, high, free)
		moved := false
		for share := 1.0; share > 1e-6; share /= 2 {
			expected := advance(trial, b, gradient, step, share, low, high)
			if expected <= converged*math.Abs(f) {
				if share == 1 {
					copy(b, trial) // the last step reduces the error of the coefficients, not the objective
				}
				break
			}
			if fall := f - o.value(trial); fall >= 1e-4*expected {
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

// advance stores in trial the point that is reached from b after the given share of the step, moved
// into the bounds. It returns the decrease of the objective that the gradient at b predicts for
// this point.
func advance(trial, b, gradient, step []float64, share float64, low, high []float64) (expected float64) {
	for j := range trial {
		trial[j] = b[j] + share*step[j]
	}
	clamp(trial, low, high)
	for j, g := range gradient {
		expected += g * (b[j] - trial[j])
	}
	return expected
}

// projected returns a step of Newton's method within bounds. It contains 0 for the coefficients
// that are not free. The caller moves the end of the step into the bounds.
//
// If the moved step leads uphill, projected excludes the coefficients that the step moves beyond a
// bound in the direction of descent. They keep their step, and the step of the others is computed
// again. This is repeated until the step leads downhill or no coefficient can be excluded.
func projected(b, gradient, hessian, low, high []float64, free []int) []float64 {
	step, trial := make([]float64, len(b)), make([]float64, len(b))
	for {
		for k, v := range solveFree(hessian, gradient, free, len(b)) {
			step[free[k]] = v
		}
		if advance(trial, b, gradient, step, 1, low, high) > 0 {
			return step
		}
		within := slices.DeleteFunc(slices.Clone(free), func(j int) bool {
			next := b[j] + step[j]
			return gradient[j]*step[j] < 0 && (next < low[j] || next > high[j])
		})
		if len(within) == len(free) || len(within) == 0 {
			return step
		}
		free = within
	}
}

func clamp(b, low, high []float64) {
	for j := range b {
		b[j] = min(max(b[j], low[j]), high[j])
	}
}

// unbound returns the indices of the free coefficients: those that can move against the gradient
// without leaving their bounds.
func unbound(b, gradient, low, high []float64) []int {
	var free []int
	for j := range b {
		if low[j] == high[j] || b[j] <= low[j] && gradient[j] > 0 || b[j] >= high[j] && gradient[j] < 0 {
			continue
		}
		free = append(free, j)
	}
	return free
}

// solveFree solves the equation H step = -gradient of Newton's method for the free coefficients. It
// adds a small ridge to H, so that there is a solution even if the examples do not determine a
// coefficient.
func solveFree(hessian, gradient []float64, free []int, n int) []float64 {
	var c mat.Cholesky
	step := make([]float64, len(free))
	unit := unitsOf(hessian, free, n)
	for ridge := 1e-12; ; ridge *= 100 {
		h := symmetric(hessian, free, n, ridge, unit)
		if !c.Factorize(h) {
			continue
		}
		right := mat.NewVecDense(len(free), nil)
		for k, j := range free {
			right.SetVec(k, -gradient[j]*unit[k])
		}
		var solved mat.VecDense
		if err := c.SolveVecTo(&solved, right); err != nil && ridge < 1 { // ill-conditioned
			continue
		}
		for k := range free {
			step[k] = solved.AtVec(k) * unit[k]
		}
		return step
	}
}

// evenCurvature is the largest ratio of the curvatures of two coefficients at which [unitsOf] does
// not scale the coefficients. At a larger ratio, the ridge that [symmetric] adds would change the
// smaller curvature too much.
const evenCurvature = 1e6

// unitsOf returns the units of the free coefficients in which Newton's equations are solved. All
// units are 1 if the curvatures of the coefficients are similar. Otherwise the unit of each
// coefficient makes its curvature 1.
func unitsOf(hessian []float64, free []int, n int) []float64 {
	least, largest := math.Inf(1), 0.0
	for _, j := range free {
		if v := hessian[j*n+j]; v > 0 {
			least, largest = min(least, v), max(largest, v)
		}
	}
	if largest <= evenCurvature*least {
		return slices.Repeat([]float64{1}, len(free))
	}
	return curvatureUnits(hessian, free, n)
}

// curvatureUnits returns for every free coefficient the unit that makes its curvature 1. The unit
// is 1 for a coefficient without curvature.
func curvatureUnits(hessian []float64, free []int, n int) []float64 {
	unit := make([]float64, len(free))
	for k, j := range free {
		unit[k] = 1
		if v := hessian[j*n+j]; v > 0 {
			unit[k] = 1 / math.Sqrt(v)
		}
	}
	return unit
}

// symmetric returns the rows and columns of the Hessian for the free coefficients, in the given
// units. To make the matrix well conditioned, it adds to each diagonal element ridge times the sum
// of that element and the largest diagonal element.
func symmetric(hessian []float64, free []int, n int, ridge float64, unit []float64) *mat.SymDense {
	largest := 0.0
	for k, j := range free {
		largest = max(largest, hessian[j*n+j]*unit[k]*unit[k])
	}
	if largest == 0 {
		largest = 1
	}
	h := mat.NewSymDense(len(free), nil)
	for r, j := range free {
		for c := r; c < len(free); c++ {
			v := hessian[j*n+free[c]] * unit[r] * unit[c]
			if c == r {
				v += ridge * (v + largest)
			}
			h.SetSym(r, c, v)
		}
	}
	return h
}
