package logistic

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"

	"github.com/lanista/lanista/tuning/pairwise"
)

// Games is what games say about the parameters of a model: a Gaussian likelihood.
type Games struct {
	Precision blas64.Symmetric // the upper triangle
	Moment    []float64        // the precision times the parameters that the games ask for
	Bound     float64          // log likelihood where all parameters are 0
}

// NewGames returns what no games say about n parameters.
func NewGames(n int) Games {
	return Games{
		Precision: blas64.Symmetric{N: n, Stride: n, Data: make([]float64, n*n), Uplo: blas.Upper},
		Moment:    make([]float64, n),
	}
}

// Clear forgets all games.
func (s *Games) Clear() {
	clear(s.Precision.Data)
	clear(s.Moment)
	s.Bound = 0
}

// Absorb adds games at the parameters theta, where their bound touches the
// likelihood. Features adds the difference between the features of the two points of
// a game to a row of zeros; theta'row is then the logit of the first one's score.
func (s *Games) Absorb(log pairwise.Log, theta []float64, features func(row []float64, of pairwise.Outcome)) {
	const atOnce = 2048 // bounds the memory that a large log takes
	for some := range slices.Chunk(log, atOnce) {
		s.add(some, theta, features)
	}
}

// add absorbs games at once. One with features x and logit eta = theta'x adds
// n lambda x x' to the precision, with lambda = tanh(eta/2) / (2 eta), n being how
// often it was played.
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
		n, lambda := float64(g.Games), 0.25
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

// logTwoCosh is ln(2 cosh x).
func logTwoCosh(x float64) float64 { return math.Abs(x) + math.Log1p(math.Exp(-2*math.Abs(x))) }
