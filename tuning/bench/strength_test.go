package bench

import (
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"github.com/lanista/lanista/engines"
)

// A uniform random point has a mean regret of 400 Elo on every problem.
func TestMeanRegretIsCalibrated(t *testing.T) {
	for _, kind := range Kinds {
		for _, dim := range Dims {
			t.Run(fmt.Sprint(kind, dim), func(t *testing.T) {
				duel, err := NewDuel(kind, dim, 3, Variant{})
				if err != nil {
					t.Fatal(err)
				}
				rng := engines.Rand(9)
				x := make([]float64, dim)
				sum, squares := 0.0, 0.0
				const n = 4000
				for range n {
					for i := range x {
						x[i] = Upper * rng.Float64()
					}
					r := duel.Regret(x)
					sum += r
					squares += r * r
				}
				mean := sum / n
				// Five standard errors, and for the cosines their phase at the walls.
				tolerance := 5 * math.Sqrt((squares/n-mean*mean)/n)
				if kind == Multi {
					tolerance += 35 / math.Sqrt(float64(dim))
				}
				if math.Abs(mean-MeanRegret) > tolerance {
					t.Errorf("mean regret %.1f Elo, want %v within %.1f", mean, MeanRegret, tolerance)
				}
			})
		}
	}
}

func TestOptimumIsWithinTheEdgesAndHasNoRegret(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.SampledFrom(Kinds).Draw(t, "kind")
		dim := rapid.IntRange(1, 12).Draw(t, "dim")
		duel, err := NewDuel(kind, dim, rapid.Uint64().Draw(t, "seed"), Variant{})
		if err != nil {
			t.Fatal(err)
		}
		optimum := duel.Optimum()
		for _, o := range optimum {
			if o < edge || o > Upper-edge {
				t.Fatalf("optimum %v leaves [%v, %v]", optimum, edge, Upper-edge)
			}
		}
		if r := duel.Regret(optimum); r != 0 {
			t.Fatalf("the optimum has regret %v", r)
		}
		x := make([]float64, dim)
		for i := range x {
			x[i] = rapid.Float64Range(0, Upper).Draw(t, "x")
		}
		if r := duel.Regret(x); r < 0 {
			t.Fatalf("regret %v at %v", r, x)
		}
	})
}

// The curvature of ill runs from 1 to 1000 in equal ratios, along axes that are
// a rotation.
func TestIllHasConditionThousand(t *testing.T) {
	const dim = 7
	s, err := newStrength(Ill, dim, 5)
	if err != nil {
		t.Fatal(err)
	}
	var q mat.SymDense
	q.SymOuterK(1, s.axes.T())
	var eigen mat.EigenSym
	if !eigen.Factorize(&q, false) {
		t.Fatal("no eigenvalues")
	}
	for i, got := range eigen.Values(nil) {
		if want := math.Pow(condition, float64(i)/(dim-1)); math.Abs(got/want-1) > 1e-9 {
			t.Errorf("eigenvalue %d is %v, want %v", i, got, want)
		}
	}
}

func TestSameSeedSameProblem(t *testing.T) {
	a, _ := newStrength(Ill, 10, 4)
	b, _ := newStrength(Ill, 10, 4)
	c, _ := newStrength(Ill, 10, 5)
	x := make([]float64, 10)
	if a.At(x) != b.At(x) {
		t.Error("one seed gave two problems")
	}
	if a.At(x) == c.At(x) {
		t.Error("two seeds gave one problem")
	}
}

func TestUnknownKindAndDimensionAreRefused(t *testing.T) {
	if _, err := newStrength("bumpy", 4, 1); err == nil {
		t.Error("an unknown kind was taken")
	}
	if _, err := newStrength(Quad, 0, 1); err == nil {
		t.Error("dimension 0 was taken")
	}
}
