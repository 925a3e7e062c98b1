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

// withoutEach is by how much the log evidence rises where a coordinate does nothing, for
// every one of them; nil where the covariance cannot be told.
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

// without is that for one coordinate: the ratio of the densities, after the games and
// before, at a slope, a curvature and products of 0 (Savage and Dickey; J. Dickey, "The
// weighted likelihood ratio, linear hypotheses on normal location parameters", Annals of
// Mathematical Statistics 42, 1971). The curvature is the common one and a deviation from
// it. Where the coordinate does nothing the common one is that of the others and may be
// anything, and the deviation is minus that: no prior draws it to 0.
func (p *posterior) without(k int, covariance *mat.SymDense) (gain float64, ok bool) {
	own := p.model.of(k)
	all := append(own, p.model.dim)
	n := len(all)
	// The parameters are t times the common curvature there.
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
	var qt, qm mat.VecDense // the precision times t and the mean
	if !factor.Factorize(part) || unlessIll(factor.SolveVecTo(&qt, t)) != nil || unlessIll(factor.SolveVecTo(&qm, mean)) != nil {
		return 0, false
	}
	precision := mat.Dot(t, &qt) - p.prior(own[1]) // of the common curvature there
	gain = square(mat.Dot(t, &qm))/precision - mat.Dot(mean, &qm) - math.Log(precision) - factor.LogDet()
	for _, j := range own {
		gain -= math.Log(p.prior(j))
	}
	return gain / 2, true
}

// eigen decomposes a matrix H and lifts the eigenvalues that games could not tell
// from none to a share of their mean.
func eigen(h *mat.SymDense, share float64) (values []float64, vectors *mat.Dense) {
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
	mean := 0.0
	for _, v := range values {
		mean += max(v, 0) / float64(d)
	}
	for i, v := range values {
		values[i] = max(v, share*mean, least)
	}
	return values, vectors
}

// shrinkage returns the matrix K that draws the maximum towards the origin along
// the axes of H in which the games do not show it. Along an axis with curvature h
// and slope g at the origin the maximum lies at z = g/h. With the variance s of g
// by the games and v beforehand, the mean of z given the games is g/(h + hs/v). The
// variance beforehand is that of a maximum within reach of the origin, h^2 reach^2,
// or, where g stands out by some standard errors, what is left of its square: a
// slope that leads far away along a flat axis is then followed.
func (p *posterior) shrinkage(at []float64, c *Constants) *mat.SymDense {
	d := p.model.dim
	covariance := p.covariance(p.model.gradients(at, false))
	if covariance == nil {
		return nil
	}
	var half, axes mat.Dense
	values, vectors := eigen(p.model.hessian(p.theta), c.EigenShare)
	half.Mul(vectors.T(), covariance)
	axes.Mul(&half, vectors)
	k := mat.NewSymDense(d, nil)
	slope := mat.NewVecDense(d, p.theta[:d])
	for j, h := range values {
		g, s := mat.Dot(slope, vectors.ColView(j)), axes.At(j, j)
		v := max(h*h*c.PriorReach*c.PriorReach, g*g-c.PriorErrors*c.PriorErrors*s)
		k.SymRankOne(k, h*s/v, vectors.ColView(j))
	}
	return k
}
