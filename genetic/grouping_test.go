package genetic

import (
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/lanista/lanista/engines"
)

func drawOf(population, seats, guests int, seed uint64) Draw {
	return Draw{
		Population: population, Seats: seats, Guests: guests,
		Rand: func(i int) *rand.Rand { return engines.Rand(engines.Seed(seed, uint64(i))) },
	}
}

// distinct reports an error for a table with too few genomes, with the same genome twice, or with an
// invalid index.
func distinct(t interface{ Fatalf(string, ...any) }, groups []Group, d Draw) {
	for _, g := range groups {
		for _, table := range g.Tables {
			sorted := slices.Compact(slices.Sorted(slices.Values(table)))
			if len(table) != d.Seats || len(sorted) != d.Seats {
				t.Fatalf("table %v for %d seats", table, d.Seats)
			}
			if sorted[0] < 0 || sorted[len(sorted)-1] >= d.Population+d.Guests {
				t.Fatalf("table %v in a field of %d", table, d.Population+d.Guests)
			}
		}
	}
}

func TestGroupsSeatDifferentGenomes(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		seats := rapid.IntRange(2, 6).Draw(t, "seats")
		size := rapid.IntRange(seats, 12).Draw(t, "size")
		population := rapid.IntRange(size, 40).Draw(t, "population")
		count := rapid.IntRange(1, 12).Draw(t, "groups")
		d := drawOf(population, seats, 0, rapid.Uint64().Draw(t, "seed"))
		for _, g := range []Grouper{RandomGroups{Count: count, Size: size}, RandomGroups{count, size, true}, RoundRobin{}} {
			groups := g.Groups(d)
			distinct(t, groups, d)
			for _, group := range groups {
				if got, want := len(group.Tables), tableCount(len(group.Members), seats); got != want {
					t.Fatalf("%T: %d tables for %d genomes at %d seats, want %d", g, got, len(group.Members), seats, want)
				}
				sat := make(map[int]int)
				for _, table := range group.Tables {
					for _, slot := range table {
						sat[slot]++
						if !slices.Contains(group.Members, slot) {
							t.Fatalf("%T: slot %d is not in its group", g, slot)
						}
					}
				}
				low, high := len(group.Tables), 0
				for _, slot := range group.Members {
					low, high = min(low, sat[slot]), max(high, sat[slot])
				}
				if high-low > 1 {
					t.Fatalf("%T: seats from %d to %d for each of %d genomes", g, low, high, len(group.Members))
				}
			}
		}
	})
}

func TestDisjointGroupsAreFair(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		size := rapid.IntRange(2, 8).Draw(t, "size")
		population := rapid.IntRange(size, 30).Draw(t, "population")
		count := rapid.IntRange(1, 15).Draw(t, "groups")
		in := make([]int, population)
		for _, g := range (RandomGroups{count, size, true}).Groups(drawOf(population, 2, 0, rapid.Uint64().Draw(t, "seed"))) {
			for _, slot := range g.Members {
				in[slot]++
			}
		}
		if slices.Max(in)-slices.Min(in) > 1 {
			t.Fatalf("%d groups of %d out of %d: %v", count, size, population, in)
		}
	})
}

func TestRandomGroupsLeaveAThirdOut(t *testing.T) {
	t.Parallel()
	idle := 0
	const runs = 500
	for seed := range uint64(runs) {
		in := make([]bool, 100)
		for _, g := range (RandomGroups{Count: 10, Size: 10}).Groups(drawOf(100, 2, 0, seed)) {
			for _, slot := range g.Members {
				in[slot] = true
			}
		}
		for _, played := range in {
			if !played {
				idle++
			}
		}
	}
	// 0.9^10 = 0.3487; the standard error of this mean is below 0.002.
	if share := float64(idle) / (100 * runs); share < 0.34 || share > 0.36 {
		t.Errorf("%v of the genomes sit out, want 0.3487", share)
	}
}

func TestGauntletMeetsEveryGuest(t *testing.T) {
	t.Parallel()
	d := drawOf(3, 2, 2, 1)
	got := Gauntlet{}.Groups(d)
	want := [][]int{{0, 3}, {0, 4}, {1, 3}, {1, 4}, {2, 3}, {2, 4}}
	if len(got) != 1 || !slices.EqualFunc(got[0].Tables, want, slices.Equal) {
		t.Errorf("%v, want %v", got, want)
	}
	d = drawOf(1, 3, 3, 1)
	want = [][]int{{0, 1, 2}, {0, 2, 3}, {0, 3, 1}}
	if got := (Gauntlet{}).Groups(d); !slices.EqualFunc(got[0].Tables, want, slices.Equal) {
		t.Errorf("at three seats %v, want %v", got[0].Tables, want)
	}
}

func TestTableCount(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ n, seats, want int }{
		{10, 2, 45}, {2, 2, 1}, {1, 2, 0}, {7, 3, 7}, {9, 3, 12}, {4, 3, 2}, {6, 6, 1}, {13, 4, 13},
	} {
		if got := tableCount(c.n, c.seats); got != c.want {
			t.Errorf("%d genomes at tables of %d: %d tables, want %d", c.n, c.seats, got, c.want)
		}
	}
}
