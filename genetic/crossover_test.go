package genetic

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/lanista/lanista/engines"
)

var someCrossers = []Crosser{
	Average{},
	Uniform{},
	OnePoint{},
	Blend{},
	Blend{Alpha: 0.3},
	Blend{Alpha: 3},
	SBX{},
	SBX{Eta: 2},
	SBX{Eta: 30},
}

func TestCrossKeepsKindsRangesAndParents(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		c := rapid.SampledFrom(someCrossers).Draw(t, "operator")
		a, b := drawWeights(t, kinds, "a"), drawWeights(t, kinds, "b")
		wasA, wasB := slices.Clone(a), slices.Clone(b)
		child := c.Cross(engines.Rand(rapid.Uint64().Draw(t, "seed")), kinds, a, b)
		if err := kinds.Check(child); err != nil {
			t.Fatalf("%T: %v", c, err)
		}
		if !slices.Equal(a, wasA) || !slices.Equal(b, wasB) {
			t.Fatalf("%T changed a parent", c)
		}
		same := c.Cross(engines.Rand(1), kinds, a, a)
		if !slices.Equal(same, a) {
			t.Fatalf("%T: the child of two equals %v differs: %v", c, a, same)
		}
	})
}

func TestAverage(t *testing.T) {
	t.Parallel()
	got := Average{}.Cross(engines.Rand(1), square(4), engines.Weights{2, 4, 6, 8}, engines.Weights{4, 0, 10, 2})
	if want := (engines.Weights{3, 2, 8, 5}); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	r := engines.Rand(1)
	log := engines.Space{kinds[3]}
	if got := (Average{}).Cross(r, log, engines.Weights{0.1}, engines.Weights{10}); math.Abs(got[0]-1) > 1e-12 {
		t.Errorf("the average of 0.1 and 10 by logarithm is %v, want 1", got[0])
	}
}

func TestUniformAndOnePointTakeWholeWeights(t *testing.T) {
	t.Parallel()
	a, b := make(engines.Weights, 8), make(engines.Weights, 8)
	for i := range a {
		a[i], b[i] = 1, 2
	}
	fromA, cuts := make([]int, 8), make(map[int]int)
	const n = 7000
	for seed := range uint64(n) {
		child := Uniform{}.Cross(engines.Rand(seed), square(8), a, b)
		for i, v := range child {
			if v == 1 {
				fromA[i]++
			} else if v != 2 {
				t.Fatalf("uniform made %v of 1 and 2", v)
			}
		}
		child = OnePoint{}.Cross(engines.Rand(seed), square(8), a, b)
		cut := slices.Index(child, 2)
		if cut < 1 || slices.Contains(child[cut:], 1) {
			t.Fatalf("one point made %v", child)
		}
		cuts[cut]++
	}
	for i, c := range fromA { // standard deviation 42
		if c < n/2-210 || c > n/2+210 {
			t.Errorf("uniform took weight %d from the first parent %d times of %d", i, c, n)
		}
	}
	for cut := 1; cut < 8; cut++ { // 1000 expected, standard deviation 29
		if cuts[cut] < 850 || cuts[cut] > 1150 {
			t.Errorf("one point cut at %d %d times of %d", cut, cuts[cut], n)
		}
	}
	if got := (OnePoint{}).Cross(engines.Rand(1), square(1), a[:1], b[:1]); got[0] != 1 {
		t.Errorf("with one weight the child is the first parent, not %v", got)
	}
}

func TestBlendSpansTheWidenedInterval(t *testing.T) {
	t.Parallel()
	space := engines.Space{{Name: "w", Min: -100, Max: 100}}
	for _, alpha := range []float64{0, 0.3, 0.5} {
		low, high, sum := math.Inf(1), math.Inf(-1), 0.0
		const n = 20000
		for seed := range uint64(n) {
			v := Blend{alpha}.Cross(engines.Rand(seed), space, engines.Weights{10}, engines.Weights{20})[0]
			low, high, sum = min(low, v), max(high, v), sum+v
		}
		if low < 10-10*alpha || high > 20+10*alpha || low > 10.1-10*alpha || high < 19.9+10*alpha {
			t.Errorf("alpha %v: children within [%v, %v]", alpha, low, high)
		}
		if mean := sum / n; math.Abs(mean-15) > 0.2 { // standard error at most 0.04
			t.Errorf("alpha %v: mean %v, want 15", alpha, mean)
		}
	}
}

// The spread factor of SBX is the distance of a child from the midpoint divided by that of a
// parent. It is below 1 in half of the cases, its median is 1 for any eta, and P(spread < x) =
// x^(eta+1)/2 for x < 1.
func TestSBXSpread(t *testing.T) {
	t.Parallel()
	space := engines.Space{{Name: "w", Min: -1e6, Max: 1e6}}
	for _, eta := range []float64{2, 10} {
		inside, near, far, above := 0, 0, 0, 0
		const n = 20000
		for seed := range uint64(n) {
			v := SBX{eta}.Cross(engines.Rand(seed), space, engines.Weights{-1}, engines.Weights{1})[0]
			if math.Abs(v) < 1 {
				inside++
			}
			if math.Abs(v) < 0.8 {
				near++
			}
			if math.Abs(v) > 1.2 {
				far++
			}
			if v > 0 {
				above++
			}
		}
		for _, c := range []struct {
			name      string
			got, want float64
		}{
			{"between the parents", float64(inside) / n, 0.5},
			{"well between the parents", float64(near) / n, math.Pow(0.8, eta+1) / 2},
			{"well outside the parents", float64(far) / n, math.Pow(1.2, -eta-1) / 2},
			{"on the side of the second", float64(above) / n, 0.5},
		} {
			if math.Abs(c.got-c.want) > 0.018 { // five standard errors
				t.Errorf("eta %v: %s in %v of the cases, want %v", eta, c.name, c.got, c.want)
			}
		}
	}
}
