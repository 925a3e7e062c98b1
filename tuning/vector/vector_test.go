package vector

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func random(rng *rand.Rand, n int) []float64 {
	v := make([]float64, n)
	for i := range v {
		v[i] = rng.NormFloat64()
	}
	return v
}

// Sums of whole numbers are exact, in any order of the operations.
func TestSumsOfWholeNumbers(t *testing.T) {
	t.Parallel()
	x, y := []float64{1, -2, 3}, []float64{4, 5, -6}
	if got := Dot(x, y); got != 4-10-18 {
		t.Errorf("the dot product is %v", got)
	}
	if Add(x, 2, y); !slices.Equal(x, []float64{9, 8, -9}) {
		t.Errorf("the sum is %v", x)
	}
	if got := Dot(nil, nil); got != 0 {
		t.Errorf("the dot product of empty vectors is %v", got)
	}
}

// Four vectors at once give the values of one at a time, to the last bit.
func TestFourAtOnce(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	for n := range 30 {
		x, a, b, c, d := random(rng, n), random(rng, n), random(rng, n), random(rng, n), random(rng, n)
		sa, sb, sc, sd := Dots(x, a, b, c, d)
		if got, want := []float64{sa, sb, sc, sd}, []float64{Dot(x, a), Dot(x, b), Dot(x, c), Dot(x, d)}; !slices.Equal(got, want) {
			t.Errorf("%d values: %v, want %v", n, got, want)
		}
		by, want := [4]float64(random(rng, 4)), slices.Clone(x)
		for i, v := range [][]float64{a, b, c, d} {
			Add(want, by[i], v)
		}
		if AddFour(x, by, a, b, c, d); !slices.Equal(x, want) {
			t.Errorf("%d values: %v, want %v", n, x, want)
		}
	}
}

// Every product is rounded before it is added. A fused operation would return the rounding error of the
// product, which is not 0.
func TestProductsAreRounded(t *testing.T) {
	t.Parallel()
	x := 1 + 0x1p-30
	if math.FMA(x, x, -(x*x)) == 0 {
		t.Fatal("the product is exact")
	}
	if got := Dot([]float64{1, x}, []float64{-(x * x), x}); got != 0 {
		t.Errorf("the dot product is %v", got)
	}
	sum := []float64{-(x * x)}
	if Add(sum, x, []float64{x}); sum[0] != 0 {
		t.Errorf("the sum is %v", sum)
	}
}
