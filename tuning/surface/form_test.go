package surface

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

func random(rng *rand.Rand, n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = 2*rng.Float64() - 1
	}
	return v
}

// The features, the curvature and the gradients are those of one quadratic.
func TestFormIsOneQuadratic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		d := rapid.IntRange(1, 6).Draw(t, "d")
		f := form{dim: d, full: rapid.Bool().Draw(t, "full"), origin: random(rng, d)}
		theta, x := random(rng, f.size()), random(rng, d)
		h := f.bowl(theta)
		want := 0.0
		for i := range d {
			zi := x[i] - f.origin[i]
			want += theta[i] * zi
			for j := range d {
				want -= zi * h.At(i, j) * (x[j] - f.origin[j]) / 2
			}
		}
		if got := f.value(theta, x); math.Abs(got-want) > 1e-9 {
			t.Fatalf("f(x) = %v, want %v", got, want)
		}
		g := f.gradients(x, true)
		const eps = 1e-5
		for i := range d {
			var slope float64
			for j, v := range theta {
				slope += g.At(i, j) * v
			}
			up, down := append([]float64(nil), x...), append([]float64(nil), x...)
			up[i] += eps
			down[i] -= eps
			if got := (f.value(theta, up) - f.value(theta, down)) / (2 * eps); math.Abs(got-slope) > 1e-6 {
				t.Fatalf("slope %d is %v, want %v", i, slope, got)
			}
		}
	})
}

// No point of the region is higher than the peak of a concave surface, and the
// peak never leaves the region of any surface.
func TestPeakIsHighest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 2))
		d := rapid.IntRange(1, 5).Draw(t, "d")
		f := form{dim: d, full: true, origin: make([]float64, d)}
		theta := random(rng, f.size())
		concave := rapid.Bool().Draw(t, "concave")
		if concave {
			theta[d] += float64(2 * d) // diagonally dominant
		}
		from, step := make([]float64, d), 0.05+0.4*rng.Float64()
		for i := range from {
			from[i] = rng.Float64()
		}
		peak := f.peak(theta, from, step, nil)
		top := f.value(theta, peak)
		for range 50 {
			x := make([]float64, d)
			for i := range x {
				lo, hi := max(from[i]-step, 0), min(from[i]+step, 1)
				x[i] = lo + (hi-lo)*rng.Float64()
				if peak[i] < lo-1e-9 || peak[i] > hi+1e-9 {
					t.Fatalf("the peak %v leaves the region about %v", peak, from)
				}
			}
			if v := f.value(theta, x); concave && v > top+1e-9 {
				t.Fatalf("%v is higher than the peak: %v > %v", x, v, top)
			}
		}
	})
}

// Many games between known points bring back the surface they came from.
func TestPosteriorFindsTheSurface(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	f := form{dim: 3, full: true, origin: []float64{0.5, 0.5, 0.5}}
	truth := make([]float64, f.size())
	copy(truth, []float64{2, -1, 0.5, 10, 3, -2, -1, 4, -3, 2})
	p := newPosterior(f)
	for range 20 {
		var games []outcome
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
			games = append(games, outcome{x, y, score, 1})
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

// Without signal the evidence shrinks everything that it may shrink.
func TestEvidenceShrinksNoise(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	p := newPosterior(form{dim: 4, full: true, origin: make([]float64, 4)})
	for range 30 {
		var games []outcome
		for range 50 {
			games = append(games, outcome{random(rng, 4), random(rng, 4), float64(rng.IntN(2)), 1})
		}
		p.absorb(games)
		if err := p.solve(); err != nil {
			t.Fatal(err)
		}
	}
	if p.priors[slopes] < 30 || p.priors[bends] < 30 {
		t.Errorf("precisions %v: noise was taken for signal", p.priors)
	}
}
