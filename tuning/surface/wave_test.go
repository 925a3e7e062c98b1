package surface

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// No wave has anything of a parabola in it, over the box.
func TestWavesAreNoParabola(t *testing.T) {
	const n = 2000
	for k := range waves {
		one := make([]float64, waves)
		one[k] = 1
		mean := 0.0
		for i := range n {
			mean += waveValue(one, (float64(i)+0.5)/n) / n
		}
		var line, square float64
		for i := range n {
			u := (float64(i) + 0.5) / n
			v := waveValue(one, u) - mean
			line += v * (u - 0.5) / n
			square += v * (u - 0.5) * (u - 0.5) / n
		}
		if math.Abs(line) > 1e-4 || math.Abs(square) > 1e-4 {
			t.Errorf("wave %d: %.5f of a slope, %.5f of a bend", k+lowest, line, square)
		}
	}
}

// The derivatives are those of the value.
func TestWaveSlope(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 3))
		a, u := random(rng, waves), rng.Float64()
		const eps = 1e-4
		up, here, down := waveValue(a, u+eps), waveValue(a, u), waveValue(a, u-eps)
		slope, bend := waveSlope(a, u)
		if got := (up - down) / (2 * eps); math.Abs(got-slope) > 1e-3 {
			t.Fatalf("slope %v, want %v", slope, got)
		}
		if got := (up - 2*here + down) / (eps * eps); math.Abs(got-bend) > 0.05 {
			t.Fatalf("bend %v, want %v", bend, got)
		}
	})
}

// The evidence is for waves where there are some, and against where not.
func TestEvidenceSeesWaves(t *testing.T) {
	for _, height := range []float64{0, 1} {
		rng := rand.New(rand.NewPCG(8, 9))
		origin := []float64{0.5, 0.5}
		plain, rich := newPosterior(form{dim: 2, full: true, origin: origin}), newPosterior(form{dim: 2, full: true, waved: true, origin: origin})
		strength := func(x []float64) float64 {
			s := 0.0
			for _, u := range x {
				s += height*math.Cos(6*math.Pi*(u-0.3)) - 4*(u-0.4)*(u-0.4)
			}
			return s
		}
		var games []outcome
		for range 2000 {
			x, y := []float64{rng.Float64(), rng.Float64()}, []float64{rng.Float64(), rng.Float64()}
			score := 0.0
			if rng.Float64() < 1/(1+math.Exp(strength(y)-strength(x))) {
				score = 1
			}
			games = append(games, outcome{x, y, score, 1})
		}
		for range 8 {
			for _, p := range []*posterior{plain, rich} {
				if err := p.refit(games); err != nil {
					t.Fatal(err)
				}
			}
		}
		odds := rich.evidence() - plain.evidence()
		if height == 0 && odds > 1 || height > 0 && odds < 20 {
			t.Errorf("waves of height %v: odds e^%.1f", height, odds)
		}
		if height > 0 {
			peak := rich.form.peak(rich.theta, origin, 1, nil)
			for _, u := range peak {
				if math.Abs(u-0.3) > 0.05 {
					t.Errorf("the peak is at %v, want near 0.3", peak)
				}
			}
		}
	}
}

// Absorbing the same games again never lowers their bound at the mean, however
// steep the surface and wherever it began.
func TestRefitsConverge(t *testing.T) {
	rng := rand.New(rand.NewPCG(10, 11))
	p := newPosterior(form{dim: 2, full: true, origin: []float64{0.5, 0.5}})
	var games []outcome
	for range 12 { // all of them won: nothing holds the slope but the prior
		games = append(games, outcome{[]float64{1, rng.Float64()}, []float64{0, rng.Float64()}, 1, 2})
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

// The peak is drawn to the start along the axis that was never played.
func TestBlindAxisStaysAtTheStart(t *testing.T) {
	rng := rand.New(rand.NewPCG(12, 13))
	p := newPosterior(form{dim: 2, full: true, origin: []float64{0.5, 0.5}})
	var games []outcome
	for range 600 {
		a, b := rng.Float64(), rng.Float64()
		tilt := 0.02 * rng.NormFloat64()
		score := 0.0
		if rng.Float64() < 1/(1+math.Exp(20*((a-0.7)*(a-0.7)-(b-0.7)*(b-0.7)))) {
			score = 1
		}
		games = append(games, outcome{[]float64{a, 0.5 + tilt}, []float64{b, 0.5 - tilt}, score, 1})
	}
	for range 5 {
		if err := p.refit(games); err != nil {
			t.Fatal(err)
		}
	}
	at := p.form.peak(p.theta, []float64{0.5, 0.5}, 1, p.shrinkage([]float64{0.7, 0.5}))
	if math.Abs(at[0]-0.7) > 0.06 || math.Abs(at[1]-0.5) > 0.1 {
		t.Errorf("the peak is at %.2f, want about [0.7 0.5]", at)
	}
}
