package cmaes

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/bench"
	"github.com/lanista/lanista/tuning/pairwise/pairwisetest"
)

func with(o Options) pairwisetest.New { return pairwisetest.With(New, o) }

func TestContract(t *testing.T) {
	t.Run("adaptive", func(t *testing.T) { pairwisetest.Contract(t, with(Options{})) })
	t.Run("fixed", func(t *testing.T) { pairwisetest.Contract(t, with(Options{FixedRates: true, Unpaired: true})) })
}

func TestStoredSnapshots(t *testing.T) {
	pairwisetest.Stored(t, with(Options{}), "testdata/snapshots.json")
}

func TestInvalidOptionsAreRefused(t *testing.T) {
	err := Options{Population: 3, GamesPerPair: -1, Sigma: 1.5}.Validate()
	var got []string
	for _, e := range keys.All(err) {
		got = append(got, e.Error())
	}
	want := []string{
		"population: 3 is not within [4, 1000000]", "population: 3 is odd, and candidates come in pairs",
		"games_per_pair: -1 is not within [1, 1000000]", "sigma: 1.5 is not within [0.000001, 1]",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

// A small budget has fewer candidates, a large one more games for every pair, and the number
// of rounds stays within its limit.
func TestSizesFollowTheBudget(t *testing.T) {
	for _, c := range []struct{ weights, games, rounds, population, pair int }{
		{10, 2000, 0, 32, 2},
		{10, 20000, 0, 32, 6},
		{10, 100, 0, 10, 2},
		{4, 8, 0, 4, 2},
		{10, 2000, 10, 32, 12},
	} {
		o := Options{}.withDefaults(c.weights, c.games, c.rounds)
		if o.Population != c.population || o.GamesPerPair != c.pair {
			t.Errorf("%d weights, %d games, %d rounds: %d candidates with %d games each pair, want %d and %d",
				c.weights, c.games, c.rounds, o.Population, o.GamesPerPair, c.population, c.pair)
		}
	}
}

// minimise runs the search on a noise-free function until its value is below goal and returns
// the number of evaluations.
func minimise(f func([]float64) float64, d, population int, adapt bool, goal float64) int {
	mean := make([]float64, d)
	for i := range mean {
		mean[i] = 0.8
	}
	e := newEvolution(mean, 0.2)
	c := newConstants(d, population)
	for round := 1; round*population < 200000; round++ {
		root, _ := e.roots()
		points, scores := make([][]float64, population), make([]float64, population)
		for k := range points {
			points[k] = e.sample(root, engines.Rand(engines.Seed(1, uint64(round-1), uint64(k))))
			scores[k] = -f(points[k])
		}
		e.update(c, round, points, scores, adapt)
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
	c := newConstants(10, 10)
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
		noisy = noisy.see(update, meanMemory)
		for i := range update {
			update[i] = 3 + 0.1*update[i]
		}
		steady = steady.see(update, meanMemory)
	}
	if noisy.Eta > 0.3 || steady.Eta != 1 {
		t.Errorf("noise: %v, signal: %v", noisy.Eta, steady.Eta)
	}
}

// Candidates with equal scores share the weights of their ranks, in any order.
func TestTiesShareWeights(t *testing.T) {
	c := newConstants(4, 6)
	got := c.ranked([]float64{0.5, 1, 0.5, 0, 0.5, 0})
	middle := (c.weights[1] + c.weights[2] + c.weights[3]) / 3
	last := (c.weights[4] + c.weights[5]) / 2
	for i, want := range []float64{middle, c.weights[0], middle, last, middle, last} {
		if math.Abs(got[i]-want) > 1e-12 {
			t.Errorf("candidate %d weighs %v, want %v", i, got[i], want)
		}
	}
}

// Only the order of the scores matters.
func TestUpdateIsByRank(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := engines.Rand(rapid.Uint64().Draw(t, "seed"))
		const d, population = 3, 6
		a, b := newEvolution([]float64{0.5, 0.4, 0.6}, 0.1), newEvolution([]float64{0.5, 0.4, 0.6}, 0.1)
		c := newConstants(d, population)
		for round := range 4 {
			root, _ := a.roots()
			points, scores, squares := make([][]float64, population), make([]float64, population), make([]float64, population)
			for k := range points {
				points[k] = a.sample(root, rng)
				scores[k] = math.Floor(4*rng.Float64()) / 4 // with some ties
				squares[k] = scores[k] * scores[k]
			}
			a.update(c, round+1, points, scores, true)
			b.update(c, round+1, points, squares, true)
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
		e, c := newEvolution([]float64{0.01, 0.5, 0.99, 0.5}, 0.3), newConstants(d, population)
		for round := range 30 {
			root, _ := e.roots()
			points, scores := make([][]float64, population), make([]float64, population)
			for k := range points {
				points[k] = e.sample(root, rng)
				if !ties {
					scores[k] = rng.Float64()
				}
				for _, u := range points[k] {
					if !(u >= 0 && u <= 1) {
						t.Fatalf("a candidate at %v", points[k])
					}
				}
			}
			e.update(c, round+1, points, scores, adapt)
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

// A mirror image is opposite in the mean, or as near to that as the box allows.
func TestMirrored(t *testing.T) {
	got := mirrored([]float64{0.3, 0.9, 0.05}, []float64{0.5, 0.4, 0.6})
	for i, want := range []float64{0.7, 0, 1} {
		if math.Abs(got[i]-want) > 1e-12 {
			t.Errorf("coordinate %d is %v, want %v", i, got[i], want)
		}
	}
	if got[1] != 0 || got[2] != 1 {
		t.Errorf("%v leaves the box", got)
	}
}

// A damaged snapshot or one of another problem is refused.
func TestDamagedSnapshotsAreRefused(t *testing.T) {
	p := tuning.Problem{Space: pairwisetest.Mixed(), Games: 200, Seed: 1}
	s, err := New(p, Options{})
	if err != nil {
		t.Fatal(err)
	}
	raw, err := s.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	for what, c := range map[string]struct {
		key   string
		value any
	}{
		"2 weights; this problem has 3": {"mean", []float64{0.5, 0.5}},
		"damaged":                       {"covariance", []float64{1, 0, 0, 1}},
		"distribution":                  {"sigma", 0},
	} {
		var v map[string]any
		if err := json.Unmarshal(raw, &v); err != nil {
			t.Fatal(err)
		}
		v["state"].(map[string]any)["evolution"].(map[string]any)[c.key] = c.value
		bad, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Restore(bad); err == nil || !strings.Contains(err.Error(), what) {
			t.Errorf("%s = %v: %v", c.key, c.value, err)
		}
	}
}

// A fast check of quality. The middle of the box is about 170 Elo below the optimum.
func TestRegretOnDuels(t *testing.T) {
	t.Parallel()
	r, err := bench.Run(t.Context(), []bench.Entry{bench.With("cmaes", New, Options{})}, bench.Options{
		Seeds: pairwisetest.Seeds(3, 20), FirstSeed: 1001, Budgets: []int{2000}, Kinds: []bench.Kind{bench.Quad, bench.Ill}, Dims: []int{4, 10}, Workers: 2,
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Strategies[0].GeometricMean; got > 15 {
		t.Errorf("geometric mean %.1f Elo, want at most 15", got)
	}
}

// On an ellipsoid the covariance approaches the inverse Hessian: the variance of the first
// axis, along which the function is flat, is 10,000 times that of the last.
func TestCovarianceLearnsTheShape(t *testing.T) {
	t.Parallel()
	const d, population = 4, 10
	e, c := newEvolution([]float64{0.8, 0.8, 0.8, 0.8}, 0.2), newConstants(d, population)
	for round := range 150 {
		root, _ := e.roots()
		points, scores := make([][]float64, population), make([]float64, population)
		for k := range points {
			points[k] = e.sample(root, engines.Rand(engines.Seed(5, uint64(round), uint64(k))))
			scores[k] = -ellipsoid(points[k])
		}
		e.update(c, round+1, points, scores, false)
	}
	if ratio := e.Covariance[0] / e.Covariance[d*d-1]; ratio < 2000 || ratio > 50000 {
		t.Errorf("the first axis has %.0f times the variance of the last, want about 10,000", ratio)
	}
}

// The optimum is found for all kinds of weights, with two seats and with four.
func TestMixedWeightsAreTuned(t *testing.T) {
	t.Parallel()
	p := tuning.Problem{Space: pairwisetest.Mixed(), Games: 6000, Seed: 9}
	for _, seats := range []int{2, 4} {
		p.Seats = seats
		if r := pairwisetest.Regret(t, with(Options{}), p); r > 25 {
			t.Errorf("%d seats: regret %.1f Elo", seats, r)
		}
	}
}
