package rating

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// ProbabilityBest returns, for every player, the probability of being the strongest of all
// players. It draws random ratings around elo, the ratings in Elo, with the covariance c. The
// probability is the share of draws in which the player is the first.
//
// freedom contains the degrees of freedom of every player's rating. The rating has a normal
// distribution if the number is +Inf, and Student's t distribution if it is finite. All finite
// numbers must be equal. The players who have them share one multivariate distribution, and must
// be independent of the others. If freedom is nil, all ratings are normal.
//
// The probability of being the strongest of all is never larger than the probability of being
// stronger than one other player.
func (c Covariance) ProbabilityBest(elo, freedom []float64, draws int, rng *rand.Rand) []float64 {
	n := len(elo)
	best := make([]float64, n)
	if n == 0 || draws < 1 {
		return best
	}
	factor := c.factor()
	heavy, nu := make([]bool, n), math.Inf(1) // heavy players have Student's distribution
	for i, f := range freedom {
		if heavy[i] = !math.IsInf(f, 1); heavy[i] {
			nu = f
		}
	}
	const rare = 1e-9 // the probability with which a draw may be left out
	limit := distuv.UnitNormal.Quantile(1 - rare)
	if !math.IsInf(nu, 1) {
		limit = distuv.StudentsT{Sigma: 1, Nu: nu}.Quantile(1 - rare)
	}
	favourite := slices.Index(elo, slices.Max(elo))
	for i := range factor {
		if elo[favourite]-elo[i] > limit*c.PairError(i, favourite) && i != favourite {
			factor[i] = nil
		}
	}
	noise := make([]float64, n)
	for range draws {
		for k := range noise {
			noise[k] = rng.NormFloat64()
		}
		scale := 1.0
		if !math.IsInf(nu, 1) {
			scale = math.Sqrt(nu / distuv.ChiSquared{K: nu, Src: rng}.Rand())
		}
		leader, highest := 0, math.Inf(-1)
		for i, row := range factor {
			if row == nil {
				continue
			}
			r := 0.0
			for k, f := range row {
				r += f * noise[k]
			}
			if heavy[i] {
				r *= scale
			}
			if r += elo[i]; r > highest {
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
