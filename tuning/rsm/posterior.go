package rsm

import (
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"github.com/lanista/lanista/tuning/pairwise"
)

// posterior is the distribution of a model's parameters after the games, a
// Gaussian: its precision is that of the games plus that of the priors.
type posterior struct {
	model     model
	theta     []float64     // the mean
	precision *mat.SymDense // of the games alone
	moment    []float64     // of the games: their precision times what they ask for
	bound     float64       // log likelihood at 0, by the games' bounds
	priors    [groups]float64
	factor    mat.Cholesky // of the whole precision
}

// The precisions that the evidence may choose for a prior. The tightest for the
// cosine terms makes them vanish.
const loosest = 1e-3

var tightest = [groups]float64{slopes: 1e3, deviations: 1e3, cosines: 1e8}

func newPosterior(f model) *posterior {
	n := f.size()
	// The common curvature is not shrunk: 100 logits in all are as steep as it gets.
	flat := float64(f.dim*f.dim) / 1e4
	return &posterior{
		model: f, theta: make([]float64, n), precision: mat.NewSymDense(n, nil), moment: make([]float64, n),
		// The evidence replaces all but the second after the first games.
		priors: [groups]float64{slopes: 1, common: flat, deviations: 10, cosines: 3000},
	}
}

// absorb adds games. The likelihood of each enters as the Gaussian that is a lower
// bound of it everywhere and touches it at the present mean (Jaakkola and Jordan,
// "Bayesian parameter estimation via variational methods", 2000). Absorbing all
// games again at the new mean then never lowers the bound, and never overshoots as
// Newton's method may.
func (p *posterior) absorb(games pairwise.Log) {
	const atOnce = 2048 // bounds the memory that a large round takes
	for some := range slices.Chunk(games, atOnce) {
		p.add(some)
	}
}

// add absorbs games at once. A game with features x and logit eta = theta'x adds
// lambda x x' to the precision, with lambda = tanh(eta/2) / (2 eta).
func (p *posterior) add(games pairwise.Log) {
	size := p.model.size()
	rows := make([]float64, len(games)*size)
	for i, g := range games {
		row := rows[i*size : (i+1)*size]
		p.model.add(row, g.A, 1)
		p.model.add(row, g.B, -1)
		eta := 0.0
		for j, v := range row {
			eta += v * p.theta[j]
		}
		n, lambda := float64(g.Games), 0.25
		if math.Abs(eta) > 1e-6 {
			lambda = math.Tanh(eta/2) / (2 * eta)
		}
		p.bound += n * (lambda*eta*eta/2 - logTwoCosh(eta/2))
		pull, root := n*(g.Score-0.5), math.Sqrt(n*lambda)
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

// forget drops the games, but not the parameters found from them.
func (p *posterior) forget() {
	p.precision.Zero()
	clear(p.moment)
	p.bound = 0
}

// refit absorbs all games anew at the present parameters and solves.
func (p *posterior) refit(games pairwise.Log) error {
	p.forget()
	p.absorb(games)
	return p.solve()
}

var errSingular = errors.New("the precision of the model is not positive")

// solve finds the mean, sets the priors by the evidence, and finds the mean again.
func (p *posterior) solve() error {
	if err := p.mean(); err != nil {
		return err
	}
	if err := p.setPriors(); err != nil {
		return err
	}
	return p.mean()
}

// prior is the precision of a parameter before the first game.
func (p *posterior) prior(j int) float64 { return p.priors[p.model.group(j)] * p.model.share(j) }

func (p *posterior) mean() error {
	n := p.model.size()
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

// setPriors is one fixed-point step of type-II maximum likelihood (MacKay,
// "Bayesian interpolation", 1992): the precision of a prior becomes the effective
// number of parameters that the games determine over their sum of squares,
// sum(1 - prior_j covariance_jj) / sum(theta_j^2).
func (p *posterior) setPriors() error {
	var covariance mat.SymDense
	if err := unlessIll(p.factor.InverseTo(&covariance)); err != nil {
		return err
	}
	var determined, squares [groups]float64
	for j, v := range p.theta {
		g := p.model.group(j)
		determined[g] += 1 - p.prior(j)*covariance.At(j, j)
		squares[g] += p.model.share(j) * v * v
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

// evidence is the log marginal likelihood of the games' scores under the model,
// whatever its parameters, by the bounds of the games. The difference of two
// models' evidence is the logarithm of their Bayes factor.
func (p *posterior) evidence() float64 {
	e := p.bound - p.factor.LogDet()/2
	for j, v := range p.theta {
		e += p.moment[j]*v/2 + math.Log(p.prior(j))/2
	}
	return e
}

// covariance is that of linear functions of the parameters, given as rows of their
// coefficients; nil if it cannot be told.
func (p *posterior) covariance(rows *mat.Dense) *mat.Dense {
	var solved, out mat.Dense
	if unlessIll(p.factor.SolveTo(&solved, rows.T())) != nil {
		return nil
	}
	out.Mul(rows, &solved)
	return &out
}
