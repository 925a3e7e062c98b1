package genetic

import "math/rand/v2"

// SUS is stochastic universal sampling (Baker, "Reducing bias and inefficiency
// in the selection algorithm", ICGA 1987): one spin of a wheel with Count
// equally spaced pointers. A genome's number of places differs from its
// expectation by less than one.
type SUS struct{ Count int }

// Select returns the slots under the pointers, in the order of the slots.
func (s SUS) Select(r *rand.Rand, c Candidates) []int {
	shares, total := wheel(c.Fitness)
	gap := total / float64(s.Count)
	first := r.Float64() * gap
	parents := make([]int, s.Count)
	slot, below := 0, 0.0 // below: where the slot's share begins
	for i := range parents {
		point := first + float64(i)*gap
		for slot < len(shares)-1 && point >= below+shares[slot] {
			below += shares[slot]
			slot++
		}
		parents[i] = slot
	}
	return parents
}
