package rating

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/lanista/lanista/rating/internal/newton"
)

// Misfit describes the two players whose results against each other contradict the ratings of all
// players most.
type Misfit struct {
	Player, Against int
	Score           float64 // mean score of Player against the player Against, in [0, 1]
	Predicted       float64 // the score expected from the ratings
	// P is the p-value of the contradiction, corrected for the number of pairs of players by
	// Bonferroni's bound. If the ratings describe all results, a pair with results this far from
	// their expectation occurs with at most this probability.
	P float64
}

// misfitLevel and misfitClusters are the limits for a [Misfit], two players whose results
// contradict the ratings. Its field P must be at most misfitLevel, and the players must have met in
// at least misfitClusters different clusters of games.
const (
	misfitLevel    = 0.001
	misfitClusters = 10
)

// Misfit tests whether the results of any two players contradict the ratings in e. It returns the
// two players whose score differs most from the score that their ratings predict. It returns nil if
// chance can explain the difference, and for fewer than three players. It also returns nil if e is
// nil or an estimate of another number of players.
//
// It is a score test. If all games have two players, the test takes into account that the ratings
// were fitted to the same results. With more players in a game it does not, and reports too few
// misfits rather than too many.
func (c *Clusters) Misfit(e *Estimate) *Misfit {
	if e == nil || len(e.at) != len(c.games) {
		return nil
	}
	var played []int // by index in e
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
			p := float64(len(residuals)) * math.Erfc(z/math.Sqrt2)
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

// FitMisfit fits ratings to the games and returns the two players whose results contradict these
// ratings most, or nil if there are none. The result is the same as that of [Clusters.Fit] followed
// by [Clusters.Misfit]. FitMisfit takes less time, because it does not compute the errors of the
// ratings.
func (c *Clusters) FitMisfit(o FitOptions) *Misfit {
	if !c.pairs.met(misfitClusters) {
		return nil
	}
	f, _, _, at, _ := c.fitStrengths(o)
	return c.Misfit(&Estimate{Fitted: f, at: at, elo: f.elo()})
}

// residual contains the actual and the expected result of player i against player j. sum is the
// difference of the points, and variance the variance of this difference.
type residual struct {
	i, j             int // indices in the fit
	score, predicted float64
	sum, variance    float64
}

// residuals returns, for all pairs of players with enough clusters of games, the difference between
// their actual and their expected points, with its variance. It omits a pair for which the
// difference is always 0. played contains the numbers of the players.
//
// The variance is the sum of the squared differences of all clusters, plus the square for one
// further cluster of average size with the largest possible difference. Without this addition, a
// few clusters with equal scores would have the variance 0.
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
			below := r.predicted // expected score of the lower number
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
	if tables || len(all) == 0 {
		return all
	}
	return c.fittedResiduals(e, played, all, meat)
}

// fittedResiduals reduces the variances of residuals, the differences between actual and expected
// points. The ratings were fitted to the same results, so the expected points follow the actual
// ones, and the differences vary less than the results. fittedResiduals omits a residual whose
// variance becomes 0, because no other games connect the two players.
//
// The formula of the residual of players i and j is ε - w·dᵀ·B⁺·u. ε is the difference between the
// actual points and those that the true strengths predict, and u contains the sum of these
// differences for every player, with the covariance meat. B is the Fisher information of all games
// and w that of the games between i and j. d is 1 for i, -1 for j and 0 for all others.
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
