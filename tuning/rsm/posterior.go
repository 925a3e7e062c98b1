package rsm

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/lanista/lanista/tuning/logistic"
	"github.com/lanista/lanista/tuning/pairwise"
)

// posterior is the distribution of a model's parameters after the games, a
// Gaussian: its precision is that of the games plus that of the priors.
type posterior struct {
	model  model
	theta  []float64 // the mean
	games  logistic.Games
	priors [groups]float64
	factor mat.Cholesky // of the whole precision
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
		model: f, theta: make([]float64, n), games: logistic.NewGames(n),
		// The evidence replaces all but the second after the first games.
		priors: [groups]float64{slopes: 1, common: flat, deviations: 10, cosines: 3000},
	}
}

// absorb adds games, as they are seen from the present mean.
func (p *posterior) absorb(games pairwise.Log) {
	p.games.Absorb(games, p.theta, func(row []float64, of pairwise.Outcome) {
		p.model.add(row, of.A, 1)
		p.model.add(row, of.B, -1)
	})
}

// forget drops the games, but not the parameters found from them.
func (p *posterior) forget() { p.games.Clear() }

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
	whole.CopySym(mat.NewSymDense(n, p.games.Precision.Data))
	for j := range n {
		whole.SetSym(j, j, whole.At(j, j)+p.prior(j))
	}
	if !p.factor.Factorize(whole) {
		return errSingular
	}
	var mean mat.VecDense
	if err := unlessIll(p.factor.SolveVecTo(&mean, mat.NewVecDense(n, p.games.Moment))); err != nil {
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
	e := p.games.Bound - p.factor.LogDet()/2
	for j, v := range p.theta {
		e += p.games.Moment[j]*v/2 + math.Log(p.prior(j))/2
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
