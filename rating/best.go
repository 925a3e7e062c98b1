package rating

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// ProbabilityBest returns, for every player, the probability of being the strongest of all players.
// elo contains the ratings in Elo. The method draws random ratings from the normal distribution
// around elo with the covariance c, and returns the share of draws in which each player is the
// first. The probability of being the strongest of all is never larger than the probability of being
// stronger than one other player.
func (c Covariance) ProbabilityBest(elo []float64, draws int, rng *rand.Rand) []float64 {
	n := len(elo)
	best := make([]float64, n)
	if n == 0 || draws < 1 {
		return best
	}
	factor := c.factor()
	favourite := slices.Index(elo, slices.Max(elo))
	for i := range factor {
		if elo[favourite]-elo[i] > 6*c.PairError(i, favourite) && i != favourite {
			factor[i] = nil // happens about once in 10^9 draws
		}
	}
	noise := make([]float64, n)
	for range draws {
		for k := range noise {
			noise[k] = rng.NormFloat64()
		}
		leader, highest := 0, math.Inf(-1)
		for i, row := range factor {
			if row == nil {
				continue
			}
			r := elo[i]
			for k, f := range row {
				r += f * noise[k]
			}
			if r > highest {
				leader, highest = i, r
			}
		}
		best[leader]++
	}
	for i := range best {
		best[i] /= float64(draws)
	}
	return best
}

// factor returns a matrix square root F of the covariance in Elo: F·z has this covariance if z is
// a vector of independent standard normal numbers.
func (c Covariance) factor() [][]float64 {
	n := c.Players()
	rows := make([][]float64, n)
	var eigen mat.EigenSym
	ok := eigen.Factorize(c.dense(), true)
	var vectors mat.Dense
	var values []float64
	if ok {
		eigen.VectorsTo(&vectors)
		values = eigen.Values(nil)
	}
	for i := range rows {
		rows[i] = make([]float64, n)
		for k := range values {
			rows[i][k] = EloPerLogit * vectors.At(i, k) * root(values[k])
		}
	}
	return rows
}
