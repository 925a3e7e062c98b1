package evolution

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"github.com/lanista/lanista/engines"
)

// minimise runs the search on a noise-free function until its value is below goal and returns
// the number of evaluations.
func minimise(f func([]float64) float64, d, population int, adapt bool, goal float64) int {
	mean := make([]float64, d)
	for i := range mean {
		mean[i] = 0.8
	}
	e := New(mean, 0.2)
	c := NewConstants(d, population)
	for round := 1; round*population < 200000; round++ {
		sampler := e.Sampler()
		points, scores := make([][]float64, population), make([]float64, population)
		for k := range points {
			points[k] = sampler.Draw(engines.Rand(engines.Seed(1, uint64(round-1), uint64(k))))
			scores[k] = -f(points[k])
		}
		e.Update(c, round, points, scores, adapt)
		if f(e.Mean) < goal {
			return (round - 1) * population
		}
	}
	return math.MaxInt
}

func sphere(x []float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += (v - 0.4) * (v - 0.4)
	}
	return sum
}

func ellipsoid(x []float64) float64 {
	sum := 0.0
	for i, v := range x {
		sum += math.Pow(1e4, float64(i)/float64(len(x)-1)) * (v - 0.4) * (v - 0.4)
	}
	return sum
}

// CMA-ES with Hansen's population needs about 1,800 evaluations for 1e-10 on the sphere in 10
// dimensions; adaptive rates need a few times as many.
func TestMinimumIsFound(t *testing.T) {
	for _, c := range []struct {
		name  string
		f     func([]float64) float64
		adapt bool
		most  int
	}{
		{"sphere", sphere, false, 2600},
		{"sphere, adaptive", sphere, true, 8000},
		{"ellipsoid", ellipsoid, false, 8000},
		{"ellipsoid, adaptive", ellipsoid, true, 40000},
	} {
		if n := minimise(c.f, 10, 10, c.adapt, 1e-10); n > c.most {
			t.Errorf("%s: %d evaluations, want at most %d", c.name, n, c.most)
		}
	}
}

// The default parameters for 10 dimensions and 10 candidates were computed by hand from the
// tutorial's formulas.
func TestConstants(t *testing.T) {
	c := NewConstants(10, 10)
	sum := 0.0
	for _, w := range c.weights[:5] {
		sum += w
	}
	for what, pair := range map[string][2]float64{
		"sum of the positive weights": {sum, 1},
		"mu_eff":                      {c.mass, 3.167},
		"c_1":                         {c.rankOne, 2 / (11.3*11.3 + 3.167)},
		"c_sigma":                     {c.stepMemory, 5.167 / 18.167},
		"the expected norm":           {c.expectedNorm, math.Sqrt(10) * (1 - 1.0/40 + 1.0/2100)},
	} {
		if math.Abs(pair[0]-pair[1]) > 1e-3 {
			t.Errorf("%s is %v, want %v", what, pair[0], pair[1])
		}
	}
}

// Pure noise lowers a learning rate; a steady update raises it to 1.
func TestRateFollowsTheSignal(t *testing.T) {
	rng := engines.Rand(2)
	noisy, steady := newRate(5), newRate(5)
	steady.Eta = 0.2
	for range 600 {
		update := make([]float64, 5)
		for i := range update {
			update[i] = rng.NormFloat64()
		}
		noisy = noisy.adapted(update, meanMemory)
		for i := range update {
			update[i] = 3 + 0.1*update[i]
		}
		steady = steady.adapted(update, meanMemory)
	}
	if noisy.Eta > 0.3 || steady.Eta != 1 {
		t.Errorf("noise: %v, signal: %v", noisy.Eta, steady.Eta)
	}
}

// Candidates with equal scores share the weights of their ranks, in any order.
func TestTiesShareWeights(t *testing.T) {
	c := NewConstants(4, 6)
	got := c.ranked([]float64{0.5, 1, 0.5, 0, 0.5, 0})
	middle := (c.weights[1] + c.weights[2] + c.weights[3]) / 3
	last := (c.weights[4] + c.weights[5]) / 2
	for i, want := range []float64{middle, c.weights[0], middle, last, middle, last} {
		if math.Abs(got[i]-want) > 1e-12 {
			t.Errorf("candidate %d weighs %v, want %v", i, got[i], want)
		}
	}
	unknown := c.ranked([]float64{math.NaN(), 1, 0, 0.5, math.NaN(), math.Inf(-1)})
	if unknown[0] != last || unknown[4] != last || unknown[5] != c.weights[3] {
		t.Errorf("scores that are no numbers weigh %v, want those of the last ranks, %v", unknown, last)
	}
}

// Only the order of the scores matters.
func TestUpdateIsByRank(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := engines.Rand(rapid.Uint64().Draw(t, "seed"))
		const d, population = 3, 6
		a, b := New([]float64{0.5, 0.4, 0.6}, 0.1), New([]float64{0.5, 0.4, 0.6}, 0.1)
		c := NewConstants(d, population)
		for round := range 4 {
			sampler := a.Sampler()
			points, scores, squares := make([][]float64, population), make([]float64, population), make([]float64, population)
			for k := range points {
				points[k] = sampler.Draw(rng)
				scores[k] = math.Floor(4*rng.Float64()) / 4 // with some ties
				squares[k] = scores[k] * scores[k]
			}
			a.Update(c, round+1, points, scores, true)
			b.Update(c, round+1, points, squares, true)
		}
		if !slices.Equal(a.Mean, b.Mean) || !slices.Equal(a.Covariance, b.Covariance) || a.Sigma != b.Sigma {
			t.Fatalf("scores and their squares lead to %v and %v", a.Mean, b.Mean)
		}
	})
}

// For any scores the covariance stays positive definite, the step size stays within its
// limits, and candidates stay in the box.
func TestDistributionStaysValid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := engines.Rand(rapid.Uint64().Draw(t, "seed"))
		adapt, ties := rapid.Bool().Draw(t, "adapt"), rapid.Bool().Draw(t, "all tie")
		const d, population = 4, 8
		e, c := New([]float64{0.01, 0.5, 0.99, 0.5}, 0.3), NewConstants(d, population)
		for round := range 30 {
			sampler := e.Sampler()
			points, scores := make([][]float64, population), make([]float64, population)
			for k := range points {
				points[k] = sampler.Draw(rng)
				if !ties {
					scores[k] = rng.Float64()
				}
				for _, u := range points[k] {
					if !(u >= 0 && u <= 1) {
						t.Fatalf("a candidate at %v", points[k])
					}
				}
			}
			e.Update(c, round+1, points, scores, adapt)
			for i, u := range e.Mean {
				e.Mean[i] = min(max(u, 0), 1)
			}
		}
		var factor mat.Cholesky
		if !factor.Factorize(mat.NewSymDense(d, slices.Clone(e.Covariance))) {
			t.Fatalf("the covariance %v is not positive definite", e.Covariance)
		}
		if !(e.Sigma >= smallestStep && e.Sigma <= largestStep) {
			t.Fatalf("a step of %v", e.Sigma)
		}
	})
}

// A round of equal scores leaves the evolution paths as they are and multiplies the step size by
// exp(c_sigma/d_sigma), up to its limit, and every other round follows the paths. For 10 dimensions
// and 10 candidates c_sigma is 5.167/18.167 = 0.28442 and d_sigma is 1.28442, so the factor is 1.2479.
// Mirrored candidates of equal scores do not move the mean.
func TestEqualScoresIncreaseTheStep(t *testing.T) {
	const d = 10
	c := NewConstants(d, d)
	for _, test := range []struct {
		name      string
		constants Constants
		sigma     float64
		score     float64 // of the first candidate; all others have 0.5
		want      float64 // step size
		moved     bool    // whether the paths change
	}{
		{"equal scores", c.WithEscape(), 0.01, 0.5, 0.012479, false},
		{"equal scores at the limit", c.WithEscape(), 0.45, 0.5, 0.5, false},
		{"equal scores, no escape", c, 0.01, 0.5, 0, true},
		{"another score", c.WithEscape(), 0.01, 1, 0, true},
	} {
		e, rng := New(slices.Repeat([]float64{0.5}, d), test.sigma), engines.Rand(3)
		e.StepPath, e.Path = slices.Repeat([]float64{0.5}, d), slices.Repeat([]float64{0.25}, d)
		before, sampler := e, e.Sampler()
		points, scores := make([][]float64, d), slices.Repeat([]float64{0.5}, d)
		for k := 0; k < d; k += 2 {
			points[k] = sampler.Draw(rng)
			points[k+1] = sampler.Mirrored(points[k])
		}
		scores[0] = test.score
		e.Update(test.constants, 1, points, scores, false)
		if test.want > 0 && math.Abs(e.Sigma-test.want) > 1e-6 || test.want == 0 && e.Sigma >= test.sigma {
			t.Errorf("%s: the step %v becomes %v, want %v (0: less)", test.name, test.sigma, e.Sigma, test.want)
		}
		if moved := !slices.Equal(e.StepPath, before.StepPath) || !slices.Equal(e.Path, before.Path); moved != test.moved {
			t.Errorf("%s: the paths change: %v, want %v", test.name, moved, test.moved)
		}
		for i, m := range e.Mean {
			if test.score == 0.5 && math.Abs(m-0.5) > 1e-12 {
				t.Errorf("%s: the mean of weight %d becomes %v", test.name, i, m)
			}
		}
	}
}

// A mirror image is opposite in the mean, or as near to that as the box allows.
func TestMirrored(t *testing.T) {
	e := New([]float64{0.5, 0.4, 0.6}, 0.1)
	got := e.Sampler().Mirrored([]float64{0.3, 0.9, 0.05})
	for i, want := range []float64{0.7, 0, 1} {
		if math.Abs(got[i]-want) > 1e-12 {
			t.Errorf("coordinate %d is %v, want %v", i, got[i], want)
		}
	}
	if got[1] != 0 || got[2] != 1 {
		t.Errorf("%v leaves the box", got)
	}
}

// On an ellipsoid the covariance approaches the inverse Hessian: the variance of the first
// axis, along which the function is flat, is 10,000 times that of the last.
func TestCovarianceLearnsTheShape(t *testing.T) {
	t.Parallel()
	const d, population = 4, 10
	e, c := New([]float64{0.8, 0.8, 0.8, 0.8}, 0.2), NewConstants(d, population)
	for round := range 150 {
		sampler := e.Sampler()
		points, scores := make([][]float64, population), make([]float64, population)
		for k := range points {
			points[k] = sampler.Draw(engines.Rand(engines.Seed(5, uint64(round), uint64(k))))
			scores[k] = -ellipsoid(points[k])
		}
		e.Update(c, round+1, points, scores, false)
	}
	if ratio := e.Covariance[0] / e.Covariance[d*d-1]; ratio < 2000 || ratio > 50000 {
		t.Errorf("the first axis has %.0f times the variance of the last, want about 10,000", ratio)
	}
}

// Deviations of very different sizes leave numbers that are finite: a deviation below the smallest
// step size is raised to it. All others are those of the coordinates, whatever the common factor is.
func TestDeviationsOfDifferentSizes(t *testing.T) {
	for _, small := range []float64{0, math.SmallestNonzeroFloat64, 1e-250, 1e-20, 1e-5} {
		e := NewStepped([]float64{0.5, 0.5}, []float64{small, 0.5})
		for i, want := range []float64{max(small, 1e-6), 0.5} {
			if got := e.Sigma * math.Sqrt(e.Covariance[3*i]); !(math.Abs(got/want-1) < 1e-12) {
				t.Errorf("%v: deviation %d is %v, want %v", small, i+1, got, want)
			}
		}
		c := NewConstants(2, 4)
		for round := 1; round <= 20; round++ {
			sampler := e.Sampler()
			points, scores := make([][]float64, 4), make([]float64, 4)
			for k := range points {
				points[k] = sampler.Draw(engines.Rand(engines.Seed(3, uint64(round), uint64(k))))
				scores[k] = -sphere(points[k])
			}
			e.Update(c, round, points, scores, true)
		}
		for _, v := range append(slices.Concat(e.Mean, e.Covariance), e.Sigma) {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				t.Fatalf("%v: mean %v, step %v, covariance %v", small, e.Mean, e.Sigma, e.Covariance)
			}
		}
	}
}
