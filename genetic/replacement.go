package genetic

import (
	"math/rand/v2"
	"slices"

	"github.com/lanista/lanista/keys"
)

// Replacer decides who makes room for children.
type Replacer interface {
	// Children is the number of children that a generation of a population needs;
	// 0 leaves it to the options.
	Children(population int) int
	// Slots returns the n different slots that n children take, lowest first.
	// ranked lists all slots, best first, and stays as it is.
	Slots(r *rand.Rand, ranked []int, n int) []int
}

// Worst lets the children take the slots of the least fit: the replacement of
// the Risk procedure (with one child, that of Whitley's GENITOR, ICGA 1989).
type Worst struct{}

// Children is 0: as many as are made.
func (Worst) Children(int) int { return 0 }

// Slots returns the slots of the n least fit.
func (Worst) Slots(_ *rand.Rand, ranked []int, n int) []int {
	slots := slices.Clone(ranked[len(ranked)-n:])
	slices.Sort(slots)
	return slots
}

// Generational replaces the whole population but for the Elites fittest (De
// Jong, An Analysis of the Behavior of a Class of Genetic Adaptive Systems,
// 1975).
type Generational struct{ Elites int }

// Fits refuses so many elites that no child has room.
func (s Generational) Fits(population, _ int) error {
	if s.Elites >= population {
		return keys.Errorf("elites", "%d of %d genomes leave no room for children", s.Elites, population)
	}
	return nil
}

// Validate refuses negative Elites.
func (s Generational) Validate() error { return keys.AtLeast(0).Check("elites", float64(s.Elites)) }

// Children is the population without the elites.
func (s Generational) Children(population int) int { return population - s.Elites }

// Slots returns the slots of all but the elites.
func (Generational) Slots(_ *rand.Rand, ranked []int, n int) []int {
	slots := slices.Clone(ranked[len(ranked)-n:])
	slices.Sort(slots)
	return slots
}

// Steady lets each child take the slot of the less fit of two genomes drawn at
// random (steady state with an inverse tournament: Syswerda, "A study of
// reproduction in generational and steady-state genetic algorithms", FOGA 1991).
// The fittest always stays, and the unfit have a chance: it keeps a population
// more varied than [Worst]. Use it for few children in a generation.
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
