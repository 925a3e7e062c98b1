package genetic

import "math/rand/v2"

// Rank draws Count parents independently, with chances that fall linearly with
// the rank: the best is expected Pressure times as often as the average, the
// worst 2 - Pressure times (Baker, "Adaptive selection methods for genetic
// algorithms", ICGA 1985). Pressure lies within [1, 2].
type Rank struct {
	Count    int
	Pressure float64
}

// Select returns the slots drawn.
func (s Rank) Select(r *rand.Rand, c Candidates) []int {
	n := len(c.Ranked)
	shares := make([]float64, n)
	for place := range shares {
		shares[place] = s.Pressure
		if n > 1 {
			shares[place] -= 2 * (s.Pressure - 1) * float64(place) / float64(n-1)
		}
	}
	parents := make([]int, s.Count)
	for i := range parents {
		parents[i] = c.Ranked[spin(shares, r.Float64()*float64(n))]
	}
	return parents
}
