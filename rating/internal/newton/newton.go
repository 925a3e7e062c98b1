package newton

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/mat"
)

// ErrNoMaximum is returned for a likelihood that has no finite maximum, or none that Newton's
// method finds.
var ErrNoMaximum = errors.New("the likelihood has no finite maximum")

// Concave is a concave function to maximise. A call returns the value at x, sets grad to the
// gradient, and sets info to minus the second derivative. In directions in which the function is
// flat, the implementation must still make info positive definite.
type Concave func(x, grad []float64, info *mat.SymDense) float64

// Maximize moves x to the maximum of f by Newton's method with step halving. It returns the
// number of steps, and [ErrNoMaximum] if the method does not converge.
func Maximize(x []float64, f Concave) (int, error) {
	info := mat.NewSymDense(max(len(x), 1), nil)
	var chol mat.Cholesky
	solve := func(step, grad *mat.VecDense) bool {
		if !chol.Factorize(info) {
			return false
		}
		err := chol.SolveVecTo(step, grad)
		return err == nil || isCondition(err) // a condition warning alone leaves the solution usable
	}
	return climb(x, func(x, grad []float64) float64 { return f(x, grad, info) }, solve)
}

// MaximizeSparse moves x to the maximum of f by Newton's method, as [Maximize] does, with a sparse
// matrix of second derivatives. A call of f returns the value at x, sets grad to the gradient, and
// sets info to minus the second derivative. If ground is true, f depends only on the differences of
// the players' strengths. MaximizeSparse then keeps the mean of the strengths as it is in x.
func MaximizeSparse(x []float64, info *Sparse, ground bool, f func(x, grad []float64) float64) error {
	solve := func(step, grad *mat.VecDense) bool {
		if !info.Factorize(ground) {
			return false
		}
		info.Solve(step.RawVector().Data, grad.RawVector().Data)
		if ground {
			Centre(step.RawVector().Data[:info.players])
		}
		return true
	}
	_, err := climb(x, f, solve)
	return err
}

// climb moves x to the maximum of f by Newton's method. If a step does not increase f, climb takes
// half of it, then a quarter, and so on. f returns the value at x and sets grad to the gradient.
// solve sets step to Newton's step from the last x for which f was called. climb returns the number
// of steps, and [ErrNoMaximum] if it does not converge.
func climb(x []float64, f func(x, grad []float64) float64, solve func(step, grad *mat.VecDense) bool) (int, error) {
	const (
		maxSteps = 200
		enough   = 1e-9  // convergence is quadratic: the next step is below 1e-16
		noise    = 1e-16 // rounding error, relative to the value
	)
	n := len(x)
	if n == 0 {
		return 0, nil
	}
	grad, next := make([]float64, n), make([]float64, n)
	step := mat.NewVecDense(n, nil)
	value := f(x, grad)
	for steps := 1; steps <= maxSteps; steps++ {
		if !solve(step, mat.NewVecDense(n, grad)) {
			return steps, ErrNoMaximum
		}
		size := mat.Norm(step, math.Inf(1))
		if math.IsNaN(size) || math.IsInf(size, 0) {
			return steps, ErrNoMaximum
		}
		gain := mat.Dot(mat.NewVecDense(n, grad), step)
		scatter := noise * (1 + math.Abs(value))
		for scale := 1.0; ; scale /= 2 {
			for i := range x {
				next[i] = x[i] + scale*step.AtVec(i)
			}
			v := f(next, grad)
			if v >= value-1e4*scatter || size*scale < enough {
				value = v
				break
			}
		}
		copy(x, next)
		// A likelihood without a maximum also gains little in the end, but its steps stay large.
		if size < enough || gain <= scatter && size < 1e-3 {
			return steps, nil
		}
	}
	return maxSteps, ErrNoMaximum
}

func isCondition(err error) bool {
	var c mat.Condition
	return errors.As(err, &c)
}

// Centre subtracts the mean of x from each of its values.
func Centre(x []float64) {
	if len(x) == 0 {
		return
	}
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	mean := sum / float64(len(x))
	for i := range x {
		x[i] -= mean
	}
}
