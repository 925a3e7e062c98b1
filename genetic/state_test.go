package genetic

import (
	"slices"
	"testing"

	"github.com/lanista/lanista/tuning"
)

// A group is ranked by its own games under win_rate, and by what all games say
// under a rating.
func TestGroupsAreRankedByTheFitnessInUse(t *testing.T) {
	t.Parallel()
	for _, f := range []Fitness{WinRate{}, BradleyTerry{Prior: 200}, Genomic{Prior: 200, Heritability: 0.8}} {
		o := Paper()
		o.Fitness = f
		b := mustNew(t, tuning.Problem{Space: square(4), Seed: 2}, o)
		round(t, b, fakeArena{peak: 6})
		ordered := 0
		for _, group := range b.state.Groups {
			if slices.IsSortedFunc(group, func(x, y int) int {
				switch {
				case b.state.Fitness[x] > b.state.Fitness[y]:
					return -1
				case b.state.Fitness[x] < b.state.Fitness[y]:
					return 1
				}
				return 0
			}) {
				ordered++
			}
		}
		if _, own := f.(GroupFitness); (ordered == 10) == own {
			t.Errorf("%T: %d of 10 groups stand in the order of the common fitness", f, ordered)
		}
	}
}
