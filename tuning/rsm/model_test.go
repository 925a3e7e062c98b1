package rsm

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

// No point of the region is higher than the maximum of a concave surface, and the
// maximum never leaves the region of any surface.
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
