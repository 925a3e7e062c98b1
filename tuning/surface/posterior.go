package surface

import (
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// posterior is what the games say about the parameters of a form: a Gaussian
// with precision (games + priors), by Laplace's approximation.
type posterior struct {
	form      form
	theta     []float64     // the mean
	precision *mat.SymDense // of the games alone
	moment    []float64     // precision times the parameters that the games ask for
	priors    [groups]float64
	factor    mat.Cholesky // of the whole precision
}

// The widths of the priors, as precisions.
const (
	flat     = 1e-4 // of the common curvature, which is not shrunk
	loosest  = 1e-3
	tightest = 1e3
)

func newPosterior(f form) *posterior {
	n := f.size()
	return &posterior{
		form: f, theta: make([]float64, n), precision: mat.NewSymDense(n, nil),
		moment: make([]float64, n), priors: [groups]float64{slopes: 1, common: flat, deviations: 10, products: 10},
	}
}

// Outcome is a duel of two points in unit coordinates (see duel.Box): the score of
// X, in [0, 1], over a number of games.
type Outcome struct {
	X, Y  []float64
	Score float64
	Games int
}

// clip keeps the logit of a far-off duel from making its weight vanish.
const clip = 6.0

// absorb takes up games. Their likelihood enters as its second-order expansion
// at the parameters known when they come in, as in an extended Kalman filter
// (one step of Newton's method per round): a game costs its square of features
// once, whatever the number of rounds.
func (p *posterior) absorb(games []Outcome) {
	const atOnce = 4096 // bounds the memory that a large round takes
	for some := range slices.Chunk(games, atOnce) {
		p.add(some)
	}
}

func (p *posterior) add(games []Outcome) {
	size := p.form.size()
	rows := make([]float64, len(games)*size)
	for i, g := range games {
		row := rows[i*size : (i+1)*size]
		p.form.add(row, g.X, 1)
		p.form.add(row, g.Y, -1)
		eta := 0.0
		for j, v := range row {
			eta += v * p.theta[j]
		}
		eta = min(max(eta, -clip), clip)
		expected := 1 / (1 + math.Exp(-eta))
		n := float64(g.Games)
		weight := n * expected * (1 - expected)
		pull := weight*eta + n*(g.Score-expected)
		root := math.Sqrt(weight)
		for j, v := range row {
			p.moment[j] += pull * v
			row[j] = root * v
		}
	}
	features := blas64.General{Rows: len(games), Cols: size, Stride: size, Data: rows}
	blas64.Syrk(blas.Trans, 1, features, 1, p.precision.RawSymmetric())
}

// forget drops what the games say, but not the parameters found from them: the
// next games, absorbed again, are expanded there.
func (p *posterior) forget() {
	p.precision.Zero()
	clear(p.moment)
}

var errSingular = errors.New("the precision of the model is not positive")

// solve finds the mean, widens or narrows the priors once by the evidence, and
// finds the mean again.
func (p *posterior) solve() error {
	if err := p.mean(); err != nil {
		return err
	}
	if err := p.reconsider(); err != nil {
		return err
	}
	return p.mean()
}

func (p *posterior) mean() error {
	n := p.form.size()
	whole := mat.NewSymDense(n, nil)
	whole.CopySym(p.precision)
	for j := range n {
		whole.SetSym(j, j, whole.At(j, j)+p.priors[p.form.group(j)])
	}
	if !p.factor.Factorize(whole) {
		return errSingular
	}
	var mean mat.VecDense
	if err := p.factor.SolveVecTo(&mean, mat.NewVecDense(n, p.moment)); err != nil {
		var ill mat.Condition
		if !errors.As(err, &ill) {
			return err
		}
	}
	copy(p.theta, mean.RawVector().Data)
	return nil
}

// reconsider is MacKay's fixed-point step: the precision of a prior becomes the
// number of parameters that the games determine over their sum of squares.
func (p *posterior) reconsider() error {
	var covariance mat.SymDense
	if err := p.factor.InverseTo(&covariance); err != nil {
		var ill mat.Condition
		if !errors.As(err, &ill) {
			return err
		}
	}
	var determined, squares [groups]float64
	for j, v := range p.theta {
		g := p.form.group(j)
		determined[g] += 1 - p.priors[g]*covariance.At(j, j)
		squares[g] += v * v
	}
	for _, g := range []int{slopes, deviations, products} {
		precision := max(determined[g], 0.01) / (squares[g] + 1e-12)
		p.priors[g] = min(max(precision, loosest), tightest)
	}
	return nil
}
