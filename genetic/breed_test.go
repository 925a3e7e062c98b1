package genetic

import (
	"math"
	"slices"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
)

func TestPickTakesEveryEntryBeforeAnyTwice(t *testing.T) {
	t.Parallel()
	list := []int{4, 4, 7, 9}
	for seed := range uint64(50) {
		got := pick(engines.Rand(seed), list, 6)
		if first := slices.Sorted(slices.Values(got[:4])); !slices.Equal(first, list) {
			t.Fatalf("the first four of %v are not those of %v", got, list)
		}
	}
	if got := pick(engines.Rand(1), list, 0); len(got) != 0 {
		t.Errorf("none asked for, %v picked", got)
	}
}

func TestPairIsOfTwoGenomesAndFavoursThoseChosenTwice(t *testing.T) {
	t.Parallel()
	parents, ranked := []int{5, 5, 6, 7}, []int{5, 6, 7, 8}
	count := make(map[int]int)
	const n = 6000
	for seed := range uint64(n) {
		a, b := pair(engines.Rand(seed), parents, ranked)
		if a == b {
			t.Fatalf("%d paired with itself", a)
		}
		count[a]++
		count[b]++
	}
	// Of the five unordered pairs of entries with different genomes, four hold
	// genome 5, three each of the others.
	for slot, want := range map[int]float64{5: 4.0 / 5, 6: 3.0 / 5, 7: 3.0 / 5} {
		if got := float64(count[slot]) / n; math.Abs(got-want) > 0.035 {
			t.Errorf("genome %d in %v of the pairs, want %v", slot, got, want)
		}
	}
}

func TestPairOfOneParentIsWithTheFittestOther(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ parent, want int }{{3, 2}, {2, 3}} {
		if a, b := pair(engines.Rand(1), []int{c.parent, c.parent}, []int{2, 3, 4}); a != c.parent || b != c.want {
			t.Errorf("pair %d, %d; want %d, %d", a, b, c.parent, c.want)
		}
	}
}

func TestProgressSpansTheGenerationsThatHaveChildren(t *testing.T) {
	t.Parallel()
	o := small()
	o.Generations = 6
	b := mustNew(t, tuning.Problem{Space: square(2)}, o)
	for generation, want := range map[int]float64{2: 0, 4: 0.5, 6: 1} {
		if got := b.progress(generation); got != want {
			t.Errorf("generation %d: progress %v, want %v", generation, got, want)
		}
	}
	o.Generations = 2
	if got := mustNew(t, tuning.Problem{Space: square(2)}, o).progress(2); got != 0 {
		t.Errorf("the only children of a run stand at progress %v", got)
	}
}

func TestFoundersAroundTheStart(t *testing.T) {
	t.Parallel()
	o := small()
	o.Spread, o.Population = 0.02, 100
	start := engines.Weights{5, 3, 8}
	b := mustNew(t, tuning.Problem{Space: square(3), Start: start, Seed: 1}, o)
	batch, _ := b.Ask()
	if !slices.Equal(batch.Field[0].Weights, start) {
		t.Errorf("the first genome is %v, not the start", batch.Field[0].Weights)
	}
	squares := 0.0
	for _, a := range batch.Field {
		for i, w := range a.Weights {
			squares += (w - start[i]) * (w - start[i]) / 300
		}
	}
	if sd := math.Sqrt(squares); math.Abs(sd-0.2) > 0.03 {
		t.Errorf("the first generation spreads by %v, want 2%% of the range", sd)
	}
}
