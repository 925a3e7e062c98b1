package tournament

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/mat"
)

// errNoMaximum says that a likelihood has no finite maximum, or none that
// Newton's method reached.
var errNoMaximum = errors.New("tournament: the likelihood has no finite maximum")

// concave is a function to maximise: it returns its value at x, sets grad, and
// sets info to minus its second derivative, made positive definite where the
// function is flat along a direction that does not matter.
type concave func(x, grad []float64, info *mat.SymDense) float64

// climb moves x to the maximum of f by Newton's method with step halving, and
// returns the number of steps.
func climb(x []float64, f concave) (int, error) {
	const (
		maxSteps = 200
		enough   = 1e-9  // convergence is quadratic: the step after this one is below 1e-16
		noise    = 1e-16 // of a value, which rounding alone accounts for
	)
	n := len(x)
	if n == 0 {
		return 0, nil
	}
	grad, next := make([]float64, n), make([]float64, n)
	info := mat.NewSymDense(n, nil)
	step := mat.NewVecDense(n, nil)
	value := f(x, grad, info)
	for steps := 1; steps <= maxSteps; steps++ {
		var chol mat.Cholesky
		if !chol.Factorize(info) {
			return steps, errNoMaximum
		}
		// A condition warning still comes with the best solution there is.
		if err := chol.SolveVecTo(step, mat.NewVecDense(n, grad)); err != nil && !isCondition(err) {
			return steps, errNoMaximum
		}
		size := mat.Norm(step, math.Inf(1))
		if math.IsNaN(size) || math.IsInf(size, 0) {
			return steps, errNoMaximum
		}
		gain := mat.Dot(mat.NewVecDense(n, grad), step)
		scatter := noise * (1 + math.Abs(value))
		for scale := 1.0; ; scale /= 2 {
			for i := range x {
				next[i] = x[i] + scale*step.AtVec(i)
			}
			v := f(next, grad, info)
			if v >= value-1e4*scatter || size*scale < enough {
				value = v
				break
			}
		}
		copy(x, next)
		// Where there is no maximum the gain dies away too, but the steps do not.
		if size < enough || gain <= scatter && size < 1e-3 {
			return steps, nil
		}
	}
	return maxSteps, errNoMaximum
}

func isCondition(err error) bool {
	var c mat.Condition
	return errors.As(err, &c)
}

// zero clears a symmetric matrix.
func zero(m *mat.SymDense) {
	raw := m.RawSymmetric()
	clear(raw.Data)
}

// addSym adds v to the (i, j) element, and so to the (j, i) element.
func addSym(m *mat.SymDense, i, j int, v float64) { m.SetSym(i, j, m.At(i, j)+v) }

// addDifference adds v times the outer product of e_i - e_j with itself.
func addDifference(m *mat.SymDense, i, j int, v float64) {
	addSym(m, i, i, v)
	addSym(m, j, j, v)
	addSym(m, i, j, -v)
}

// ridge makes the information about n strengths definite if there is no prior:
// a likelihood that depends on differences alone is flat along their mean.
func ridge(info *mat.SymDense, n int, prior float64) {
	if prior > 0 {
		return
	}
	sum := 0.0
	for i := range n {
		sum += info.At(i, i)
	}
	v := sum / float64(n*n)
	if !(v > 0) {
		v = 1
	}
	for i := range n {
		for j := range i + 1 {
			addSym(info, i, j, v)
		}
	}
}

// logistic is 1/(1+exp(-x)).
func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// logLogistic is ln(logistic(x)), exact in both tails.
func logLogistic(x float64) float64 {
	if x > 0 {
		return -math.Log1p(math.Exp(-x))
	}
	return x - math.Log1p(math.Exp(x))
}

// centre subtracts the mean of the values from them.
func centre(x []float64) {
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
