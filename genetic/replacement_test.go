package genetic

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
)

func TestReplacementSlots(t *testing.T) {
	t.Parallel()
	ranked := []int{3, 0, 4, 1, 2}
	if got := (Worst{}).Slots(nil, ranked, 2); !slices.Equal(got, []int{1, 2}) {
		t.Errorf("the two worst: %v", got)
	}
	if got := (Worst{}).Slots(nil, ranked, 3); !slices.Equal(got, []int{1, 2, 4}) {
		t.Errorf("the three worst: %v", got)
	}
	g := Generational{Elites: 2}
	if got := g.Slots(nil, ranked, g.Children(5)); !slices.Equal(got, []int{1, 2, 4}) {
		t.Errorf("all but two elites: %v", got)
	}
}

func TestGenerationalKeepsTheElitesAlone(t *testing.T) {
	t.Parallel()
	config := small()
	config.Replacement, config.Elites, config.Crossover.Pairs, config.Mutation.Count = "generational", 2, 0, 3
	b := mustNew(t, tuning.Problem{Space: square(3), Seed: 1}, config)
	round(t, b, fakeArena{peak: 4})
	ranked := b.Population()
	elites := []int{ranked[0].ID, ranked[1].ID}
	round(t, b, fakeArena{peak: 4})
	mutants := 0
	for _, g := range b.state.Members {
		if g.Born == 1 && !slices.Contains(elites, g.ID) {
			t.Errorf("genome %d lives on without being an elite", g.ID)
		}
		if g.Born == 2 && slices.Contains(elites, g.ID) {
			t.Errorf("elite %d was replaced", g.ID)
		}
		if len(g.Parents) == 1 {
			mutants++
		}
	}
	if mutants != 3 {
		t.Errorf("%d mutants, want 3", mutants)
	}
}

func TestSteadyKeepsTheFittestAndPrefersTheWorse(t *testing.T) {
	t.Parallel()
	ranked := []int{3, 0, 4, 1, 2}
	hits := make([]int, 5)
	for seed := range uint64(5000) {
		hits[(Steady{}).Slots(engines.Rand(seed), ranked, 1)[0]]++
	}
	// In i of the ten pairs the genome at index i of the ranking is the less fit.
	for place, slot := range ranked {
		if want := place * 500; hits[slot] < want-150 || hits[slot] > want+150 {
			t.Errorf("place %d was replaced %d times of 5000, want about %d", place, hits[slot], want)
		}
	}
}

func TestSteadySlotsAreDifferentAndInOrder(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(2, 20).Draw(t, "population")
		n := rapid.IntRange(1, size).Draw(t, "children")
		slots := (Steady{}).Slots(engines.Rand(rapid.Uint64().Draw(t, "seed")), everyone(size), n)
		if len(slots) != n || !slices.IsSorted(slots) || len(slices.Compact(slices.Clone(slots))) != n {
			t.Fatalf("%d of %d slots: %v", n, size, slots)
		}
		if n < size && slots[0] == 0 {
			t.Fatal("the fittest was replaced")
		}
	})
}
