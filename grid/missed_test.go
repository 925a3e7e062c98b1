package grid

import (
	"testing"
)

// The etudes missed at every point of random grids are as many as the map of the search has no
// hits for, and each of them is missed by the definition.
func TestMissed(t *testing.T) {
	t.Parallel()
	for seed := range uint64(20) {
		p := random(seed, 3, 6, 2+int(seed%3), 3)
		r := search(t, p, Options{Map: true})
		var points [][]int
		for i := range r.Map.Axes[0].Count {
			for j := range r.Map.Axes[1].Count {
				for k := range r.Map.Axes[2].Count {
					points = append(points, []int{i, j, k})
				}
			}
		}
		missed, err := Missed(p, r.Map.Axes, points)
		if err != nil {
			t.Fatal(err)
		}
		for n, at := range points {
			if len(missed[n])+int(r.Map.Hits[n]) != len(p.Etudes) {
				t.Fatalf("seed %d: %v misses %v, but has %d hits", seed, at, missed[n], r.Map.Hits[n])
			}
			for _, e := range missed[n] {
				won := true
				value := func(seat int) (sum float64) {
					for k, a := range r.Map.Axes {
						sum += p.Etudes[e].Features[seat][k] * a.At(at[k])
					}
					return sum
				}
				for seat := range p.Etudes[e].Features {
					won = won && (seat == p.Etudes[e].Winner || value(p.Etudes[e].Winner) > value(seat)+1e-9)
				}
				if won {
					t.Fatalf("seed %d: etude %d is not missed at %v", seed, e, at)
				}
			}
		}
	}
	p := random(1, 2, 2, 2, 3)
	r := search(t, p, Options{Map: true})
	for _, at := range [][]int{{0}, {0, r.Map.Axes[1].Count}, {-1, 0}} {
		if _, err := Missed(p, r.Map.Axes, [][]int{at}); err == nil {
			t.Errorf("%v is a point", at)
		}
	}
}
