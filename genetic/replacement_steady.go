package genetic

import (
	"math/rand/v2"
	"slices"
)

// Steady lets each child take the slot of the less fit of two genomes drawn at
// random (steady state with an inverse tournament: Syswerda, "A study of
// reproduction in generational and steady-state genetic algorithms", FOGA 1991).
// The fittest always stays, and the unfit have a chance: it keeps a population
// more varied than [Worst]. It is meant for few children in a generation.
type Steady struct{}

// Children is 0: as many as are made.
func (Steady) Children(int) int { return 0 }

// Slots returns n different slots.
func (Steady) Slots(r *rand.Rand, ranked []int, n int) []int {
	places := everyone(len(ranked)) // places in the ranking that are still to lose
	slots := make([]int, 0, n)
	for range n {
		i := r.IntN(len(places))
		if len(places) > 1 {
			j := r.IntN(len(places) - 1)
			if j >= i {
				j++
			}
			i = max(i, j) // places stay in order, so the later is the less fit
		}
		slots = append(slots, ranked[places[i]])
		places = slices.Delete(places, i, i+1)
	}
	slices.Sort(slots)
	return slots
}
