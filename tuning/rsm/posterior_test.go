package rsm

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/lanista/lanista/tuning/pairwise"
)

// With many games between known points the posterior mean is the true surface.
func TestPosteriorFindsTheSurface(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	f := model{dim: 3, full: true, origin: []float64{0.5, 0.5, 0.5}}
	truth := make([]float64, f.size())
	copy(truth, []float64{2, -1, 0.5, 10, 3, -2, -1, 4, -3, 2})
	p := newPosterior(f)
	for range 20 {
		var games pairwise.Log
		for range 1000 {
			x, y := random(rng, 3), random(rng, 3)
			for i := range x {
				x[i], y[i] = 0.5+x[i]/2, 0.5+y[i]/2
			}
			chance := 1 / (1 + math.Exp(f.value(truth, y)-f.value(truth, x)))
			score := 0.0
			if rng.Float64() < chance {
				score = 1
			}
			games = append(games, pairwise.Outcome{A: x, B: y, Score: score, Games: 1})
		}
		p.absorb(games)
		if err := p.solve(); err != nil {
			t.Fatal(err)
		}
	}
	for j, want := range truth {
		if math.Abs(p.theta[j]-want) > 0.8 {
			t.Errorf("parameter %d is %.2f, want %.2f", j, p.theta[j], want)
		}
	}
}

// Without signal the evidence shrinks all parameters that have a prior.
func TestEvidenceShrinksNoise(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	p := newPosterior(model{dim: 4, full: true, origin: make([]float64, 4)})
	for range 30 {
		var games pairwise.Log
		for range 50 {
			games = append(games, pairwise.Outcome{A: random(rng, 4), B: random(rng, 4), Score: float64(rng.IntN(2)), Games: 1})
		}
		p.absorb(games)
		if err := p.solve(); err != nil {
			t.Fatal(err)
		}
	}
	if p.priors[slopes] < 30 || p.priors[deviations] < 30 {
		t.Errorf("precisions %v: noise was taken for signal", p.priors)
	}
}

// Fitting the same games again never lowers the bound at the mean, for any surface and
// starting point.
func TestRefitsConverge(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 11))
	p := newPosterior(model{dim: 2, full: true, origin: []float64{0.5, 0.5}})
	var games pairwise.Log
	for range 12 { // all games are won, so only the prior bounds the slope
		games = append(games, pairwise.Outcome{A: []float64{1, rng.Float64()}, B: []float64{0, rng.Float64()}, Score: 1, Games: 2})
	}
	last := math.Inf(-1)
	for i := range 30 {
		p.forget()
		p.absorb(games)
		if err := p.mean(); err != nil {
			t.Fatal(err)
		}
		if e := p.evidence(); e < last-1e-9 {
			t.Fatalf("step %d: %v after %v", i, e, last)
		} else {
			last = e
		}
	}
}

// The maximum is drawn to the start along an axis that was not played.
func TestUnplayedAxisStaysAtTheStart(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 13))
	p := newPosterior(model{dim: 2, full: true, origin: []float64{0.5, 0.5}})
	var games pairwise.Log
	for range 600 {
		a, b := rng.Float64(), rng.Float64()
		tilt := 0.02 * rng.NormFloat64()
		score := 0.0
		if rng.Float64() < 1/(1+math.Exp(20*((a-0.7)*(a-0.7)-(b-0.7)*(b-0.7)))) {
			score = 1
		}
		games = append(games, pairwise.Outcome{A: []float64{a, 0.5 + tilt}, B: []float64{b, 0.5 - tilt}, Score: score, Games: 1})
	}
	for range 5 {
		if err := p.refit(games); err != nil {
			t.Fatal(err)
		}
	}
	c := Defaults()
	at := p.model.maximum(p.theta, []float64{0.5, 0.5}, 1, p.shrinkage([]float64{0.7, 0.5}, &c))
	if math.Abs(at[0]-0.7) > 0.06 || math.Abs(at[1]-0.5) > 0.1 {
		t.Errorf("the maximum is at %.2f, want about [0.7 0.5]", at)
	}
}

// The principal axes are computed again if the parameters have changed, and only then.
func TestPrincipalAxesFollowTheParameters(t *testing.T) {
	p := newPosterior(model{dim: 2, full: true, origin: []float64{0.5, 0.5}})
	for _, common := range []float64{10, 20} {
		copy(p.theta, []float64{0, 0, common, 1, -1, 3}) // H has the diagonal common ± 1 and 3 beside it
		values, vectors := p.principal()
		for k, want := range []float64{common - math.Sqrt(10), common + math.Sqrt(10)} {
			if math.Abs(values[k]-want) > 1e-9 {
				t.Errorf("common curvature %v: eigenvalue %v, want %v", common, values[k], want)
			}
		}
		if _, again := p.principal(); again != vectors {
			t.Errorf("common curvature %v: computed twice for the same parameters", common)
		}
	}
}
