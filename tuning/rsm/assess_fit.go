package rsm

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
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

// counting is the probability, by the games alone, that a coordinate counts at all and is
// not one that does nothing. All coordinates counting stands against all but one doing so:
// then strength has no slope along that one, no curvature and no product with it, and the
// curvatures of the others differ as much or as little as before. Both are averages over
// the priors. Beforehand one is as likely as the other. It is NaN where no prior fits.
//
// Slopes are as large as lead to a maximum within reach of the answer along an axis of the
// common curvature: hardly bounded ones would speak for a coordinate that does nothing
// whatever the games.
func (a *assessment) counting(p *posterior, games int) []float64 {
	const nearby = 0.3 // of the range
	var with []float64
	without := make([][]float64, a.model.dim)
	p.underEach(games, nearby, a.evenness(), func() {
		gain := p.withoutEach()
		if gain == nil {
			return
		}
		e := p.evidence()
		with = append(with, e)
		for k, g := range gain {
			without[k] = append(without[k], e+g)
		}
	})
	out := make([]float64, a.model.dim)
	for k := range out {
		if out[k] = math.NaN(); len(with) > 0 {
			out[k] = rating.Logistic(average(with) - average(without[k]))
		}
	}
	return out
}

// perWeight gives the probabilities of the coordinates to their weights. Where only ratios
// count that of the weight with which all others are compared is the largest of theirs: it
// counts as compared with them.
func (a *assessment) perWeight(chances []float64) []float64 {
	out := make([]float64, len(a.view.answer))
	if a.view.rays {
		out[a.view.largest] = slices.Max(chances)
	}
	for k, i := range a.view.free {
		out[i] = chances[k]
	}
	return out
}

// Hill is the place of an answer that was found by the games close by, because no
// quadratic fits those of the whole box. The zero value says that there is none.
type Hill struct {
	// Radius is how far the hill reaches from the answer along every weight, in
	// coordinates of the region's box.
	Radius float64
	// Odds is the logarithm of the odds beforehand that a quadratic holds on the hill alone.
	Odds float64
}

// maxima are the best points of the surfaces, by all games or by those of the hill. The
// games decide how many are by which: two quadratics, one on the hill and one for all other
// games, stand against a single one, by their evidence and the odds beforehand. The hill's are
// climbed no further than it reaches.
func (a *assessment) maxima(games pairwise.Log, h Hill, rng *rand.Rand) []engines.Weights {
	out := make([]engines.Weights, len(a.drawn))
	for k, theta := range a.drawn {
		out[k] = a.view.weights(a.maximum(theta))
	}
	own, odds, ok := a.onHill(games, h)
	if !ok {
		return out
	}
	n := int(math.Round(float64(len(out)) / (1 + math.Exp(-odds))))
	if n == 0 {
		return out
	}
	own.draw(n, 1, rng, own.freely)
	for k, theta := range own.drawn {
		x := a.maximum(theta)
		for i, u := range a.answer {
			r := reach(a.view.box, i, h.Radius)
			x[i] = min(max(x[i], u-r), u+r)
		}
		out[k*len(out)/n] = a.view.weights(x) // in place of some from all over the list
	}
	return out
}

// onHill fits surfaces to the games on the hill, and says what the log odds are of two
// quadratics, there and elsewhere, beside a single one. All three are fitted alike for
// that. It reports false where there is no hill, or all games or none lie on it.
func (a *assessment) onHill(games pairwise.Log, h Hill) (own assessment, odds float64, ok bool) {
	if !(h.Radius > 0) || a.view.rays {
		return assessment{}, 0, false
	}
	near, far := split(a.view.box, a.answer, h.Radius, games)
	if len(near) == 0 || len(far) == 0 {
		return assessment{}, 0, false
	}
	one, ok1 := a.fitted(near, h.Radius)
	rest, ok2 := a.fitted(far, 0)
	own = assessment{view: a.view, answer: a.answer, model: a.model}
	own.fitHill(near, h.Radius)
	if !ok1 || !ok2 || len(own.surfaces) == 0 {
		return assessment{}, 0, false
	}
	return own, one.evidence() + rest.evidence() - a.evidence() + h.Odds, true
}

// evidence is the log marginal likelihood of the games, whichever prior is right.
func (a *assessment) evidence() float64 {
	each := make([]float64, len(a.surfaces))
	for k, f := range a.surfaces {
		each[k] = f.evidence
	}
	return average(each)
}

// average is the logarithm of the mean of what some numbers are logarithms of.
func average(logs []float64) float64 {
	best, sum := slices.Max(logs), 0.0
	for _, v := range logs {
		sum += math.Exp(v - best)
	}
	return best + math.Log(sum/float64(len(logs)))
}
