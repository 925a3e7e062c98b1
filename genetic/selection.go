package genetic

import (
	"errors"
	"math/rand/v2"
	"slices"

	"github.com/lanista/lanista/keys"
)

// Selector is a selection operator: it selects the parents of the next generation.
type Selector interface {
	// Select returns the indices of the parents in the population, at least one. An index may
	// occur several times. Every entry has the same probability to be drawn as a parent.
	Select(r *rand.Rand, c Ranking) []int
}

// Ranking contains the members of a population, with their fitness and groups, from which a
// Selector selects parents.
type Ranking struct {
	Ranked  []int     // all slots, best first
	Fitness []float64 // by slot, each in [0, 1]
	Groups  [][]int   // the slots of each group, best first
}

// parentCount returns the number of parents: count, or half of the population and at least two
// if count is 0.
func parentCount(count, population int) int {
	if count == 0 {
		return max(population/2, 2)
	}
	return count
}

func checkCount(count int) error { return keys.AtLeast(0).Check("count", float64(count)) }

// Top is the selection operator that selects the Count best of each group, in the order of the
// groups. It is the selection of the article that [Paper] describes. A genome that is selected in
// two groups counts twice. Count is at least 1. Use it if genomes of different groups cannot be
// compared.
type Top struct{ Count int }

// Select returns the s.Count best members of each group, in the order of the groups. Of a smaller
// group it returns all members.
func (s Top) Select(_ *rand.Rand, c Ranking) []int {
	var parents []int
	for _, group := range c.Groups {
		parents = append(parents, group[:min(s.Count, len(group))]...)
	}
	return parents
}

// Validate returns an error for a Count below 1.
func (s Top) Validate() error {
	if s.Count == 0 {
		return keys.Errorf("count", "top needs the number of parents of each group")
	}
	return keys.AtLeast(1).Check("count", float64(s.Count))
}

// Truncation is the selection operator that selects the Count best of the population (Muehlenbein
// and Schlierkamp-Voosen, "Predictive models for the breeder genetic algorithm", Evolutionary
// Computation 1, 1993). Count 0 means half of the population. [Bred] uses it.
type Truncation struct{ Count int }

// Select returns the parents, best first.
func (s Truncation) Select(_ *rand.Rand, c Ranking) []int {
	n := len(c.Ranked)
	return slices.Clone(c.Ranked[:min(parentCount(s.Count, n), n)])
}

// Validate returns an error for a negative Count.
func (s Truncation) Validate() error { return checkCount(s.Count) }

// KTournament is tournament selection: Count times it draws Size different genomes and selects
// the best of them (Goldberg and Deb, "A comparative analysis of selection schemes used in
// genetic algorithms", FOGA 1991). A larger Size means stronger selection; 1 means none. Count 0
// means half of the population. Use it if fitness is only a ranking, or to set the strength of
// selection with one whole number.
type KTournament struct{ Count, Size int }

// Select returns the indices of the parents: the best genome of each of the Count draws.
func (s KTournament) Select(r *rand.Rand, c Ranking) []int {
	places := everyone(len(c.Ranked))
	parents := make([]int, parentCount(s.Count, len(places)))
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

// Validate returns an error for a negative Count and a Size below 1.
func (s KTournament) Validate() error {
	return errors.Join(checkCount(s.Count), keys.AtLeast(1).Check("size", float64(s.Size)))
}

// Roulette is fitness-proportionate selection: it draws Count parents independently, with
// probabilities proportional to fitness (Holland, Adaptation in Natural and Artificial
// Systems, 1975). Count 0 is half of the population. Use it if weak genomes should remain
// parents; selection becomes weaker as the population becomes equally strong.
type Roulette struct{ Count int }

// Select returns the indices of the drawn parents.
func (s Roulette) Select(r *rand.Rand, c Ranking) []int {
	shares, total := wheel(c.Fitness)
	parents := make([]int, parentCount(s.Count, len(shares)))
	for i := range parents {
		parents[i] = spin(shares, r.Float64()*total)
	}
	return parents
}

// Validate returns an error for a negative Count.
func (s Roulette) Validate() error { return checkCount(s.Count) }

// Rank is linear ranking selection: it draws Count parents independently, with probabilities that
// fall linearly with the rank. On average the best genome is drawn Pressure times as often as the
// average genome, and the worst 2 - Pressure times (Baker, "Adaptive selection methods for
// genetic algorithms", ICGA 1985). Pressure lies within [1, 2]. Count 0 means half of the
// population. Use it for a constant strength of selection that is weaker than that of a
// tournament.
type Rank struct {
	Count    int
	Pressure float64
}

// Select returns the indices of the drawn parents.
func (s Rank) Select(r *rand.Rand, c Ranking) []int {
	n := len(c.Ranked)
	shares := make([]float64, n)
	for place := range shares {
		shares[place] = s.Pressure
		if n > 1 {
			shares[place] -= 2 * (s.Pressure - 1) * float64(place) / float64(n-1)
		}
	}
	parents := make([]int, parentCount(s.Count, n))
	for i := range parents {
		parents[i] = c.Ranked[spin(shares, r.Float64()*float64(n))]
	}
	return parents
}

// Validate returns an error for a negative Count and a Pressure outside [1, 2].
func (s Rank) Validate() error {
	return errors.Join(checkCount(s.Count), keys.Within(1, 2).Check("pressure", s.Pressure))
}

// spin returns the index of the share that contains the given point, if the shares are laid end to
// end from 0 to their sum.
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
	return last // rounding may place a point beyond the end
}

// wheel returns a share for every member in proportion to its fitness, and the sum of the shares.
// If all members have a fitness of 0, their shares are equal.
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
