package rating

import (
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/lanista/lanista/rating/internal/newton"
)

// Covariance is the covariance matrix of fitted log-strengths, relative to the mean of all
// players.
type Covariance struct{ sym *mat.SymDense }

// NewCovariance returns a Covariance with the given matrix, whose rows must have mean 0.
func NewCovariance(sym *mat.SymDense) Covariance { return Covariance{sym} }

// Players returns the number of players.
func (c Covariance) Players() int {
	if c.sym == nil {
		return 0
	}
	return c.sym.SymmetricDim()
}

// At returns the covariance of the log-strengths of players i and j.
func (c Covariance) At(i, j int) float64 { return c.sym.At(i, j) }

// MeanError returns the standard error, in Elo, of a player's rating relative to the mean of
// all players.
func (c Covariance) MeanError(i int) float64 { return EloPerLogit * root(c.At(i, i)) }

// PairError returns the standard error, in Elo, of the difference of two ratings. If one of
// the players is the anchor, it is the error of the other's rating.
func (c Covariance) PairError(i, j int) float64 {
	return EloPerLogit * root(c.At(i, i)+c.At(j, j)-2*c.At(i, j))
}

// root returns the square root of a variance, or 0 if rounding has made the variance negative.
func root(v float64) float64 { return math.Sqrt(max(v, 0)) }

// Superiority returns the likelihood of superiority of i over j, given their ratings in Elo:
// Φ((elo_i - elo_j)/PairError). BayesElo calls it LOS and Ordo CFS.
func (c Covariance) Superiority(elo []float64, i, j int) float64 {
	return superiority(elo[i]-elo[j], c.PairError(i, j), math.Inf(1))
}

// superiority returns the probability that a difference with a standard error is above 0, by
// Student's t distribution with the given degrees of freedom.
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

// fisher returns the Fisher information of a table of games about the log-strengths of the
// Bradley-Terry model: I_ij = -n_ij·p_ij·(1-p_ij), with diagonal elements that make the rows
// add up to 0. prior is the number of virtual draws per player. Hunter (2004), section 5.
func fisher(d *Duels, log []float64, prior float64) *mat.SymDense {
	info := mat.NewSymDense(max(d.n, 1), nil)
	for i := range d.n {
		for j := range i {
			if games := d.Games(i, j); games > 0 {
				p := Logistic(log[i] - log[j])
				newton.AddDifference(info, i, j, games*p*(1-p))
			}
		}
		p := Logistic(log[i])
		newton.Add(info, i, i, prior*p*(1-p))
	}
	return info
}

// sandwich returns the cluster-robust covariance bread⁺ · meat · bread⁺, centred, where bread
// is the information of the model and meat the sum over clusters of the outer products of
// their score vectors. It holds for any distribution of a cluster's result (Huber 1967; White,
// Econometrica 48 (1980) 817-838; Liang and Zeger, Biometrika 73 (1986) 13-22). For two
// players it equals the delta-method error of the mean cluster score.
func sandwich(bread, meat mat.Symmetric) Covariance {
	n := bread.SymmetricDim()
	inverse := newton.PseudoInverse(bread)
	newton.CentreRows(inverse, n)
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
