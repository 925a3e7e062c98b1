package genetic

import (
	"math/rand/v2"
	"slices"
)

// Generational replaces the whole population but for the Elites fittest (De
// Jong, An Analysis of the Behavior of a Class of Genetic Adaptive Systems,
// 1975).
type Generational struct{ Elites int }

// Children is the population without the elites.
func (s Generational) Children(population int) int { return population - s.Elites }

// Slots returns the slots of all but the elites.
func (Generational) Slots(_ *rand.Rand, ranked []int, n int) []int {
	slots := slices.Clone(ranked[len(ranked)-n:])
	slices.Sort(slots)
	return slots
}
