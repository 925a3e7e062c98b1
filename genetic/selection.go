package genetic

import (
	"math/rand/v2"
	"slices"
)

// Selector chooses parents.
type Selector interface {
	// Select returns the slots of the parents; a slot may stand there more than
	// once.
	Select(r *rand.Rand, c Candidates) []int
}

// Candidates is what a Selector chooses from.
type Candidates struct {
	Ranked  []int     // all slots, best first
	Fitness []float64 // by slot, each in [0, 1]
	Groups  [][]int   // the slots of each group, best first
}

// The kinds of selection.
const (
	SelectTop        = "top"
	SelectTruncation = "truncation"
	SelectTournament = "tournament"
	SelectRoulette   = "roulette"
	SelectRank       = "rank"
	SelectSUS        = "sus"
)

// SelectionKinds lists the kinds of selection.
var SelectionKinds = []string{SelectTop, SelectTruncation, SelectTournament, SelectRoulette, SelectRank, SelectSUS}

func newSelector(o SelectionOptions) Selector {
	switch o.Kind {
	case SelectTop:
		return Top{Count: o.Count}
	case SelectTournament:
		return KTournament{Count: o.Count, Size: o.Size}
	case SelectRoulette:
		return Roulette{Count: o.Count}
	case SelectRank:
		return Rank{Count: o.Count, Pressure: o.Pressure}
	case SelectSUS:
		return SUS{Count: o.Count}
	}
	return Truncation{Count: o.Count}
}

// spin returns the index in which a point of [0, total) falls when the shares
// lie side by side.
func spin(shares []float64, point float64) int {
	last := 0
	for i, s := range shares {
		if s <= 0 {
			continue
		}
		if point < s {
			return i
		}
		point -= s
		last = i
	}
	return last // a point at the very end, by rounding
}

// wheel gives every slot a share in proportion to its fitness, or equal shares
// where nobody has any.
func wheel(fitness []float64) (shares []float64, total float64) {
	shares = make([]float64, len(fitness))
	for i, f := range fitness {
		shares[i] = max(f, 0)
		total += shares[i]
	}
	if total > 0 {
		return shares, total
	}
	for i := range shares {
		shares[i] = 1
	}
	return shares, float64(len(shares))
}

// Top takes the Count best of each group, in the order of the groups: the
// selection of the Risk procedure. A genome that two groups chose counts twice.
type Top struct{ Count int }

// Select returns the parents.
func (s Top) Select(_ *rand.Rand, c Candidates) []int {
	var parents []int
	for _, group := range c.Groups {
		parents = append(parents, group[:min(s.Count, len(group))]...)
	}
	return parents
}

// Truncation takes the Count best of the population (Muehlenbein and
// Schlierkamp-Voosen, "Predictive models for the breeder genetic algorithm",
// Evolutionary Computation 1, 1993).
type Truncation struct{ Count int }

// Select returns the parents, best first.
func (s Truncation) Select(_ *rand.Rand, c Candidates) []int {
	return slices.Clone(c.Ranked[:min(s.Count, len(c.Ranked))])
}

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
