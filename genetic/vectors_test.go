package genetic

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestFourAtOnce demands the sums of one vector after the other, to the last bit.
func TestFourAtOnce(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	vector := func(n int) []float64 {
		v := make([]float64, n)
		for i := range v {
			v[i] = rng.NormFloat64()
		}
		return v
	}
	for n := range 30 {
		x, a, b, c, d := vector(n), vector(n), vector(n), vector(n), vector(n)
		sa, sb, sc, sd := dots(x, a, b, c, d)
		if sa != dot(x, a) || sb != dot(x, b) || sc != dot(x, c) || sd != dot(x, d) {
			t.Errorf("%d values: %v %v %v %v, want %v %v %v %v", n, sa, sb, sc, sd, dot(x, a), dot(x, b), dot(x, c), dot(x, d))
		}
		by, want := [4]float64(vector(4)), slices.Clone(x)
		for i, v := range [][]float64{a, b, c, d} {
			for k := range want {
				want[k] += by[i] * v[k]
			}
		}
		if addScaled(x, by, a, b, c, d); !slices.Equal(x, want) {
			t.Errorf("%d values: %v, want %v", n, x, want)
		}
	}
}
