package logistic

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tuning/pairwise"
)

// MostParameters is the largest number of parameters of a model that a strategy fits to its games.
// With so many parameters a fit stores several matrices of 200 MB each, and the factorisation of
// one of them takes 4e10 multiplications.
const MostParameters = 5000

// Games approximates the likelihood of many games as a function of a model's parameters. The
// approximation is a Gaussian function that is nowhere above the likelihood, so that a fit needs
// only linear algebra.
type Games struct {
	Precision blas64.Symmetric // the upper triangle
	Moment    []float64        // the precision times the maximum of the bound
	Bound     float64          // log of the bound where all parameters are 0
	// Dispersion is the variance of a score divided by the variance of a game that is won or lost. The
	// likelihood of the games is raised to the power 1/Dispersion (a quasi-likelihood; R. Wedderburn,
	// Biometrika 61, 1974).
	Dispersion float64
}

// NewGames returns an approximation of the likelihood of games that contains no games yet, for a
// model with n parameters.
func NewGames(n int) Games {
	return Games{
		Precision: blas64.Symmetric{N: n, Stride: n, Data: make([]float64, n*n), Uplo: blas.Upper},
		Moment:    make([]float64, n), Dispersion: 1,
	}
}

// Clear removes all games. It keeps the field Dispersion, which is set by the caller.
func (s *Games) Clear() {
	clear(s.Precision.Data)
	clear(s.Moment)
	s.Bound = 0
}

// Absorb adds the games of a log. It approximates their likelihood by a lower bound that equals the
// likelihood at the parameters theta.
//
// Absorb calls features for every pair of points that played, with a row of zeros. features must
// set row to the features of the first point minus the features of the second. The product
// theta'row is then the logit of the first point's expected score.
func (s *Games) Absorb(log pairwise.Log, theta []float64, features func(row []float64, of pairwise.Outcome)) {
	const atOnce = 2048 // limits the memory for a large log
	for some := range slices.Chunk(log, atOnce) {
		s.add(some, theta, features)
	}
}

// add adds the pairs of one part of a log. Each pair adds n lambda x x' to the precision, where x
// is the row of its features. n is the pair's number of games divided by the dispersion, and lambda
// is tanh(eta/2) / (2 eta) for the logit eta = theta'x.
func (s *Games) add(log pairwise.Log, theta []float64, features func(row []float64, of pairwise.Outcome)) {
	size := len(theta)
	rows := make([]float64, len(log)*size)
	for i, g := range log {
		row := rows[i*size : (i+1)*size]
		features(row, g)
		eta := 0.0
		for j, v := range row {
			eta += v * theta[j]
		}
		n, lambda := float64(g.Games)/s.Dispersion, 0.25
		if math.Abs(eta) > 1e-6 {
			lambda = math.Tanh(eta/2) / (2 * eta)
		}
		s.Bound += n * (lambda*eta*eta/2 - logTwoCosh(eta/2))
		pull, root := n*(g.Score-0.5), math.Sqrt(n*lambda)
		for j, v := range row {
			s.Moment[j] += pull * v
			row[j] = root * v
		}
	}
	all := blas64.General{Rows: len(log), Cols: size, Stride: size, Data: rows}
	blas64.Syrk(blas.Trans, 1, all, 1, s.Precision)
}

// Dispersion measures how much the scores of pairs vary around a fitted model. A game that is won
// or lost with the predicted probability has a known variance; the result is the variance of the
// scores divided by this one. It is below 1 if games are drawn. logit returns the logit of the
// score that the model predicts for a pair. parameters is the number of fitted parameters, and must
// be below the number of pairs in the log.
//
// The estimate is Pearson's statistic with pooled variances. Without pooling, pairs with a
// predicted score near 0 or 1 would have too much weight, because their predicted variance is
// nearly 0.
func Dispersion(log pairwise.Log, parameters float64, logit func(pairwise.Outcome) float64) float64 {
	const rounding = 1.0 / (12 * 254 * 254) // variance of the error of a score that is stored as a byte
	squares, expected := 0.0, 0.0
	for _, g := range log {
		score := rating.Logistic(logit(g))
		off := g.Score - score
		squares += float64(g.Games) * max(off*off, rounding)
		expected += score * (1 - score)
	}
	pairs := float64(len(log))
	return squares / expected * pairs / (pairs - parameters)
}

// logTwoCosh returns ln(2 cosh x).
func logTwoCosh(x float64) float64 { return math.Abs(x) + math.Log1p(math.Exp(-2*math.Abs(x))) }
