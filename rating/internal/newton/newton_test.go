package newton

import (
	"errors"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// Maximize finds a known maximum to the last digit, and returns ErrNoMaximum for a function that
// rises without end.
func TestMaximize(t *testing.T) {
	x := []float64{3, -4}
	steps, err := Maximize(x, func(x, grad []float64, info *mat.SymDense) float64 {
		value := 0.0
		for i, top := range []float64{1, 2} { // -ln cosh(x - top)
			value -= math.Log(math.Cosh(x[i] - top))
			grad[i] = -math.Tanh(x[i] - top)
			info.SetSym(i, i, 1-math.Pow(math.Tanh(x[i]-top), 2))
		}
		return value
	})
	if err != nil || math.Abs(x[0]-1) > 1e-12 || math.Abs(x[1]-2) > 1e-12 {
		t.Errorf("%v after %d steps, %v", x, steps, err)
	}
	_, err = Maximize([]float64{0}, func(x, grad []float64, info *mat.SymDense) float64 {
		grad[0] = math.Exp(-x[0])
		info.SetSym(0, 0, math.Exp(-x[0]))
		return -math.Exp(-x[0])
	})
	if !errors.Is(err, ErrNoMaximum) {
		t.Errorf("a function that goes on rising: %v", err)
	}
}

// If the information is singular in the direction of the mean of the strengths, the sandwich
// covariance with equal matrices is the Moore-Penrose inverse.
func TestSandwichIsThePseudoInverse(t *testing.T) {
	const n = 4
	info := mat.NewSymDense(n, nil)
	AddDifference(info, 0, 1, 3)
	AddDifference(info, 1, 2, 0.5)
	AddDifference(info, 2, 3, 2)
	AddDifference(info, 3, 0, 1)
	want := PseudoInverse(info)
	got := Sandwich(info, info, n, 0)
	if !mat.EqualApprox(got, want, 1e-12) {
		t.Errorf("%v\nwant\n%v", mat.Formatted(got), mat.Formatted(want))
	}
	var product mat.Dense
	product.Mul(info, want)
	product.Mul(&product, info)
	if !mat.EqualApprox(&product, info, 1e-12) {
		t.Errorf("A·A⁺·A is\n%v", mat.Formatted(&product))
	}
	// With a further parameter its own variance is that of the whole inverse.
	more := mat.NewSymDense(n+1, nil)
	for i := range n {
		for j := range i + 1 {
			more.SetSym(i, j, info.At(i, j))
		}
	}
	more.SetSym(n, n, 2)
	more.SetSym(0, n, 0.3)
	more.SetSym(1, n, -0.3)
	definite := mat.NewSymDense(n+1, nil)
	definite.CopySym(more)
	Ridge(definite, n, 0)
	if a, b := Sandwich(more, more, n, 0).At(n, n), Variance(definite, n); math.Abs(a-b) > 1e-12 {
		t.Errorf("variances %v and %v", a, b)
	}
	if v := Variance(mat.NewSymDense(2, nil), 0); !math.IsInf(v, 1) {
		t.Errorf("of no information: %v", v)
	}
}
