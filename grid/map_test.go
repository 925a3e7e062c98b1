package grid

import (
	"context"
	"slices"
	"testing"

	"github.com/lanista/lanista/engines"
)

// A map contains the hits of every point.
func TestMapAgreesWithCounting(t *testing.T) {
	t.Parallel()
	space := engines.Space{{Name: "a", Min: 0.5, Max: 1.5, Default: 1}, {Name: "b", Min: 0.5, Max: 2, Default: 1}, {Name: "c", Min: 1, Max: 1.4, Default: 1}}
	r := engines.Rand(3)
	p := Problem{Space: space}
	for range 12 {
		e := Etude{Winner: r.IntN(2)}
		for range 2 {
			row := make([]float64, len(space))
			for k := range row {
				row[k] = float64(r.IntN(21) - 10)
			}
			e.Features = append(e.Features, row)
		}
		p.Etudes = append(p.Etudes, e)
	}
	for _, workers := range []int{1, 3} {
		result, err := Search(context.Background(), p, Options{Map: true, Workers: workers})
		if err != nil {
			t.Fatal(err)
		}
		m, i := result.Map, 0
		histogram := make([]int64, len(p.Etudes)+1)
		for a := range m.Axes[0].Count {
			for b := range m.Axes[1].Count {
				for c := range m.Axes[2].Count {
					w := []int{5 + a, 5 + b, 10 + c} // tenths
					hits := 0
					for _, e := range p.Etudes {
						lead := 0
						for k := range w {
							lead += w[k] * int(e.Features[e.Winner][k]-e.Features[1-e.Winner][k])
						}
						if lead > 0 {
							hits++
						}
					}
					if int(m.Hits[i]) != hits {
						t.Fatalf("point %v hits %d, the map says %d", w, hits, m.Hits[i])
					}
					histogram[hits]++
					i++
				}
			}
		}
		if i != len(m.Hits) {
			t.Errorf("the map has %d points, not %d", len(m.Hits), i)
		}
		for hits, n := range histogram {
			if result.Histogram[hits] != n {
				t.Errorf("%d points hit %d, the histogram says %d", n, hits, result.Histogram[hits])
			}
		}
	}
}

// A map counts hits in 16 bits, so there is none for more etudes than that.
func TestMapOfManyEtudes(t *testing.T) {
	t.Parallel()
	space := engines.Space{{Name: "a", Min: 1, Max: 1.1, Default: 1}}
	hit := Etude{Features: [][]float64{{1}, {0}}}
	for etudes, want := range map[int]bool{65_535: true, 65_536: false} {
		p := Problem{Space: space, Etudes: slices.Repeat([]Etude{hit}, etudes)}
		result, err := Search(t.Context(), p, Options{Map: true})
		if err != nil {
			t.Fatal(err)
		}
		if result.Best != etudes || (result.Map != nil) != want {
			t.Errorf("%d etudes: %d hits, a map: %t", etudes, result.Best, result.Map != nil)
		}
		if want && int(result.Map.Hits[0]) != etudes {
			t.Errorf("%d etudes: the map has %d hits", etudes, result.Map.Hits[0])
		}
	}
}
