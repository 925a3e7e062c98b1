package genetic

import (
	"math/rand/v2"
	"slices"

	"github.com/lanista/lanista/keys"
)

// Replacer is a replacement operator: it selects the members of the population that children
// replace.
type Replacer interface {
	// Children returns the number of children in a generation for the given size of the
	// population. 0 means that the config determines the number.
	Children(population int) int
	// Slots returns n different indices of members that children replace, in rising order. ranked
	// contains the indices of all members, best first; Slots must not change it.
	Slots(r *rand.Rand, ranked []int, n int) []int
}

// Worst is the replacement operator that replaces the least fit members, as in the article that
// [Paper] describes. With one child it is the replacement of Whitley's GENITOR (ICGA 1989).
type Worst struct{}

// Children returns 0, because the config determines the number of children.
func (Worst) Children(int) int { return 0 }

// Slots returns the indices of the n least fit members, which children replace.
func (Worst) Slots(_ *rand.Rand, ranked []int, n int) []int {
	slots := slices.Clone(ranked[len(ranked)-n:])
	slices.Sort(slots)
	return slots
}

// Generational is the replacement operator that replaces the whole population except the Elites
// fittest members (De Jong, An Analysis of the Behavior of a Class of Genetic Adaptive Systems,
// 1975).
type Generational struct{ Elites int }

// Fits returns an error if the elites fill the population, so that there is no place for
// children.
func (s Generational) Fits(population, _ int) error {
	if s.Elites >= population {
		return keys.Errorf("elites", "%d of %d genomes leave no room for children", s.Elites, population)
	}
	return nil
}

// Validate returns an error for negative Elites.
func (s Generational) Validate() error { return keys.AtLeast(0).Check("elites", float64(s.Elites)) }

// Children returns the size of the population minus the number of elites.
func (s Generational) Children(population int) int { return population - s.Elites }

// Slots returns the indices of the members that children replace: all except the elites.
func (Generational) Slots(r *rand.Rand, ranked []int, n int) []int {
	return Worst{}.Slots(r, ranked, n)
}

// Steady is the replacement operator that replaces, for each child, the less fit of two random
// members. The fittest member stays unless all members are replaced. Unfit members may stay, so the
// population remains more varied than with [Worst]. Use it for few children in a generation. It is
// steady state with an inverse tournament: Syswerda, "A study of reproduction in generational and
// steady-state genetic algorithms", FOGA 1991.
type Steady struct{}

// Children returns 0, because the config determines the number of children.
func (Steady) Children(int) int { return 0 }

// Slots returns the indices of n different members: each is the less fit of two random ones.
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
