package genetic

import "math/rand/v2"

// Roulette draws Count parents independently, each with a chance in proportion
// to its fitness (Holland, Adaptation in Natural and Artificial Systems, 1975).
type Roulette struct{ Count int }

// Select returns the slots drawn.
func (s Roulette) Select(r *rand.Rand, c Candidates) []int {
	shares, total := wheel(c.Fitness)
	parents := make([]int, s.Count)
	for i := range parents {
		parents[i] = spin(shares, r.Float64()*total)
	}
	return parents
}
