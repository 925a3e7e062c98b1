package rsm

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/lanista/lanista/tuning/pairwise"
)

// looseSlopes is the precision of a weight's slope beforehand, which is hardly bounded: an
// answer is a maximum, and a prior learned from slopes near 0 would find any other
// impossible.
const looseSlopes = 1e-3

// What a step of a fit may cost, in products: the first ones, and the last ones.
const (
	firstWork = 6e8
	lastWork  = 3.2e9
)

// thinned are as many games as a step of a fit can take, from all over the run.
func thinned(games pairwise.Log, f model, work float64) pairwise.Log {
	size := float64(f.size())
	n := int(work / (size * size))
	if len(games) <= n {
		return games
	}
	some := make(pairwise.Log, n)
	for k := range some {
		some[k] = games[k*len(games)/n]
	}
	return some
}

// fit fits the surfaces to games by which p was fitted loosely. Where the maximum is known
// to lie within reach of the answer, slopes are as large as leads there. It reports false
// where no surface fits.
func (a *assessment) fit(p *posterior, games pairwise.Log, reach, times float64) bool {
	a.surfaces = nil
	p.underEach(len(games), reach, times, func() { a.keep(p) })
	return len(a.surfaces) > 0
}

// underEach visits p, fitted loosely to so many games, under each prior of how much
// curvatures differ. Each sees the games from
// the same parameters, those of a prior that binds nothing. That speaks a little against
// equal curvatures, and it has to: with a fit of its own for each, errors in 10 weights of
// very different curvatures hold 75%, and 92% so. Deviations are so many times as large as
// four weights have them, and slopes as large as leads to a maximum within reach; 0 stands
// for anywhere. Afterwards p is what it was.
func (p *posterior) underEach(games int, reach, times float64, visit func()) {
	const (
		// Fewer pairs for a parameter would fit nearly equal curvatures even in a narrow valley.
		nearlyEqual, telling = 0.03, 4
	)
	differing := []float64{nearlyEqual, 0.1, 0.3, 1, 3}
	if float64(games) < telling*float64(p.model.size()) {
		differing = differing[1:]
	}
	loose, priors, scale := slices.Clone(p.theta), p.priors, p.scale()
	if reach > 0 {
		p.priors[slopes] = 1 / square(scale*reach)
	}
	for _, d := range differing {
		p.priors[deviations] = 1 / square(d*times*scale)
		if p.mean() == nil {
			visit()
		}
	}
	copy(p.theta, loose)
	p.priors = priors
}

// evenness is how many times as large deviations are for the place of the best. The
// curvatures of n axes lie within 2 sqrt(n) deviations of a single product of weights
// (Wigner's semicircle law), so that above four weights deviations are smaller in
// proportion to the root: a tenth of the common curvature would leave it open in 32
// weights whether an axis is curved at all. Importances keep the wide ones, for with narrow
// ones all weights are worth about the same.
func (a *assessment) evenness() float64 {
	const few = 4 // weights
	return math.Sqrt(min(1, few/float64(a.model.dim)))
}

// fitted are surfaces for the place of the best by some of the games; false where none
// fits.
func (a *assessment) fitted(games pairwise.Log, reach float64) (assessment, bool) {
	out := assessment{view: a.view, answer: a.answer, model: a.model}
	p := newPosterior(a.model)
	return out, p.loosely(games) && out.fit(p, games, reach, a.evenness())
}

// fitHill fits the surfaces to the games on a hill where there is one for certain. Its
// maximum lies within reach of the answer, which rests on equal curvatures: what differs
// much is no hill. Each prior has a fit of its own.
func (a *assessment) fitHill(games pairwise.Log, reach float64) {
	const refits = 3
	p := newPosterior(a.model)
	if !p.loosely(games) {
		return
	}
	p.priors[slopes] = 1 / square(p.scale()*reach)
	clear(p.theta)
	p.theta[a.model.dim] = 1
	for _, d := range []float64{0.01, 0.03, 0.1, 0.3} {
		ok := true
		for range refits {
			p.priors[deviations] = 1 / square(d*p.scale())
			p.forget()
			p.absorb(games)
			ok = ok && p.mean() == nil
		}
		if ok {
			a.keep(p)
		}
	}
}

// loosely fits the parameters by priors that bind nothing. The first steps need not see
// all games.
func (p *posterior) loosely(games pairwise.Log) bool {
	const first, last, looseDeviations = 6, 2, 1e-2
	p.priors[slopes], p.priors[deviations] = looseSlopes, looseDeviations
	some := thinned(games, p.model, firstWork)
	for k := range first + last {
		if k == first {
			some = games
		}
		p.forget()
		p.absorb(some)
		if p.mean() != nil {
			return false
		}
	}
	return true
}

// scale is the common curvature, in whose unit others differ, 1 logit at least.
func (p *posterior) scale() float64 { return max(math.Abs(p.theta[p.model.dim]), 1) }

func square(x float64) float64 { return x * x }

// keep adds the surface that a posterior has found.
func (a *assessment) keep(p *posterior) {
	f := surface{theta: slices.Clone(p.theta), evidence: p.evidence()}
	p.factor.UTo(&f.root)
	a.surfaces = append(a.surfaces, f)
}

// concave is the nearest matrix of which no axis is convex. Noise makes axes convex along
// which strength is all but flat, and their maxima would lie at the walls.
func concave(h *mat.SymDense) *mat.SymDense {
	values, vectors := eigen(h, 0)
	out := mat.NewSymDense(h.SymmetricDim(), nil)
	for j, v := range values {
		out.SymRankOne(out, v, vectors.ColView(j))
	}
	return out
}
