package rsm

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/lanista/lanista/tuning/pairwise"
)

func random(rng *rand.Rand, n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = 2*rng.Float64() - 1
	}
	return v
}

// Features, curvature and gradients belong to one quadratic.
func TestModelIsOneQuadratic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		d := rapid.IntRange(1, 6).Draw(t, "d")
		f := model{dim: d, full: rapid.Bool().Draw(t, "full"), origin: random(rng, d)}
		theta, x := random(rng, f.size()), random(rng, d)
		h := f.hessian(theta)
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

// No point of the region is higher than the maximum of a concave surface. The maximum of any
// surface lies in the region.
func TestMaximumIsHighest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 2))
		d := rapid.IntRange(1, 5).Draw(t, "d")
		f := model{dim: d, full: true, origin: make([]float64, d)}
		theta := random(rng, f.size())
		concave := rapid.Bool().Draw(t, "concave")
		if concave {
			theta[d] += float64(2 * d) // diagonally dominant
		}
		from, step := make([]float64, d), 0.05+0.4*rng.Float64()
		for i := range from {
			from[i] = rng.Float64()
		}
		at := f.maximum(theta, from, step, nil)
		top := f.value(theta, at)
		for range 50 {
			x := make([]float64, d)
			for i := range x {
				lo, hi := max(from[i]-step, 0), min(from[i]+step, 1)
				x[i] = lo + (hi-lo)*rng.Float64()
				if at[i] < lo-1e-9 || at[i] > hi+1e-9 {
					t.Fatalf("the maximum %v leaves the region about %v", at, from)
				}
			}
			if v := f.value(theta, x); concave && v > top+1e-9 {
				t.Fatalf("%v is higher than the maximum: %v > %v", x, v, top)
			}
		}
	})
}

const terms = 6

// Every cosine term is orthogonal to parabolas over the box.
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

// The derivatives agree with the value.
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

// The evidence favours cosine terms if and only if strength has some.
func TestEvidenceDetectsCosines(t *testing.T) {
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
