package tournament

import (
	"math"
	"slices"

	"github.com/lanista/lanista/engines"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Covariance is the covariance of fitted logarithms of strength, with mean 0
// over the players.
type Covariance struct{ sym *mat.SymDense }

// Players is the number of players.
func (c Covariance) Players() int {
	if c.sym == nil {
		return 0
	}
	return c.sym.SymmetricDim()
}

// At is the covariance of two players' logarithms of strength.
func (c Covariance) At(i, j int) float64 { return c.sym.At(i, j) }

// MeanError is the standard error in Elo of a player's rating against the mean
// of all players.
func (c Covariance) MeanError(i int) float64 { return eloPerLog * root(c.At(i, i)) }

// PairError is the standard error in Elo of the difference of two ratings; with
// one of the players as the anchor it is the error of the other's rating.
func (c Covariance) PairError(i, j int) float64 {
	return eloPerLog * root(c.At(i, i)+c.At(j, j)-2*c.At(i, j))
}

// root is the square root of a variance that rounding may have made negative.
func root(v float64) float64 { return math.Sqrt(max(v, 0)) }

// Superiority is the probability that i is stronger than j, given their ratings
// in Elo: the normal distribution at their difference over its error (the LOS of
// BayesElo, the CFS of Ordo).
func (c Covariance) Superiority(elo []float64, i, j int) float64 {
	return superiority(elo[i]-elo[j], c.PairError(i, j), math.Inf(1))
}

// superiority is the probability that a difference known with a standard error
// is above 0, by Student's t with so many degrees of freedom.
func superiority(difference, err, freedom float64) float64 {
	switch {
	case difference == 0 || math.IsNaN(difference):
		return 0.5
	case err == 0 || math.IsInf(difference, 0):
		if difference > 0 {
			return 1
		}
		return 0
	case math.IsInf(freedom, 1):
		return distuv.UnitNormal.CDF(difference / err)
	}
	return distuv.StudentsT{Sigma: 1, Nu: freedom}.CDF(difference / err)
}

// Fisher is the information that a table of games holds about the logarithms
// of strength under the Bradley-Terry model: Hunter (2004), section 5. Prior is
// the number of virtual draws per player.
func Fisher(d *Duels, log []float64, prior float64) *mat.SymDense {
	info := mat.NewSymDense(max(d.n, 1), nil)
	for i := range d.n {
		for j := range i {
			if games := d.Games(i, j); games > 0 {
				p := logistic(log[i] - log[j])
				addDifference(info, i, j, games*p*(1-p))
			}
		}
		p := logistic(log[i])
		addSym(info, i, i, prior*p*(1-p))
	}
	return info
}

// ModelCovariance inverts information: the covariance if every game were
// independent and drawn from the model.
func ModelCovariance(info *mat.SymDense) Covariance {
	return Sandwich(info, info)
}

// Sandwich is the covariance that holds whatever the law of a cluster's result:
// bread⁺ · meat · bread⁺, centred, with the information of the model as bread
// and the sum over clusters of the outer products of their score vectors as meat
// (Huber 1967; White, Econometrica 48 (1980) 817-838; Liang and Zeger,
// Biometrika 73 (1986) 13-22). For two players it is the delta-method error of
// the mean cluster score.
func Sandwich(bread, meat mat.Symmetric) Covariance {
	n := bread.SymmetricDim()
	inverse := centred(pseudoInverse(bread))
	var left mat.Dense
	left.Mul(inverse, meat)
	left.Mul(&left, inverse.T())
	cov := mat.NewSymDense(n, nil)
	for i := range n {
		for j := range i + 1 {
			cov.SetSym(i, j, (left.At(i, j)+left.At(j, i))/2)
		}
	}
	return Covariance{cov}
}

// strengthCovariance inverts the information about n strengths and further
// parameters, and returns the covariance of the strengths with all others free.
func strengthCovariance(info *mat.SymDense, n int) Covariance {
	if n == 0 {
		return Covariance{}
	}
	inverse := pseudoInverse(info)
	block := mat.DenseCopyOf(inverse.Slice(0, n, 0, n))
	block = centred(mat.DenseCopyOf(centred(block).T()))
	cov := mat.NewSymDense(n, nil)
	for i := range n {
		for j := range i + 1 {
			cov.SetSym(i, j, (block.At(i, j)+block.At(j, i))/2)
		}
	}
	return Covariance{cov}
}

// pseudoInverse is the Moore-Penrose inverse of a positive semidefinite matrix.
func pseudoInverse(m mat.Symmetric) *mat.Dense {
	n := m.SymmetricDim()
	out := mat.NewDense(n, n, nil)
	var eigen mat.EigenSym
	if !eigen.Factorize(m, true) {
		return out
	}
	values := eigen.Values(nil)
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	smallest := 1e-12 * max(slices.Max(values), 0)
	var scaled mat.Dense
	scaled.CloneFrom(&vectors)
	for k, v := range values {
		inverse := 0.0
		if v > smallest {
			inverse = 1 / v
		}
		for i := range n {
			scaled.Set(i, k, scaled.At(i, k)*inverse)
		}
	}
	out.Mul(&scaled, vectors.T())
	return out
}

// centred subtracts from every row of m the mean of the rows: ratings are told
// against their mean.
func centred(m *mat.Dense) *mat.Dense {
	rows, columns := m.Dims()
	for j := range columns {
		sum := 0.0
		for i := range rows {
			sum += m.At(i, j)
		}
		for i := range rows {
			m.Set(i, j, m.At(i, j)-sum/float64(rows))
		}
	}
	return m
}

// ProbabilityBest is, for every player, the share of draws from the normal
// distribution around the ratings in which the player is the strongest: unlike
// the superiority over the second it allows for having looked at all. The draws
// come from seed alone.
func (c Covariance) ProbabilityBest(elo []float64, draws int, seed uint64) []float64 {
	n := len(elo)
	best := make([]float64, n)
	if n == 0 || draws < 1 {
		return best
	}
	factor := c.factor()
	favourite := slices.Index(elo, slices.Max(elo))
	for i := range factor {
		if elo[favourite]-elo[i] > 6*c.PairError(i, favourite) && i != favourite {
			factor[i] = nil // once in a thousand million
		}
	}
	rng := engines.Rand(engines.Seed(seed, engines.Purpose("probability of being best")))
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

// factor returns rows whose products with independent normal noise have the
// covariance, in Elo.
func (c Covariance) factor() [][]float64 {
	n := c.Players()
	rows := make([][]float64, n)
	var eigen mat.EigenSym
	ok := eigen.Factorize(c.sym, true)
	var vectors mat.Dense
	var values []float64
	if ok {
		eigen.VectorsTo(&vectors)
		values = eigen.Values(nil)
	}
	for i := range rows {
		rows[i] = make([]float64, n)
		for k := range values {
			rows[i][k] = eloPerLog * vectors.At(i, k) * root(values[k])
		}
	}
	return rows
}
