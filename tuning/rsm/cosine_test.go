package rsm

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/lanista/lanista/tuning/pairwise"
)

const terms = 6

// No cosine term has anything of a parabola in it, over the box.
func TestCosinesAreNoParabola(t *testing.T) {
	const n = 2000
	for k := range terms {
		one := make([]float64, terms)
		one[k] = 1
		mean := 0.0
		for i := range n {
			mean += cosineValue(one, (float64(i)+0.5)/n) / n
		}
		var line, square float64
		for i := range n {
			u := (float64(i) + 0.5) / n
			v := cosineValue(one, u) - mean
			line += v * (u - 0.5) / n
			square += v * (u - 0.5) * (u - 0.5) / n
		}
		if math.Abs(line) > 1e-4 || math.Abs(square) > 1e-4 {
			t.Errorf("term %d: %.5f of a slope, %.5f of a parabola", k+lowest, line, square)
		}
	}
}

// The derivatives are those of the value.
func TestCosineSlope(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 3))
		a, u := random(rng, terms), rng.Float64()
		const eps = 1e-4
		up, here, down := cosineValue(a, u+eps), cosineValue(a, u), cosineValue(a, u-eps)
		first, second := cosineSlope(a, u)
		if got := (up - down) / (2 * eps); math.Abs(got-first) > 1e-3 {
			t.Fatalf("slope %v, want %v", first, got)
		}
		if got := (up - 2*here + down) / (eps * eps); math.Abs(got-second) > 0.05 {
			t.Fatalf("second derivative %v, want %v", second, got)
		}
	})
}

// The evidence is for cosine terms where there are some, and against where not.
func TestEvidenceSeesCosines(t *testing.T) {
	for _, height := range []float64{0, 1} {
		rng := rand.New(rand.NewPCG(8, 9))
		origin := []float64{0.5, 0.5}
		reduced, extended := newPosterior(model{dim: 2, full: true, origin: origin}), newPosterior(model{dim: 2, full: true, cosines: terms, origin: origin})
		strength := func(x []float64) float64 {
			s := 0.0
			for _, u := range x {
				s += height*math.Cos(6*math.Pi*(u-0.3)) - 4*(u-0.4)*(u-0.4)
			}
			return s
		}
		var games pairwise.Log
		for range 2000 {
			x, y := []float64{rng.Float64(), rng.Float64()}, []float64{rng.Float64(), rng.Float64()}
			score := 0.0
			if rng.Float64() < 1/(1+math.Exp(strength(y)-strength(x))) {
				score = 1
			}
			games = append(games, pairwise.Outcome{A: x, B: y, Score: score, Games: 1})
		}
		for range 8 {
			for _, p := range []*posterior{reduced, extended} {
				if err := p.refit(games); err != nil {
					t.Fatal(err)
				}
			}
		}
		odds := extended.evidence() - reduced.evidence()
		if height == 0 && odds > 1 || height > 0 && odds < 20 {
			t.Errorf("cosines of height %v: odds e^%.1f", height, odds)
		}
		if height > 0 {
			at := extended.model.maximum(extended.theta, origin, 1, nil)
			for _, u := range at {
				if math.Abs(u-0.3) > 0.05 {
					t.Errorf("the maximum is at %v, want near 0.3", at)
				}
			}
		}
	}
}
