package rating

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/lanista/lanista/rating/internal/newton"
)

// Misfit is a result between two players that the ratings of all players do not
// describe.
type Misfit struct {
	Player, Against int
	Score           float64 // of Player against Against, in [0, 1]
	Predicted       float64 // the score that the ratings predict
	// P is the probability of a difference as large for any pair of players if the
	// ratings describe all results (Bonferroni's bound).
	P float64
}

// The bounds of a Misfit: its largest P, and the number of different clusters of two
// players below which their score is not compared.
const (
	misfitLevel    = 0.001
	misfitClusters = 10
)

// Misfit returns the pair of players whose score differs most from the score that the
// ratings of an estimate of these clusters predict, if the difference is beyond
// chance; otherwise, and for fewer than three players, it returns nil.
//
// The test is the score test of the residual: its variance is the sum over clusters of
// the squares of score less prediction, and of one more cluster with the largest
// possible difference, so that few clusters that ended alike do not count as certain.
// Where all clusters have two players, the variance allows for the ratings having
// been fitted to the same results. It does not with more players at a table, where
// the test finds a little less than it could.
func (c *Clusters) Misfit(e *Estimate) *Misfit {
	var played []int // by the numbers of e
	for player, i := range e.at {
		if i >= 0 {
			played = append(played, player)
		}
	}
	if len(played) < 3 {
		return nil
	}
	residuals := c.residuals(e, played)
	var worst *Misfit
	largest := 0.0
	for _, r := range residuals {
		if z := math.Abs(r.sum) / math.Sqrt(r.variance); z > largest {
			largest = z
			p := min(float64(len(residuals))*math.Erfc(z/math.Sqrt2), 1)
			worst = &Misfit{played[r.i], played[r.j], r.score, r.predicted, p}
		}
	}
	if worst == nil || worst.P > misfitLevel {
		return nil
	}
	if e.elo[e.at[worst.Player]] < e.elo[e.at[worst.Against]] {
		worst.Player, worst.Against = worst.Against, worst.Player
		worst.Score, worst.Predicted = 1-worst.Score, 1-worst.Predicted
	}
	return worst
}

// residual is the points of a player i against j less the points that the ratings
// predict, with the variance of that.
type residual struct {
	i, j             int // numbers of the fit
	score, predicted float64
	sum, variance    float64
}

// residuals lists those of all pairs with enough clusters whose residual can differ
// from 0.
func (c *Clusters) residuals(e *Estimate, played []int) []residual {
	var all []residual
	n := len(played)
	meat := mat.NewSymDense(n, nil)
	tables := len(c.tables.order) > 0
	for i := range n {
		for j := range i {
			s, straight := c.pairs.at(played[i], played[j])
			clusters, games := s.alone.clusters+s.seated.clusters, float64(s.won+s.tied+s.lost)
			if clusters == 0 {
				continue
			}
			r := residual{i: i, j: j, score: (float64(s.won) + float64(s.tied)/2) / games}
			if !straight {
				r.score = 1 - r.score
			}
			r.predicted = Logistic(e.Log[i] - e.Log[j])
			r.sum = games * (r.score - r.predicted)
			below := r.predicted // what the lower number of the two is predicted
			if !straight {
				below = 1 - below
			}
			most := max(r.predicted, 1-r.predicted)
			r.variance = s.alone.around(below) + s.seated.around(below) + (s.alone.gg+s.seated.gg)/float64(clusters)*most*most
			newton.AddDifference(meat, i, j, r.variance)
			if clusters >= misfitClusters {
				all = append(all, r)
			}
		}
	}
	if tables {
		return all
	}
	return c.fittedResiduals(e, played, all, meat)
}

// fittedResiduals reduces the variances by the part that the fit of the ratings
// takes out of the residuals. With the weight w of a pair in the information matrix B
// and d the difference of its two players, the residual is ε - w·d'·B⁺·u, where ε are
// the errors of the pair and u the scores of all; meat is the covariance of u. A
// residual that is always 0, because nothing but its own games ties its two players,
// is left out.
func (c *Clusters) fittedResiduals(e *Estimate, played []int, all []residual, meat *mat.SymDense) []residual {
	d := c.Duels().among(played)
	inverse := newton.PseudoInverse(fisher(d, e.Log, e.Prior))
	var errors mat.Dense // B⁺·meat·B⁺
	errors.Mul(inverse, meat)
	errors.Mul(&errors, inverse.T())
	across := func(m mat.Matrix, i, j int) float64 { return m.At(i, i) + m.At(j, j) - m.At(i, j) - m.At(j, i) }
	kept := all[:0]
	for _, r := range all {
		w := d.Games(r.i, r.j) * r.predicted * (1 - r.predicted)
		variance := r.variance*(1-2*w*across(inverse, r.i, r.j)) + w*w*across(&errors, r.i, r.j)
		if variance > 1e-6*r.variance {
			r.variance = variance
			kept = append(kept, r)
		}
	}
	return kept
}
