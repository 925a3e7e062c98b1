package rsm

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/lanista/lanista/engines"
)

// oneSurface is what some games leave open of two weights, independent parameters with
// deviations of their own: the curvature of the second axis is hardly known.
func oneSurface() (assessment, *surface) {
	a := assessment{model: model{dim: 2, full: true, origin: []float64{0.5, 0.5}}, answer: []float64{0.5, 0.5}}
	theta := []float64{0.1, -0.1, 8, 6, -6, 0.5} // curvatures 14 and 2
	f := &surface{theta: theta}
	f.root = *mat.NewTriDense(len(theta), mat.Upper, nil)
	for i, deviation := range []float64{0.3, 0.3, 0.7, 0.7, 1.5, 0.5} {
		f.root.SetTri(i, i, 1/deviation)
	}
	return a, f
}

// Drawn within reach, surfaces have the mean that draws from the Gaussian have when
// each is weighed by the density of its maximum.
func TestWithinReachHasItsDensity(t *testing.T) {
	t.Parallel()
	a, f := oneSurface()
	rng := engines.Rand(5)
	n := len(f.theta)
	want, squares, sum := make([]float64, n), make([]float64, n), 0.0
	for _, theta := range a.freely(f, 100000, rng) {
		w := math.Exp(a.nearness(theta))
		sum += w
		for i, v := range theta {
			want[i] += w * v
			squares[i] += w * v * v
		}
	}
	got := make([]float64, n)
	const draws = 4000
	for _, theta := range a.withinReach(f, draws, rng) {
		for i, v := range theta {
			got[i] += v / draws
		}
	}
	moved := 0.0
	for i := range want {
		want[i] /= sum
		deviation := math.Sqrt(squares[i]/sum - want[i]*want[i])
		if math.Abs(got[i]-want[i]) > 0.15*deviation {
			t.Errorf("parameter %d: mean %.3f, want %.3f ± %.3f", i, got[i], want[i], deviation)
		}
		moved = max(moved, math.Abs(want[i]-f.theta[i])/deviation)
	}
	if moved < 0.3 {
		t.Errorf("no mean is moved by more than %.2f deviations: the density says nothing", moved)
	}
}

// Slopes are as likely as what they promise: on a steep axis a large slope is nothing
// special, on a flat one it leads out of reach; and what is convex counts as flat.
func TestNearness(t *testing.T) {
	t.Parallel()
	a, _ := oneSurface()
	at := func(slope, curvature float64) float64 {
		return a.nearness([]float64{0, slope, 20, 0, curvature - 20, 0})
	}
	if steep, flat := at(3, 10)-at(0, 10), at(3, 1)-at(0, 1); math.Abs(steep+0.5) > 1e-9 || math.Abs(flat+50) > 1e-9 {
		t.Errorf("a slope of 3 logits: %v on a steep axis, want -0.5; %v on a flat one, want -50", steep, flat)
	}
	if got := at(0, 1) - at(0, 10); math.Abs(got-math.Log(10)) > 0.05 {
		t.Errorf("without a slope a flat axis is e^%v times as likely as one of ten times its curvature", got)
	}
	if at(0.2, -3) != at(0.2, 1) {
		t.Errorf("convex %v, flat %v", at(0.2, -3), at(0.2, 1))
	}
}
