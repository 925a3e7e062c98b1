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
// with precision (games + priors).
type posterior struct {
	form      form
	theta     []float64     // the mean
	precision *mat.SymDense // of the games alone
	moment    []float64     // precision times the parameters that the games ask for
	bound     float64       // log likelihood at 0, as the games' bounds have it
	priors    [groups]float64
	factor    mat.Cholesky // of the whole precision
}

// The precisions that the evidence may choose for a prior. The tightest for the
// waves is none at all.
const loosest = 1e-3

var tightest = [groups]float64{slopes: 1e3, bends: 1e3, ripples: 1e8}

func newPosterior(f form) *posterior {
	n := f.size()
	// The common curvature is not shrunk: 100 logits in all are as steep as it gets.
	flat := float64(f.dim*f.dim) / 1e4
	return &posterior{
		form: f, theta: make([]float64, n), precision: mat.NewSymDense(n, nil), moment: make([]float64, n),
		priors: [groups]float64{slopes: 1, common: flat, bends: 10, ripples: 3000},
	}
}

// outcome is a duel of two points in unit coordinates: the score of x, in
// [0, 1], over a number of games.
type outcome struct {
	x, y  []float64
	score float64
	games int
}

// absorb takes up games. The likelihood of each enters as the Gaussian that
// touches it, from below everywhere, where the present parameters are (Jaakkola
// and Jordan, "Bayesian parameter estimation via variational methods", 2000):
// absorbing all games again at the new mean climbs, and never overshoots as
// Newton's method may.
func (p *posterior) absorb(games []outcome) {
	const atOnce = 2048 // bounds the memory that a large round takes
	for some := range slices.Chunk(games, atOnce) {
		p.add(some)
	}
}

func (p *posterior) add(games []outcome) {
	size := p.form.size()
	rows := make([]float64, len(games)*size)
	for i, g := range games {
		row := rows[i*size : (i+1)*size]
		p.form.add(row, g.x, 1)
		p.form.add(row, g.y, -1)
		eta := 0.0
		for j, v := range row {
			eta += v * p.theta[j]
		}
		n, weight := float64(g.games), 0.25
		if math.Abs(eta) > 1e-6 {
			weight = math.Tanh(eta/2) / (2 * eta)
		}
		p.bound += n * (weight*eta*eta/2 - logTwoCosh(eta/2))
		pull, root := n*(g.score-0.5), math.Sqrt(n*weight)
		for j, v := range row {
			p.moment[j] += pull * v
			row[j] = root * v
		}
	}
	features := blas64.General{Rows: len(games), Cols: size, Stride: size, Data: rows}
	blas64.Syrk(blas.Trans, 1, features, 1, p.precision.RawSymmetric())
}

// logTwoCosh is ln(2 cosh x).
func logTwoCosh(x float64) float64 { return math.Abs(x) + math.Log1p(math.Exp(-2*math.Abs(x))) }

// forget drops what the games say, but not the parameters found from them.
func (p *posterior) forget() {
	p.precision.Zero()
	clear(p.moment)
	p.bound = 0
}

// refit takes up all games anew at the present parameters and solves.
func (p *posterior) refit(games []outcome) error {
	p.forget()
	p.absorb(games)
	return p.solve()
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

// prior is the precision of a parameter before the first game.
func (p *posterior) prior(j int) float64 { return p.priors[p.form.group(j)] * p.form.share(j) }

func (p *posterior) mean() error {
	n := p.form.size()
	whole := mat.NewSymDense(n, nil)
	whole.CopySym(p.precision)
	for j := range n {
		whole.SetSym(j, j, whole.At(j, j)+p.prior(j))
	}
	if !p.factor.Factorize(whole) {
		return errSingular
	}
	var mean mat.VecDense
	if err := unlessIll(p.factor.SolveVecTo(&mean, mat.NewVecDense(n, p.moment))); err != nil {
		return err
	}
	copy(p.theta, mean.RawVector().Data)
	return nil
}

// unlessIll lets a warning of bad conditioning pass: the priors bound the harm.
func unlessIll(err error) error {
	var ill mat.Condition
	if errors.As(err, &ill) {
		return nil
	}
	return err
}

// reconsider is MacKay's fixed-point step: the precision of a prior becomes the
// number of parameters that the games determine over their sum of squares.
func (p *posterior) reconsider() error {
	var covariance mat.SymDense
	if err := unlessIll(p.factor.InverseTo(&covariance)); err != nil {
		return err
	}
	var determined, squares [groups]float64
	for j, v := range p.theta {
		g := p.form.group(j)
		determined[g] += 1 - p.prior(j)*covariance.At(j, j)
		squares[g] += p.form.share(j) * v * v
	}
	for g, most := range tightest {
		if g == common {
			continue
		}
		precision := max(determined[g], 0.01) / (squares[g] + 1e-12)
		p.priors[g] = min(max(precision, loosest), most)
	}
	return nil
}

// evidence is the logarithm of the probability of the games' scores under the
// form, whatever its parameters, by the bounds of the games.
func (p *posterior) evidence() float64 {
	e := p.bound - p.factor.LogDet()/2
	for j, v := range p.theta {
		e += p.moment[j]*v/2 + math.Log(p.prior(j))/2
	}
	return e
}
