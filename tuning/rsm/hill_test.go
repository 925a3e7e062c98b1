package rsm

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/pairwise"
)

// hillLog is games of two weights by a strength, a half of them within a tenth of the
// middle.
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

// On ripples the games of the hill tell where its top is, and those of the whole box do not.
func TestAssessOnAHill(t *testing.T) {
	t.Parallel()
	rippled := func(u []float64) float64 {
		return bowl(u) + 0.6*(math.Cos(2*math.Pi*(u[0]-0.5)/0.3)+math.Cos(2*math.Pi*(u[1]-0.5)/0.3))
	}
	s, log := hillLog(t, 4000, rippled)
	answer := engines.Weights{5, 5}
	without := Assess(s, log, answer, false, Hill{})
	with := Assess(s, log, answer, false, Hill{Radius: 0.1, Odds: 5})
	for i := range answer {
		if !(with.Error[i] < 0.6*without.Error[i] && with.Error[i] > 0.01) {
			t.Errorf("weight %d: ± %v on the hill, %v without", i, with.Error[i], without.Error[i])
		}
		if with.Importance[i] != without.Importance[i] {
			t.Errorf("weight %d: importance %v on the hill, %v without", i, with.Importance[i], without.Importance[i])
		}
	}
}

// Where one quadratic fits all games a hill changes nothing.
func TestAssessDoubtsAHill(t *testing.T) {
	t.Parallel()
	s, log := hillLog(t, 4000, bowl)
	answer := engines.Weights{5, 5}
	without := Assess(s, log, answer, false, Hill{})
	for name, h := range map[string]Hill{
		"of a quadratic": {Radius: 0.1, Odds: -3}, "of all games": {Radius: 1, Odds: 50}, "of none": {Radius: 1e-6, Odds: 50},
	} {
		with := Assess(s, log, answer, false, h)
		for i := range answer {
			if with.Error[i] != without.Error[i] {
				t.Errorf("%s: ± %v, %v without", name, with.Error[i], without.Error[i])
			}
		}
	}
}
