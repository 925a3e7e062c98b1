package genetic

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/lanista/lanista/engines"
)

var someMutators = []Mutator{
	Reset{}, Gaussian{First: 0.1}, Gaussian{First: 1, Last: 0.01},
}

func TestMutationKeepsKindsAndRanges(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.SampledFrom(someMutators).Draw(t, "operator")
		r := engines.Rand(rapid.Uint64().Draw(t, "seed"))
		v := drawWeights(t, kinds, "parent")
		step := stepOf(m, rapid.Float64Range(0, 1).Draw(t, "progress"))
		mutateSome(r, m, kinds, v, 1, step)
		if err := kinds.Check(v); err != nil {
			t.Fatalf("%T: %v", m, err)
		}
	})
}

func TestMutateCountChangesNoMoreThanAsked(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		m := rapid.SampledFrom(someMutators).Draw(t, "operator")
		r := engines.Rand(rapid.Uint64().Draw(t, "seed"))
		count := rapid.IntRange(1, 5).Draw(t, "count")
		space := square(6)
		v := drawWeights(t, space, "parent")
		was := slices.Clone(v)
		mutateCount(r, m, space, v, count, 0.1)
		changed := 0
		for i := range v {
			if v[i] != was[i] {
				changed++
			}
		}
		if changed > count {
			t.Fatalf("%T changed %d weights, at most %d allowed", m, changed, count)
		}
	})
}

func TestMutateCountReachesEveryFreeWeight(t *testing.T) {
	t.Parallel()
	hits := make([]int, len(kinds))
	for seed := range uint64(2000) {
		v := engines.Weights{1, 4, 7, 1, 5, 2, 0}
		was := slices.Clone(v)
		mutateCount(engines.Rand(seed), Reset{}, kinds, v, 1, 0)
		for i := range v {
			if v[i] != was[i] {
				hits[i]++
			}
		}
	}
	for i, w := range kinds {
		if free := slices.Contains(kinds.Free(), i); free != (hits[i] > 0) {
			t.Errorf("%s changed %d times", w.Name, hits[i])
		}
	}
}

func TestMutateSomeFollowsTheRate(t *testing.T) {
	t.Parallel()
	changed := 0
	const n, dims = 2000, 10
	for seed := range uint64(n) {
		v := make(engines.Weights, dims)
		mutateSome(engines.Rand(seed), Reset{}, square(dims), v, 0.2, 0)
		for _, x := range v {
			if x != 0 {
				changed++
			}
		}
	}
	if share := float64(changed) / (n * dims); math.Abs(share-0.2) > 0.015 { // standard error 0.003
		t.Errorf("%v of the weights changed, want 0.2", share)
	}
}

// A choice changes with the rate, and never with more than a tenth.
func TestMutateSomeSeldomChangesAChoice(t *testing.T) {
	t.Parallel()
	const n = 5000
	space := engines.Space{engines.NewChoices("style", "", []string{"solid", "normal", "risky"}, "normal")}
	for _, c := range []struct{ rate, want float64 }{{0.05, 0.05}, {1, 0.1}} {
		changed := 0
		for seed := range uint64(n) {
			v := engines.Weights{1}
			if mutateSome(engines.Rand(seed), Reset{}, space, v, c.rate, 0); v[0] != 1 {
				changed++
			}
		}
		if share := float64(changed) / n; math.Abs(share-c.want) > 0.02 { // standard error 0.004
			t.Errorf("at the rate %v, %v of the choices changed, want %v", c.rate, share, c.want)
		}
	}
}

func TestResetForgetsTheValue(t *testing.T) {
	t.Parallel()
	w := square(1)[0]
	if a, b := (Reset{}).Mutate(engines.Rand(5), w, 1, 0), (Reset{}).Mutate(engines.Rand(5), w, 9, 0); a != b {
		t.Errorf("a reset depends on the value: %v, %v", a, b)
	}
}

func TestGaussianStep(t *testing.T) {
	t.Parallel()
	m := Gaussian{First: 0.2, Last: 0.002}
	for _, c := range []struct{ progress, want float64 }{{0, 0.2}, {0.5, 0.02}, {1, 0.002}} {
		if got := m.Step(c.progress); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("at %v the step is %v, want %v", c.progress, got, c.want)
		}
	}
	if got := (Gaussian{First: 0.2}).Step(1); got != 0.2 {
		t.Errorf("a step without end is %v, want 0.2", got)
	}
	w := engines.Weight{Name: "w", Min: -50, Max: 50}
	r := engines.Rand(1)
	sum, squares := 0.0, 0.0
	const n = 20000
	for range n {
		d := m.Mutate(r, w, 3, 0.05) - 3
		sum += d
		squares += d * d
	}
	if sd := math.Sqrt(squares / n); math.Abs(sum/n) > 0.2 || math.Abs(sd-5) > 0.15 {
		t.Errorf("changes have mean %v and deviation %v, want 0 and 5%% of the range", sum/n, sd)
	}
}

// Deb gives the mean change of the unbounded operator as 1/(eta+2) of the range; in the middle
// of the range the bounds hardly matter.
