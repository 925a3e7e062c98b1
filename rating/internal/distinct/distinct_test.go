package distinct

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A value has the index of its first appearance, also if all values have the same hash.
func TestIndex(t *testing.T) {
	for name, hash := range map[string]func([2]int) uint64{
		"different hashes": func(v [2]int) uint64 { return uint64(31*v[0] + v[1]) },
		"four hashes":      func(v [2]int) uint64 { return 1<<40 - 2 + uint64(v[0]&3) },
	} {
		rng := rand.New(rand.NewPCG(1, 2))
		var l List[[2]int]
		var want [][2]int
		for range 3000 {
			v := [2]int{rng.IntN(20), rng.IntN(20)}
			if !slices.Contains(want, v) {
				want = append(want, v)
			}
			if got := l.Index(v, hash(v)); got != slices.Index(want, v) {
				t.Fatalf("%s: %v has the index %d, want %d", name, v, got, slices.Index(want, v))
			}
		}
		if diff := cmp.Diff(want, l.Values); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}
