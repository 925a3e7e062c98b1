package gp

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"

	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/logistic"
	"github.com/lanista/lanista/tuning/pairwise"
)

// posterior is the Gaussian distribution of the model's parameters, given the games. Its
// precision U'U is the sum of the precisions of games and priors.
type posterior struct {
	model  model
	at     coordinates
	theta  []float64 // the mean
	games  logistic.Games
	priors []float64 // precision of every group
	root   blas64.Triangular
	inv    blas64.Triangular // inverse of root
}

// loosest and tightest are the smallest and the largest precision (inverse variance) of a prior.
const loosest, tightest = 1e-4, 1e8

func newPosterior(f model, at coordinates) *posterior {
	n := f.size()
	p := &posterior{
		model: f, at: at, theta: make([]float64, n), games: logistic.NewGames(n), priors: make([]float64, f.groups()),
		root: blas64.Triangular{N: n, Stride: n, Data: make([]float64, n*n), Uplo: blas.Upper, Diag: blas.NonUnit},
		inv:  blas64.Triangular{N: n, Stride: n, Data: make([]float64, n*n), Uplo: blas.Upper, Diag: blas.NonUnit},
	}
	// These are initial values. After the first games, values learned from the evidence replace them,
	// except the one of the common curvature. The prior of the common curvature is wide, with a
	// standard deviation of 100 / dim logits.
	p.priors[slopeGroup], p.priors[commonGroup], p.priors[deviationGroup] = 1, float64(f.dim*f.dim)/1e4, 10
	const amplitude = 0.1 // of an octave at the beginning, in logits
	for k := range len(f.first) - 1 {
		p.priors[octaveGroup+k] = float64(f.first[k+1]-f.first[k]) / (2 * amplitude * amplitude)
	}
	return p
}

// absorb adds the results of games to the posterior. It approximates their likelihood by a Gaussian
// function of the parameters. This function is a lower bound that equals the likelihood at the
// current mean of the parameters.
func (p *posterior) absorb(games pairwise.Log) {
	v := make([]float64, p.model.dim)
	p.games.Absorb(games, p.theta, func(row []float64, of pairwise.Outcome) {
		p.at.place(v, of.A)
		p.model.add(row, v, 1)
		p.at.place(v, of.B)
		p.model.add(row, v, -1)
	})
}

func dot(x, y []float64) float64 {
	sum := 0.0
	for i, v := range x {
		sum += v * y[i]
	}
	return sum
}

// refit improves the fit to the games by one step. It approximates the likelihood of all games
// again, at the current mean of the parameters (see absorb), and computes the new mean.
func (p *posterior) refit(games pairwise.Log) error {
	p.games.Clear()
	p.absorb(games)
	return p.solve()
}

var errSingular = errors.New("the precision of the model is not positive")

// solve fits the model. It computes the mean of the parameters, estimates the widths of the priors
// (see [posterior.setPriors]), and computes the mean again. It returns an error if the equations
// have no solution.
func (p *posterior) solve() error {
	if err := p.mean(); err != nil {
		return err
	}
	p.setPriors()
	return p.mean()
}

// prior returns the prior precision of parameter j.
func (p *posterior) prior(j int) float64 { return p.priors[p.model.group(j)] * p.model.share(j) }

// mean computes the mean of the parameters from the precision matrix. It also stores the Cholesky
// factor of this matrix and the inverse of the factor.
func (p *posterior) mean() error {
	n := p.root.N
	copy(p.root.Data, p.games.Precision.Data)
	for j := range n {
		p.root.Data[j*n+j] += p.prior(j)
	}
	whole := blas64.Symmetric{N: n, Stride: n, Data: p.root.Data, Uplo: blas.Upper}
	if _, ok := lapack64.Potrf(whole); !ok {
		return errSingular
	}
	copy(p.inv.Data, p.root.Data)
	if !lapack64.Trtri(p.inv) {
		return errSingular
	}
	copy(p.theta, p.games.Moment)
	x := blas64.Vector{N: n, Inc: 1, Data: p.theta}
	blas64.Trsv(blas.Trans, p.root, x)
	blas64.Trsv(blas.NoTrans, p.root, x)
	return nil
}

// setPriors estimates the priors from the games, by one fixed-point step of type-II maximum
// likelihood (MacKay, "Bayesian interpolation", 1992). The new precision of a group of parameters
// is sum(1 - prior_j V_jj) / sum(share_j theta_j^2), with share_j from [model.share]. The numerator
// is the effective number of parameters that the games determine. V_jj, the variance of a
// parameter, is the squared length of row j of U^-1.
func (p *posterior) setPriors() {
	n := p.root.N
	determined, squares := make([]float64, len(p.priors)), make([]float64, len(p.priors))
	for j, v := range p.theta {
		row := p.inv.Data[j*n+j : (j+1)*n]
		g := p.model.group(j)
		determined[g] += 1 - p.prior(j)*dot(row, row)
		squares[g] += p.model.share(j) * v * v
	}
	for g := range p.priors {
		if g == commonGroup {
			continue
		}
		precision := max(determined[g], 0.01) / (squares[g] + 1e-12)
		p.priors[g] = min(max(precision, loosest), tightest)
	}
}

// evidence returns the log marginal likelihood of the scores under the model. The likelihood of
// the games is replaced by its quadratic bound.
func (p *posterior) evidence() float64 {
	n := p.root.N
	e := p.games.Bound
	for j, v := range p.theta {
		e += p.games.Moment[j]*v/2 + math.Log(p.prior(j))/2 - math.Log(p.root.Data[j*n+j])
	}
	return e
}

// strength returns the predicted strength (posterior mean) at the point u, whose coordinates are
// from 0 to 1. It is in logits, up to a constant.
func (p *posterior) strength(u []float64) float64 {
	v, row := make([]float64, p.model.dim), make([]float64, p.model.size())
	p.at.place(v, u)
	p.model.add(row, v, 1)
	return dot(row, p.theta)
}

// Directions returns the number of independent directions in which the strength can vary. It is
// the number of free weights, minus one if only their ratios matter and the model can use this.
func Directions(p tuning.Problem) (int, error) {
	box, err := pairwise.NewBox(p)
	if err != nil {
		return 0, err
	}
	return newCoordinates(box, p.ScaleFree).effective(), nil
}

// Odds compares two models of strength by the results of games: a Gaussian process and a quadratic.
// It returns the log Bayes factor, which is positive if the games favour the Gaussian process.
// games contains pairs of points in unit coordinates, in which every weight's searched range is
// from 0 to 1. Odds returns an error for an invalid problem, and if a model cannot be fitted.
func Odds(p tuning.Problem, games pairwise.Log) (float64, error) {
	s, err := pairwise.NewSetup(p, false)
	if err != nil {
		return 0, err
	}
	process := newProcess(&s, len(games))
	quadratic := newPosterior(newModel(process.model.origin, nil, nil), process.at)
	for _, m := range []*posterior{process, quadratic} {
		if err := m.settle(games); err != nil {
			return 0, err
		}
	}
	return process.evidence() - quadratic.evidence(), nil
}

// settle fits the model to the games repeatedly until the priors converge.
func (p *posterior) settle(games pairwise.Log) error {
	const fits = 6
	for range fits {
		if err := p.refit(games); err != nil {
			return err
		}
	}
	return nil
}
