package genetic

import (
	"math/rand/v2"
	"slices"
)

// Truncation takes the Count best of the population (Muehlenbein and
// Schlierkamp-Voosen, "Predictive models for the breeder genetic algorithm",
// Evolutionary Computation 1, 1993).
type Truncation struct{ Count int }

// Select returns the parents, best first.
func (s Truncation) Select(_ *rand.Rand, c Candidates) []int {
	return slices.Clone(c.Ranked[:min(s.Count, len(c.Ranked))])
}
