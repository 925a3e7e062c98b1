package rsm

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/pairwise"
	"github.com/lanista/lanista/tuning/pairwise/pairwisetest"
)

// deadLog returns games with three weights. The last has no effect; the others have a round
// maximum in the middle. Pairs are independent.
func deadLog(t *testing.T, seed uint64, n int) (pairwise.Setup, pairwise.Log) {
	t.Helper()
	var space engines.Space
	for _, name := range []string{"a", "b", "dead"} {
		space = append(space, engines.Weight{Name: name, Max: 10, Default: 5})
	}
	s, err := pairwise.NewSetup(tuning.Problem{Space: space, Games: 2 * n, Seed: seed}, false)
	if err != nil {
		t.Fatal(err)
	}
	rng := engines.Rand(seed)
	point := func() []float64 { return []float64{rng.Float64(), rng.Float64(), rng.Float64()} }
	var log pairwise.Log
	for range n {
		g := pairwise.Outcome{A: point(), B: point(), Games: 2}
		for range 2 {
			if rng.Float64() < rating.Logistic(8*(bowl(g.A[:2])-bowl(g.B[:2]))) {
				g.Score += 0.5
			}
		}
		log = append(log, g)
	}
	return s, log
}

// The evidence without a coordinate equals the evidence of a model without that coordinate.
func TestWithout(t *testing.T) {
	t.Parallel()
	_, log := deadLog(t, 1, 200)
	fitted := func(dim int, games pairwise.Log) *posterior {
		p := newPosterior(model{dim: dim, full: true, origin: slices.Repeat([]float64{0.4}, dim)})
		p.priors = [groups]float64{slopes: 0.5, common: 0.01, deviations: 0.2}
		p.absorb(games) // at parameters 0, so that both linearize at the same point
		if err := p.mean(); err != nil {
			t.Fatal(err)
		}
		return p
	}
	all := fitted(3, log)
	gains := all.withoutEach()
	for k, gain := range gains {
		var less pairwise.Log
		for _, g := range log {
			g.A, g.B = slices.Delete(slices.Clone(g.A), k, k+1), slices.Delete(slices.Clone(g.B), k, k+1)
			less = append(less, g)
		}
		if want := fitted(2, less).evidence() - all.evidence(); math.Abs(gain-want) > 1e-6 {
			t.Errorf("coordinate %d: log evidence rises by %v, want %v", k, gain, want)
		}
	}
	if !(gains[2] > 0 && gains[0] < 0 && gains[1] < 0) {
		t.Errorf("gains %v, where the last coordinate alone does nothing", gains)
	}
}

// A weight without effect has an error or a significant importance in at most one run of ten.
// The other weights have errors in nearly all runs.
func TestAssessWeightWithoutEffect(t *testing.T) {
	t.Parallel()
	logs := pairwisetest.Seeds(8, 20)
	dead, important, live := 0, 0, 0
	for seed := range uint64(logs) {
		s, log := deadLog(t, seed, 250)
		r := Assess(s, log, engines.Weights{5, 5, 5}, false, Hill{})
		for _, e := range r.Error[:2] {
			if !math.IsNaN(e) {
				live++
			}
		}
		if !math.IsNaN(r.Error[2]) {
			dead++
		}
		if r.Importance[2] > 1.96*r.ImportanceError[2] {
			important++
		}
	}
	if most := logs / 8; dead > most || important > most || live < 2*logs-most {
		t.Errorf("in %d logs the dead weight is known %d times, matters %d times, the two others are known %d times", logs, dead, important, live)
	}
}

// hillLog returns games of two weights, half of them within a tenth of the middle.
func hillLog(t *testing.T, n int, strength func(u []float64) float64) (pairwise.Setup, pairwise.Log) {
	t.Helper()
	space := engines.Space{{Name: "a", Max: 10, Default: 1}, {Name: "b", Max: 10, Default: 1}}
	s, err := pairwise.NewSetup(tuning.Problem{Space: space, Games: 2 * n, Seed: 3}, false)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(5, 6))
	var log pairwise.Log
	for k := range n {
		width := 1.0
		if k%2 == 0 {
			width = 0.2
		}
		point := func() []float64 {
			return []float64{0.5 + width*(rng.Float64()-0.5), 0.5 + width*(rng.Float64()-0.5)}
		}
		g := pairwise.Outcome{A: point(), B: point(), Games: 2}
		for range 2 {
			if rng.Float64() < rating.Logistic(strength(g.A)-strength(g.B)) {
				g.Score += 0.5
			}
		}
		log = append(log, g)
	}
	return s, log
}

func bowl(u []float64) float64 { return -4 * (square(u[0]-0.5) + square(u[1]-0.5)) }

// On a rippled function the games of the hill locate its maximum, and the games of the whole
// box do not.
func TestAssessOnAHill(t *testing.T) {
	t.Parallel()
	rippled := func(u []float64) float64 {
		return bowl(u) + 0.6*(math.Cos(2*math.Pi*(u[0]-0.5)/0.3)+math.Cos(2*math.Pi*(u[1]-0.5)/0.3))
	}
	s, log := hillLog(t, 4000, rippled)
	result := engines.Weights{5, 5}
	without := Assess(s, log, result, false, Hill{})
	with := Assess(s, log, result, false, Hill{Radius: 0.1, Odds: 5})
	for i := range result {
		if !(with.Error[i] < 0.6*without.Error[i] && with.Error[i] > 0.01) {
			t.Errorf("weight %d: ± %v on the hill, %v without", i, with.Error[i], without.Error[i])
		}
		if with.Importance[i] != without.Importance[i] {
			t.Errorf("weight %d: importance %v on the hill, %v without", i, with.Importance[i], without.Importance[i])
		}
	}
}

// A hill without games, or with all of them, leaves the quadratics as they are. Only the odds that no
// quadratic fits make the errors wider, by the factor for which the decisions state the evidence.
func TestAssessIgnoresANeedlessHill(t *testing.T) {
	t.Parallel()
	s, log := hillLog(t, 4000, bowl)
	result := engines.Weights{5, 5}
	without := Assess(s, log, result, false, Hill{})
	for _, test := range []struct {
		name string
		hill Hill
		want float64 // factor
	}{
		{"of a quadratic", Hill{Radius: 0.1, Odds: -3}, 1},
		{"of all games", Hill{Radius: 1, Odds: 50}, 1.65},
		{"of none", Hill{Radius: 1e-6, Odds: 50}, 1.65},
	} {
		with := Assess(s, log, result, false, test.hill)
		for i := range result {
			if want := test.want * without.Error[i]; math.Abs(with.Error[i]-want) > 1e-12 {
				t.Errorf("%s: ± %v, want %v", test.name, with.Error[i], want)
			}
		}
	}
}
