package cmaes

import (
	"math"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/bench"
	"github.com/lanista/lanista/tuning/duel/dueltest"
)

func with(o Options) dueltest.New {
	return func(p tuning.Problem) (tuning.Strategy, error) { return New(p, o) }
}

func TestContract(t *testing.T) { dueltest.Contract(t, with(Options{})) }

func TestImpossibleOptionsAreRefused(t *testing.T) {
	err := Options{Population: 3, DuelGames: -1, Sigma: 1.5}.Validate()
	if err == nil {
		t.Fatal("nonsense was taken")
	}
	for _, name := range []string{"population", "duel_games", "sigma"} {
		if !strings.Contains(err.Error(), name) {
			t.Errorf("%q is missing in %v", name, err)
		}
	}
}

// minimise runs the search on a noise-free function until it is below goal, and
// returns the evaluations it took.
func minimise(f func([]float64) float64, d, population int, adapt bool, goal float64) int {
	mean := make([]float64, d)
	for i := range mean {
		mean[i] = 0.8
	}
	e := newEvolution(mean, 0.2)
	c := newConstants(d, population)
	for evaluations := 0; evaluations < 200000; evaluations += population {
		root, _ := e.roots()
		points, scores := make([][]float64, population), make([]float64, population)
		for k := range points {
			points[k] = e.sample(root, engines.Rand(engines.Seed(1, uint64(e.Generation), uint64(k))))
			scores[k] = -f(points[k])
		}
		e.update(c, points, scores, adapt)
		if f(e.Mean) < goal {
			return evaluations
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

// CMA-ES with Hansen's population needs about 1,800 evaluations for 1e-10 on
// the sphere of 10 dimensions; an adaptive rate costs a small factor.
func TestFindsTheBottom(t *testing.T) {
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

// The default parameters for 10 dimensions and 10 candidates, as the tutorial's
// formulas give them by hand.
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

// Pure noise lowers a learning rate, a steady update raises it to 1.
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

// Candidates that tie share the weights of their ranks, whatever their order.
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

// A quick gate. The middle of the box is about 170 Elo below the optimum.
func TestRegretOnDuels(t *testing.T) {
	r, err := bench.Run(t.Context(), []bench.Entry{{Name: "cmaes", New: with(Options{})}}, bench.Options{
		Seeds: 5, FirstSeed: 1001, Budgets: []int{2000}, Kinds: []bench.Kind{bench.Quad, bench.Ill}, Dims: []int{4, 10}, Workers: 2,
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Strategies[0].GeometricMean; got > 15 {
		t.Errorf("geometric mean %.1f Elo, want at most 15", got)
	}
}
