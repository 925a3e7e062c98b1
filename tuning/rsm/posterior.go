package rsm

import (
	"errors"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/lanista/lanista/tuning/logistic"
	"github.com/lanista/lanista/tuning/pairwise"
)

// posterior is the Gaussian distribution of the parameters of a surface of strength, given the
// games. Its precision is the sum of the precisions of games and priors.
type posterior struct {
	model    model
	theta    []float64 // the mean
	games    logistic.Games
	priors   [groups]float64 // prior precision of every group of parameters
	products float64         // factor for the prior precision of mixed curvatures
	factor   mat.Cholesky    // Cholesky factor of the precision

	// curved contains the parameters for which curvatures and directions were computed; nil before the
	// first call of principal.
	curved     []float64
	curvatures []float64
	directions *mat.Dense
}

// loosest is the smallest precision (inverse variance) of a prior that is learned from the games.
const loosest = 1e-3

// tightest contains, for each group of parameters, the largest precision (inverse variance) of a
// prior that is learned from the games. Cosine terms with this precision have no effect. The prior
// of the group common is not learned.
var tightest = [groups]float64{slopes: 1e3, deviations: 1e3, cosines: 1e8, higher: 1e8}

func newPosterior(f model) *posterior {
	n := f.size()
	// The prior of the common curvature is wide, with a standard deviation of 100 / dim logits.
	flat := float64(f.dim*f.dim) / 1e4
	return &posterior{
		model: f, theta: make([]float64, n), games: logistic.NewGames(n), products: 1,
		// These are initial values. After the first games, values learned from the evidence
		// replace all but the common one.
		priors: [groups]float64{slopes: 1, common: flat, deviations: 10, cosines: 3000, higher: 1},
	}
}

// absorb adds the results of games to the posterior. It approximates their likelihood by a Gaussian
// function of the parameters. This function is a lower bound that equals the likelihood at the
// current mean of the parameters.
func (p *posterior) absorb(games pairwise.Log) {
	p.games.Absorb(games, p.theta, func(row []float64, of pairwise.Outcome) {
		p.model.add(row, of.A, 1)
		p.model.add(row, of.B, -1)
	})
}

// forget removes the games but keeps the parameters.
func (p *posterior) forget() { p.games.Clear() }

// refit improves the fit to the games by one step. It approximates the likelihood of all games
// again, at the current mean of the parameters (see absorb), and computes the new mean.
func (p *posterior) refit(games pairwise.Log) error {
	p.forget()
	p.absorb(games)
	return p.solve()
}

var errSingular = errors.New("the precision of the model is not positive")

// solve fits the model. It computes the posterior mean of the parameters, estimates the widths of
// the priors (see [posterior.setPriors]), and computes the mean again. It returns an error if the
// equations have no solution.
func (p *posterior) solve() error {
	if err := p.mean(); err != nil {
		return err
	}
	if err := p.setPriors(); err != nil {
		return err
	}
	return p.mean()
}

// prior returns the precision (1 / variance) of the normal prior of parameter j of the model. If j is the
// coefficient of a product of two weights, the precision contains the factor p.products.
func (p *posterior) prior(j int) float64 {
	prior := p.priors[p.model.group(j)] * p.model.share(j)
	if 2*p.model.dim < j && j < p.model.quadratic() {
		prior *= p.products
	}
	return prior
}

// mean sets p.theta to the mean of the parameters for the current priors, and p.factor to the
// Cholesky factor of their precision matrix. It returns errSingular if that matrix is not positive
// definite.
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

// unlessIll returns err, or nil if err is only a warning about a large condition number. The priors
// limit the effect of bad conditioning, so the warning can be ignored.
func unlessIll(err error) error {
	var ill mat.Condition
	if errors.As(err, &ill) {
		return nil
	}
	return err
}

// setPriors estimates the priors from the games, by one fixed-point step of type-II maximum
// likelihood (MacKay, "Bayesian interpolation", 1992). The new precision of a group of parameters
// is sum(1 - prior_j covariance_jj) / sum(share_j theta_j^2), with share_j from [model.share]. The
// numerator is the effective number of parameters that the games determine.
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

// evidence returns the log marginal likelihood of the scores under the model, with the likelihood
// of the games replaced by its quadratic bound. The difference between two models is the
// logarithm of their Bayes factor.
func (p *posterior) evidence() float64 {
	e := p.games.Bound - p.factor.LogDet()/2
	for j, v := range p.theta {
		e += p.games.Moment[j]*v/2 + math.Log(p.prior(j))/2
	}
	return e
}

// dispersion returns how much the scores of games vary around the predictions of the surface,
// relative to games that are won or lost; see [logistic.Dispersion]. p must have been fitted to the
// games with a loose prior.
func (p *posterior) dispersion(games pairwise.Log) float64 {
	return logistic.Dispersion(games, float64(p.model.size()), func(g pairwise.Outcome) float64 {
		return p.model.value(p.theta, g.A) - p.model.value(p.theta, g.B)
	})
}

// covariance returns the covariance matrix of linear functions of the parameters. Each row of rows
// contains the coefficients of one function. covariance returns nil if the matrix cannot be
// computed.
func (p *posterior) covariance(rows *mat.Dense) *mat.Dense {
	var solved, out mat.Dense
	if unlessIll(p.factor.SolveTo(&solved, rows.T())) != nil {
		return nil
	}
	out.Mul(rows, &solved)
	return &out
}

// slope returns the gradient of strength at x and the variance of each of its components. It
// returns nil if the variance cannot be computed.
func (p *posterior) slope(x []float64) (gradient, variance []float64) {
	rows := p.model.gradients(x, true)
	covariance := p.covariance(rows)
	if covariance == nil {
		return nil, nil
	}
	var product mat.VecDense
	product.MulVec(rows, mat.NewVecDense(len(p.theta), p.theta))
	for k := range x {
		variance = append(variance, covariance.At(k, k))
	}
	return product.RawVector().Data, variance
}

// withoutEach returns, for every coordinate, how much the log evidence of the games increases if
// this coordinate is assumed to have no effect on strength. It returns nil if the covariance cannot
// be computed.
func (p *posterior) withoutEach() []float64 {
	var covariance mat.SymDense
	if unlessIll(p.factor.InverseTo(&covariance)) != nil {
		return nil
	}
	out := make([]float64, p.model.dim)
	for k := range out {
		var ok bool
		if out[k], ok = p.without(k, &covariance); !ok {
			return nil
		}
	}
	return out
}

// without compares the model with one in which coordinate k has no effect on strength. gain is the
// log evidence of the model without k minus that of the model with it. ok is false if gain cannot
// be computed.
//
// gain is the logarithm of a ratio of densities, posterior over prior, at the point where the
// slope, the curvature and the products of k are 0 (J. Dickey, "The weighted likelihood ratio,
// linear hypotheses on normal location parameters", Annals of Mathematical Statistics 42, 1971).
// The curvature of k is the common curvature plus a deviation, so at this point the deviation is
// minus the common curvature. The other coordinates determine the common curvature, so the prior
// does not shrink it.
func (p *posterior) without(k int, covariance *mat.SymDense) (gain float64, ok bool) {
	own := p.model.of(k)
	all := append(own, p.model.dim)
	n := len(all)
	// If the curvature is 0, the parameters are t times the common curvature.
	t, mean, part := mat.NewVecDense(n, nil), mat.NewVecDense(n, nil), mat.NewSymDense(n, nil)
	t.SetVec(1, -1)
	t.SetVec(n-1, 1)
	for i, from := range all {
		mean.SetVec(i, p.theta[from])
		for j := i; j < n; j++ {
			part.SetSym(i, j, covariance.At(from, all[j]))
		}
	}
	var factor mat.Cholesky
	var qt, qm mat.VecDense // the precision times t and times the mean
	if !factor.Factorize(part) || unlessIll(factor.SolveVecTo(&qt, t)) != nil || unlessIll(factor.SolveVecTo(&qm, mean)) != nil {
		return 0, false
	}
	precision := mat.Dot(t, &qt) - p.prior(own[1]) // of the common curvature under the hypothesis
	gain = square(mat.Dot(t, &qm))/precision - mat.Dot(mean, &qm) - math.Log(precision) - factor.LogDet()
	for _, j := range own {
		gain -= math.Log(p.prior(j))
	}
	return gain / 2, true
}

// eigen returns the eigenvalues and eigenvectors of h. It raises eigenvalues that are not positive
// to a small positive number.
func eigen(h *mat.SymDense) (values []float64, vectors *mat.Dense) {
	const least = 1e-3
	var e mat.EigenSym
	vectors = new(mat.Dense)
	d := h.SymmetricDim()
	if !e.Factorize(h, true) {
		identity := mat.NewDiagDense(d, nil)
		values = make([]float64, d)
		for i := range d {
			identity.SetDiag(i, 1)
			values[i] = least
		}
		vectors.CloneFrom(identity)
		return values, vectors
	}
	e.VectorsTo(vectors)
	values = e.Values(nil)
	for i, v := range values {
		values[i] = max(v, least)
	}
	return values, vectors
}

// principal returns the eigenvalues and eigenvectors of H, minus the second derivative of strength;
// see [eigen]. It computes them again only after the parameters have changed. The caller must not
// change them.
func (p *posterior) principal() (values []float64, vectors *mat.Dense) {
	if p.curved == nil || !slices.Equal(p.curved, p.theta) {
		p.curvatures, p.directions = eigen(p.model.hessian(p.theta))
		p.curved = append(p.curved[:0], p.theta...)
	}
	return p.curvatures, p.directions
}

// shrinkage returns a penalty matrix K that keeps the maximum of the surface near the origin along
// axes about which the games contain little information. The axes are those of H, minus the second
// derivative of strength. shrinkage returns nil if the covariance of the slopes cannot be computed.
//
// Along an axis with curvature h and slope g at the origin, the maximum lies at z = g/h. Let s be
// the variance of g according to the games, and v its prior variance. The posterior mean of z is
// g/(h + hs/v), so K has the curvature hs/v along this axis. The prior variance v is h^2 reach^2,
// where reach is the standard deviation of a maximum that is equally likely anywhere in a range. If
// g^2 - c.SureErrors^2 s is larger, v is that value instead, so that the maximum follows a clear
// slope along a flat axis.
func (p *posterior) shrinkage(at []float64, c *Constants) *mat.SymDense {
	reach := 1 / math.Sqrt(12)
	d := p.model.dim
	covariance := p.covariance(p.model.gradients(at, false))
	if covariance == nil {
		return nil
	}
	var half, axes mat.Dense
	values, vectors := p.principal()
	half.Mul(vectors.T(), covariance)
	axes.Mul(&half, vectors)
	k := mat.NewSymDense(d, nil)
	slope := mat.NewVecDense(d, p.theta[:d])
	for j, h := range values {
		g, s := mat.Dot(slope, vectors.ColView(j)), axes.At(j, j)
		v := max(h*h*reach*reach, g*g-c.SureErrors*c.SureErrors*s)
		k.SymRankOne(k, h*s/v, vectors.ColView(j))
	}
	return k
}
