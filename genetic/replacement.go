package genetic

import (
	"math/rand/v2"
	"slices"

	"github.com/lanista/lanista/keys"
)

// Replacer selects the members that children replace.
type Replacer interface {
	// Children returns the number of children of a generation for a population size; 0 leaves
	// it to the options.
	Children(population int) int
	// Slots returns n different slots for the children, in rising order. ranked contains all
	// slots, best first; Slots must not change it.
	Slots(r *rand.Rand, ranked []int, n int) []int
}

// Worst replaces the least fit. It is the replacement of the Risk procedure and, with one
// child, of Whitley's GENITOR (ICGA 1989).
type Worst struct{}

// Children returns 0: the options determine the number.
func (Worst) Children(int) int { return 0 }

// Slots returns the slots of the n least fit.
func (Worst) Slots(_ *rand.Rand, ranked []int, n int) []int {
	slots := slices.Clone(ranked[len(ranked)-n:])
	slices.Sort(slots)
	return slots
}

// Generational replaces the whole population except for the Elites fittest (De Jong, An
// Analysis of the Behavior of a Class of Genetic Adaptive Systems, 1975).
type Generational struct{ Elites int }

// Fits returns an error if there are no children besides the elites.
func (s Generational) Fits(population, _ int) error {
	if s.Elites >= population {
		return keys.Errorf("elites", "%d of %d genomes leave no room for children", s.Elites, population)
	}
	return nil
}

// Validate returns an error for negative Elites.
func (s Generational) Validate() error { return keys.AtLeast(0).Check("elites", float64(s.Elites)) }

// Children returns the size of the population minus the elites.
func (s Generational) Children(population int) int { return population - s.Elites }

// Slots returns the slots of all but the elites.
func (Generational) Slots(_ *rand.Rand, ranked []int, n int) []int {
	slots := slices.Clone(ranked[len(ranked)-n:])
	slices.Sort(slots)
	return slots
}

// Steady replaces, for each child, the less fit of two random genomes (steady state with an
// inverse tournament: Syswerda, "A study of reproduction in generational and steady-state
// genetic algorithms", FOGA 1991). The fittest always stays, and unfit genomes may stay: the
// population remains more varied than with [Worst]. Use it for few children in a generation.
type Steady struct{}

// Children returns 0: the options determine the number.
func (Steady) Children(int) int { return 0 }

// Slots returns n different slots.
func (Steady) Slots(r *rand.Rand, ranked []int, n int) []int {
	places := everyone(len(ranked)) // indices of the ranking that are not yet replaced
	slots := make([]int, 0, n)
	for range n {
		i := r.IntN(len(places))
		if len(places) > 1 {
			j := r.IntN(len(places) - 1)
			if j >= i {
				j++
			}
			i = max(i, j) // the larger index is the less fit
		}
		slots = append(slots, ranked[places[i]])
		places = slices.Delete(places, i, i+1)
	}
	slices.Sort(slots)
	return slots
}
