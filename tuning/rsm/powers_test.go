package rsm

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/pairwise"
)

// The height of a surface with powers is that of its features, and its derivatives are those of the
// height.
func TestCurvedIsItsModel(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		d := rapid.IntRange(1, 5).Draw(t, "d")
		f := model{dim: d, full: true, powers: true, origin: random(rng, d)}
		theta, x := random(rng, f.size()), random(rng, d)
		c := curved{theta[:d], theta[f.quadratic():], f.hessian(theta), f.origin}
		if got, want := c.value(x), f.value(theta, x); math.Abs(got-want) > 1e-9 {
			t.Fatalf("height %v, features %v", got, want)
		}
		const eps = 1e-5
		gradient, second := c.derivatives(x)
		for i := range d {
			up, down := slices.Clone(x), slices.Clone(x)
			up[i] += eps
			down[i] -= eps
			if got := (c.value(up) - c.value(down)) / (2 * eps); math.Abs(got-gradient[i]) > 1e-6 {
				t.Fatalf("slope %d is %v, want %v", i, gradient[i], got)
			}
			above, _ := c.derivatives(up)
			below, _ := c.derivatives(down)
			for j := range d {
				if got := (below[j] - above[j]) / (2 * eps); math.Abs(got-second.At(i, j)) > 1e-5 {
					t.Fatalf("curvature %d %d is %v, want %v", i, j, second.At(i, j), got)
				}
			}
		}
	})
}

// The climb ends at the maximum of the hill of its origin.
func TestCurvedMaximum(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name                           string
		slope, curvature, cube, fourth float64 // of the first coordinate
		want                           float64
	}{
		{"a quadratic", 2, 10, 0, 0, 0.7},
		{"steeper above", 1, 2, -20, 0, 0.5 + (math.Sqrt(4+4*30*1)-2)/60}, // 1 - 2z - 30z^2 = 0
		{"a fourth power", 0.002, 0, 0, -1, 0.6},                          // 0.002 = 2z^3
		{"beyond the end", 3, 1, 0, 0, 1},
		{"another hill", 0, 1, 12, 0, 0.5}, // it falls, then rises to the end: 12z^3 / 2 > z^2 / 2 from z = 1/12 on
	} {
		c := curved{
			slope: []float64{test.slope, 0}, powers: []float64{test.cube, test.fourth, 0, 0},
			hessian: mat.NewSymDense(2, []float64{test.curvature, 0, 0, 5}), origin: []float64{0.5, 0.5},
		}
		if got := c.maximum(); math.Abs(got[0]-test.want) > 1e-3 || math.Abs(got[1]-0.5) > 1e-3 {
			t.Errorf("%s: %v, want %v and 0.5", test.name, got, test.want)
		}
	}
}

// uniformLog returns games of two weights between random points.
func uniformLog(t *testing.T, seed uint64, n int, strength func(u []float64) float64) (pairwise.Setup, pairwise.Log) {
	t.Helper()
	space := engines.Space{{Name: "a", Max: 1, Default: 0.5}, {Name: "b", Max: 1, Default: 0.5}}
	s, err := pairwise.NewSetup(tuning.Problem{Space: space, Games: 2 * n, Seed: seed}, false)
	if err != nil {
		t.Fatal(err)
	}
	rng := engines.Rand(seed)
	var log pairwise.Log
	for range n {
		g := pairwise.Outcome{A: []float64{rng.Float64(), rng.Float64()}, B: []float64{rng.Float64(), rng.Float64()}, Games: 2}
		for range 2 {
			if rng.Float64() < rating.Logistic(strength(g.A)-strength(g.B)) {
				g.Score += 0.5
			}
		}
		log = append(log, g)
	}
	return s, log
}

// Errors contain the best weights if the result is the maximum of a quadratic and strength is none.
// They are no wider than necessary if it is one.
func TestAssessOtherShapes(t *testing.T) {
	t.Parallel()
	best := []float64{0.6, 0.3}
	sum := func(loss func(z float64) float64) func(u []float64) float64 {
		return func(u []float64) float64 { return -loss(u[0]-best[0]) - loss(u[1]-best[1]) }
	}
	for _, test := range []struct {
		name     string
		strength func(u []float64) float64
		widest   float64 // of the mean error
	}{
		{"a quadratic", sum(func(z float64) float64 { return 8 * z * z }), 0.03},
		{"steep above", sum(func(z float64) float64 { return 0.3 * (math.Expm1(6*z) - 6*z) }), 0.1},
		{"a fourth power", func(u []float64) float64 {
			return -40 * square(square(u[0]-best[0])+square(u[1]-best[1]))
		}, 0.1},
	} {
		held, known, mean := 0, 0, 0.0
		for seed := range uint64(3) {
			s, log := uniformLog(t, seed, 1500, test.strength)
			p := newPosterior(model{dim: 2, full: true, origin: []float64{0.5, 0.5}})
			if !p.loosely(log, firstSteps, lastSteps) {
				t.Fatal("no fit")
			}
			result := engines.Weights(p.model.maximum(p.theta, p.model.origin, 1, nil))
			for i, e := range Assess(s, log, result, false, Hill{}).Error {
				if math.IsNaN(e) {
					continue
				}
				known++
				mean += e
				if math.Abs(result[i]-best[i]) <= 1.96*e {
					held++
				}
			}
		}
		mean /= float64(known)
		if known < 5 || held < known-1 || mean > test.widest {
			t.Errorf("%s: %d of %d errors hold, mean %.3f", test.name, held, known, mean)
		}
	}
}

// The evidence prefers the axes of the weights if these are the axes of strength.
func TestOwnAxesByEvidence(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name     string
		strength func(u []float64) float64
		own      bool
	}{
		{"a weight without effect", func(u []float64) float64 { return -16 * square(u[0]-0.5) }, true},
		{"a diagonal valley", func(u []float64) float64 { return -16 * square(u[0]-u[1]) }, false},
	} {
		_, log := uniformLog(t, 1, 1500, test.strength)
		a := assessment{model: model{dim: 2, full: true, origin: []float64{0.5, 0.5}}}
		p := newPosterior(a.model)
		p.loosely(log, firstSteps, lastSteps)
		a.addQuadratics(p, log, 0)
		half := len(a.surfaces) / 2
		if got := evidence(a.surfaces[half:]) > evidence(a.surfaces[:half]); got != test.own {
			t.Errorf("%s: log odds of %.1f for the axes of the weights", test.name, evidence(a.surfaces[half:])-evidence(a.surfaces[:half]))
		}
	}
}
