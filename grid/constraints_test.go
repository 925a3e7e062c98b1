package grid

import (
	"fmt"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/constraints"
)

// TestConstraintsAgreeWithCounting compares a search with constraints with the count of all points in
// whole tenths. In the last case no point hits a position, so that the hits of the best points equal
// those that the map has for points outside the constraints.
func TestConstraintsAgreeWithCounting(t *testing.T) {
	t.Parallel()
	half, one, two := 0.5, 1.0, 2.0
	var space engines.Space
	for _, name := range []string{"a", "b", "c"} {
		space = append(space, engines.Weight{Name: name, Max: 1, Default: 0.5})
	}
	for i, c := range []struct {
		rules []constraints.Rule
		holds func(a, b, c int) bool // in tenths
		size  int                    // of the features
	}{
		{[]constraints.Rule{{Order: []string{"c", "a"}}}, func(a, _, c int) bool { return c <= a }, 10},
		{[]constraints.Rule{{Sum: []string{"a", "b", "c"}, Equals: &one}}, func(a, b, c int) bool { return a+b+c == 10 }, 10},
		{
			[]constraints.Rule{{Ratio: []string{"a", "c"}, Min: &half, Max: &two}, {Sum: []string{"a", "b"}, Max: &one}},
			func(a, b, c int) bool { return 2*a >= c && a <= 2*c && a+b <= 10 }, 10,
		},
		{[]constraints.Rule{{Sum: []string{"b", "c"}, Equals: &one}}, func(_, b, c int) bool { return b+c == 10 }, 0},
	} {
		set, err := constraints.New(space, c.rules)
		if err != nil {
			t.Fatal(err)
		}
		r := engines.Rand(uint64(i))
		p := Problem{Space: space, Constraints: set}
		for range 15 {
			e := Etude{Winner: r.IntN(2)}
			for range 2 {
				e.Features = append(e.Features, []float64{float64(r.IntN(2*c.size+1) - c.size), float64(r.IntN(2*c.size+1) - c.size), float64(r.IntN(2*c.size+1) - c.size)})
			}
			p.Etudes = append(p.Etudes, e)
		}
		result, err := Search(t.Context(), p, Options{Map: true, Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		histogram := make([]int64, len(p.Etudes)+1)
		points, best := int64(0), 0
		for at := range 11 * 11 * 11 {
			w := [3]int{at / 121, at / 11 % 11, at % 11}
			if !c.holds(w[0], w[1], w[2]) {
				continue
			}
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
			histogram[hits]++
			points, best = points+1, max(best, hits)
		}
		if result.Points != points || result.Best != best || fmt.Sprint(result.Histogram) != fmt.Sprint(histogram) {
			t.Errorf("case %d: %d points, best %d, %v; want %d, %d, %v", i, result.Points, result.Best, result.Histogram, points, best, histogram)
		}
		grouped := 0
		for _, g := range result.Groups {
			grouped += g.Points
			if !set.Holds(g.Weights) {
				t.Errorf("case %d: a group with the weights %v", i, g.Weights)
			}
		}
		if int64(grouped) != result.Count {
			t.Errorf("case %d: %d points in groups, %d are best", i, grouped, result.Count)
		}
	}
}
