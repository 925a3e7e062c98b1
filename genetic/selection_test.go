package genetic

import (
	"math"
	"slices"
	"testing"

	"github.com/lanista/lanista/engines"
)

// four is a ranking of four members. The members with the indices 2, 0, 3, 1 have the ranks 1 to 4.
var four = Ranking{
	Ranked:  []int{2, 0, 3, 1},
	Fitness: []float64{0.3, 0, 0.5, 0.2},
	Groups:  [][]int{{2, 3}, {2, 0, 1}, {1}},
}

func TestTopAndTruncation(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		s    Selector
		want []int
	}{
		{Top{1}, []int{2, 2, 1}},
		{Top{2}, []int{2, 3, 2, 0, 1}},
		{Truncation{3}, []int{2, 0, 3}},
		{Truncation{9}, []int{2, 0, 3, 1}},
	} {
		if got := c.s.Select(nil, four); !slices.Equal(got, c.want) {
			t.Errorf("%T%+v: %v, want %v", c.s, c.s, got, c.want)
		}
	}
}

// frequencies returns how often each member is selected, as a share of all selected parents.
func frequencies(s Selector, c Ranking, runs int) []float64 {
	out := make([]float64, len(c.Fitness))
	total := 0
	for seed := range uint64(runs) {
		for _, slot := range s.Select(engines.Rand(seed), c) {
			out[slot]++
			total++
		}
	}
	for i := range out {
		out[i] /= float64(total)
	}
	return out
}

func TestSelectionFrequencies(t *testing.T) {
	t.Parallel()
	flat := Ranking{Ranked: four.Ranked, Fitness: []float64{0, 0, 0, 0}}
	for _, c := range []struct {
		name string
		s    Selector
		in   Ranking
		want []float64 // by slot
	}{
		{"roulette", Roulette{5}, four, []float64{0.3, 0, 0.5, 0.2}},
		{"roulette, nobody fit", Roulette{5}, flat, []float64{0.25, 0.25, 0.25, 0.25}},
		{"rank, pressure 2", Rank{5, 2}, four, []float64{1.0 / 3, 0, 0.5, 1.0 / 6}},
		{"rank, pressure 1", Rank{5, 1}, four, []float64{0.25, 0.25, 0.25, 0.25}},
		// The best of two different genomes of four: in 3, 2, 1, 0 of the six pairs.
		{"tournament of 2", KTournament{5, 2}, four, []float64{1.0 / 3, 0, 0.5, 1.0 / 6}},
		{"tournament of 4", KTournament{5, 4}, four, []float64{0, 0, 1, 0}},
		{"tournament of 1", KTournament{5, 1}, four, []float64{0.25, 0.25, 0.25, 0.25}},
	} {
		got := frequencies(c.s, c.in, 4000)
		for slot := range c.want {
			if math.Abs(got[slot]-c.want[slot]) > 0.02 { // at least five standard errors
				t.Errorf("%s: frequencies %.3f, want %.3f", c.name, got, c.want)
				break
			}
		}
	}
}
