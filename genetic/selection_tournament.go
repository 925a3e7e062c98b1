package genetic

import "math/rand/v2"

// KTournament draws Size different genomes and takes the best of them, Count
// times over (Goldberg and Deb, "A comparative analysis of selection schemes
// used in genetic algorithms", FOGA 1991).
type KTournament struct{ Count, Size int }

// Select returns the winners.
func (s KTournament) Select(r *rand.Rand, c Candidates) []int {
	parents := make([]int, s.Count)
	places := everyone(len(c.Ranked))
	for i := range parents {
		best := len(places)
		for k := range min(s.Size, len(places)) {
			j := k + r.IntN(len(places)-k)
			places[k], places[j] = places[j], places[k]
			best = min(best, places[k])
		}
		parents[i] = c.Ranked[best]
	}
	return parents
}
