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

// looseSlopes is the prior precision of a weight's slope. It is so small that the games alone
// determine the slope. A prior that was learned near a maximum, where slopes are near 0, would move
// the estimated maximum there.
const looseSlopes = 1e-3

// These constants limit the number of multiplications in one Newton step of a fit. firstWork
// applies to the first steps, which only approach the maximum, and lastWork to the last ones. If
// all games would need more, a step uses a part of them ([thinned]).
const (
	firstWork = 6e8
	lastWork  = 3.2e9
)

// thinned returns some of the games, evenly spaced over the run. One step of a fit of the model f
// to these games takes about work multiplications. If all games need no more than that, thinned
// returns all.
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

// empty returns an assessment of the same result without any surfaces. The caller can fit other
// surfaces, or surfaces to other games, and compare them with those of a.
func (a *assessment) empty() assessment {
	return assessment{view: a.view, result: a.result, model: a.model, dispersion: a.dispersion}
}

// posterior returns the distribution of the model's parameters before the first game.
func (a *assessment) posterior() *posterior {
	p := newPosterior(a.model)
	p.games.Dispersion = a.dispersion
	return p
}

// fit fits quadratic functions of the weights, which predict strength, to the games of a run. They
// replace the surfaces of the assessment. Each surface has another prior distribution of the
// curvatures; [posterior.underEach] lists the priors. fit returns false if no surface can be
// fitted.
//
// p must already be fitted to the games with wide priors, by [posterior.loosely].
func (a *assessment) fit(p *posterior, games pairwise.Log) bool {
	a.surfaces = nil
	p.underEach(len(games), 0, 1, func() { a.keep(p) })
	return len(a.surfaces) > 0
}

// underEach fits p to its games under several prior distributions in turn, and calls visit after
// each successful fit. At the end it restores the parameters and the priors of p. p must already be
// fitted with wide priors, by [posterior.loosely].
//
// The priors differ in how unequal the curvatures of the coordinates may be. times multiplies their
// standard deviations; the unscaled ones suit up to four weights (see [assessment.evenness]). If
// reach is not 0, the priors also place the maximum within about this distance of the result. games
// is the number of recorded pairs of weight vectors. If they are few, the prior of nearly equal
// curvatures is left out.
//
// All priors use the approximation of the games' likelihood that the fit with wide priors made,
// which favours unequal curvatures a little. A new approximation for each prior would give
// intervals that are too short with 10 weights of very different curvatures.
func (p *posterior) underEach(games int, reach, times float64, visit func()) {
	const (
		// The prior with nearlyEqual curvatures is left out if there are fewer pairs for each
		// parameter than telling. With so few, it would fit even a narrow valley.
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

// evenness returns a factor for the priors of the surfaces from which the maximum is located. It
// multiplies the prior standard deviation of the differences between curvatures. It is 1 for up to
// four weights, and 2/sqrt(n) for n weights above four.
//
// The eigenvalues of a random symmetric matrix spread in proportion to sqrt(n) (Wigner's semicircle
// law). Without the factor, the prior for 32 weights would hardly exclude axes without curvature.
// The importances of weights are computed without the factor, because it makes all weights about
// equally important.
func (a *assessment) evenness() float64 {
	const few = 4 // number of weights
	return math.Sqrt(min(1, few/float64(a.model.dim)))
}

// fitted returns another assessment of the same result, with quadratic surfaces fitted to the given
// games. The priors place the maxima of the surfaces within about the distance reach of the result;
// 0 means no limit. fitted returns false if no surface can be fitted.
func (a *assessment) fitted(games pairwise.Log, reach float64) (assessment, bool) {
	out := a.empty()
	p := out.posterior()
	if !p.loosely(games, firstSteps, lastSteps) {
		return out, false
	}
	out.addQuadratics(p, games, reach)
	return out, len(out.surfaces) > 0
}

// locate fits the surfaces that show where strength is highest: quadratics, and surfaces with third
// and fourth powers of the coordinates. If only the ratios of the weights matter, it fits only
// quadratics. p must already be fitted to the games with wide priors, by [posterior.loosely].
// locate returns false if no quadratic can be fitted.
func (a *assessment) locate(p *posterior, games pairwise.Log) bool {
	a.surfaces = nil
	a.addQuadratics(p, games, 0)
	if !a.view.rays {
		a.fitPowers(p, games)
	}
	return len(a.surfaces) > 0
}

// addQuadratics fits quadratic surfaces to the games, one for each prior of [posterior.underEach],
// and adds them to the assessment. It does this twice, with a wide and a narrow prior for the
// coefficients of products of two weights. Under the narrow prior the principal axes of a surface
// are nearly parallel to the coordinate axes. reach is the distance from the result within which
// the priors place the maxima; 0 means no limit.
func (a *assessment) addQuadratics(p *posterior, games pairwise.Log, reach float64) {
	const ownAxes = 100 // a tenth of the standard deviation
	for _, p.products = range []float64{1, ownAxes} {
		p.underEach(len(games), reach, a.evenness(), func() { a.keep(p) })
	}
	p.products = 1
}

// fitPowers fits surfaces that also have third and fourth powers of the coordinates, and stores
// them in the field powers. It uses two priors for the coefficients of the powers, with standard
// deviations of 0.3 and 1 times the common curvature of p. p must already be fitted to the games
// with wide priors, by [posterior.loosely].
func (a *assessment) fitPowers(p *posterior, games pairwise.Log) {
	const first, last = 2, 1 // steps; the loose quadratic is a good start
	own := a.empty()
	own.model.powers = true
	q := own.posterior()
	copy(q.theta, p.theta)
	q.priors[higher] = 1 / square(p.scale())
	if !q.loosely(games, first, last) {
		return
	}
	for _, width := range []float64{0.3, 1} {
		q.priors[higher] = 1 / square(width*p.scale())
		own.addQuadratics(q, games, 0)
	}
	if len(own.surfaces) > 0 {
		a.powers = &own
	}
}

// drawAll draws n random surfaces and stores them in the assessment. It returns how many of them
// have third and fourth powers of the coordinates; the others are quadratics. The share of surfaces
// with powers is their posterior probability, or 0 if fitPowers has fitted none. doubt and how are
// passed on to [assessment.draw].
func (a *assessment) drawAll(n int, doubt float64, rng *rand.Rand, how func(f *surface, n int, rng *rand.Rand) [][]float64) int {
	if a.powers == nil {
		a.draw(n, doubt, rng, how)
		return 0
	}
	curved := int(math.Round(float64(n) * rating.Logistic(evidence(a.powers.surfaces)-evidence(a.surfaces))))
	a.draw(n-curved, doubt, rng, how)
	a.powers.draw(curved, doubt, rng, how)
	a.drawn = append(a.drawn, a.powers.drawn...)
	return curved
}

// fitHill fits quadratic surfaces to games near the result and adds the surfaces to the assessment.
// It fits one surface for each of four priors. The priors differ in how unequal the curvatures in
// different coordinates may be. If the curvatures are similar, the maximum is expected within about
// the distance reach from the result.
func (a *assessment) fitHill(games pairwise.Log, reach float64) {
	const refits = 3
	p := a.posterior()
	if !p.loosely(games, firstSteps, lastSteps) {
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

// These constants are numbers of Newton steps in a fit that begins without an estimate. The first
// steps use a part of the games, and the last ones all games. See the function loosely.
const (
	firstSteps = 6
	lastSteps  = 2
)

// loosely fits the parameters to the games with wide priors, in first + last steps. To save time,
// the first steps use only a part of the games; the last steps use all of them. loosely returns
// false if a step fails.
func (p *posterior) loosely(games pairwise.Log, first, last int) bool {
	const looseDeviations = 1e-2
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

// scale returns the size of the fitted surface's common curvature, the curvature that all axes
// share, in logits. It is at least 1. The priors of slopes and of differences between curvatures
// are relative to it.
func (p *posterior) scale() float64 { return max(math.Abs(p.theta[p.model.dim]), 1) }

func square(x float64) float64 { return x * x }

// keep appends the surface that p describes, which was fitted to games, to the surfaces of the
// assessment.
func (a *assessment) keep(p *posterior) {
	f := surface{model: p.model, theta: slices.Clone(p.theta), evidence: p.evidence()}
	p.factor.UTo(&f.root)
	a.surfaces = append(a.surfaces, f)
}

// concave returns h with its eigenvalues changed by [eigen], so that the matrix is positive
// definite. Noise can make the curvature negative along an axis with nearly flat strength. Without
// the change the maximum would then lie at an edge of the search box.
func concave(h *mat.SymDense) *mat.SymDense {
	values, vectors := eigen(h)
	out := mat.NewSymDense(h.SymmetricDim(), nil)
	for j, v := range values {
		out.SymRankOne(out, v, vectors.ColView(j))
	}
	return out
}

// counting returns, for every coordinate, the posterior probability that it has an effect on
// strength. It compares the model with one in which the coordinate has no slope, no curvature and
// no product with others. Both models have equal prior probability. The evidence is averaged over
// the priors of [posterior.underEach]. The probability is NaN if no prior fits.
//
// The priors of the slopes assume that the maximum lies near the result. With wider priors the
// evidence would favour "no effect" whatever the games show.
func (a *assessment) counting(p *posterior, games int) []float64 {
	const nearby = 0.3 // share of the range
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

// perWeight converts the probabilities that coordinates have an effect on strength to probabilities
// for all weights. A weight without a coordinate gets 0. If the coordinates are ratios to the
// largest weight, that weight gets the largest probability.
func (a *assessment) perWeight(chances []float64) []float64 {
	out := make([]float64, len(a.view.result))
	if a.view.rays {
		out[a.view.largest] = slices.Max(chances)
	}
	for k, i := range a.view.free {
		out[i] = chances[k]
	}
	return out
}

// Hill describes a neighbourhood of the result, the hill, in which strength may be a quadratic
// although it is not one in the whole search box. The zero value means that there is no such
// neighbourhood, and one quadratic is fitted to all games.
type Hill struct {
	// Radius is half the width of the neighbourhood along every weight, in the unit coordinates
	// of the search box. With 0 the quadratics are fitted to all games.
	Radius float64
	// Odds is the logarithm of the prior odds that no quadratic holds for the whole search box.
	Odds float64
}

// widening returns the factor by which the standard errors of the drawn surfaces must be
// multiplied. It is needed because strength is only approximately one of these surfaces:
//
//   - If powers is true, most surfaces have third and fourth powers of the coordinates. The factor
//     is 1.65, as in package gp, and grows with the sixth root of the number of pairs above 1,000.
//     More games reduce the error of estimating a surface. They do not reduce the error of
//     approximating strength by it, for example at an edge.
//   - Otherwise it is 1.65 if probably no quadratic fits all games (Hill.Odds is above 0), and 1
//     if one does.
//
// Evidence: docs/lab/errors-of-weights.md, "Where no quadratic fits".
func (h Hill) widening(powers bool, pairs int) float64 {
	const least, few, root = 1.65, 1000, 6
	switch {
	case powers:
		return least * math.Pow(max(1, float64(pairs)/few), 1.0/root)
	case h.Odds > 0:
		return least
	}
	return 1
}

// cosineEvidence returns the log Bayes factor of a quadratic with cosine terms over a quadratic
// alone, given the games. A positive value favours cosine terms. It is 0 if one of the two surfaces
// cannot be fitted.
func (a *assessment) cosineEvidence(games pairwise.Log) float64 {
	const fits = 3
	var each [2]float64
	for k, cosines := range []int{0, int(Defaults().CosineTerms)} {
		own := a.empty()
		own.model.cosines = cosines
		p := own.posterior()
		for range fits {
			if p.refit(games) != nil {
				return 0
			}
		}
		each[k] = p.evidence()
	}
	return each[1] - each[0]
}

// maxima returns the weights at the maximum of every drawn surface, which show where the best
// weights may be.
//
// If h is set, strength may follow one quadratic near the result and another outside; see [Hill].
// Some of the returned points are then the maxima of surfaces that are fitted only to games near
// the result. Their share is the posterior probability of two quadratics.
func (a *assessment) maxima(games pairwise.Log, h Hill, rng *rand.Rand) []engines.Weights {
	out := make([]engines.Weights, len(a.drawn))
	for k, d := range a.drawn {
		out[k] = a.view.weights(d.maximum(a.result))
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
	for k, d := range own.drawn {
		x := d.maximum(a.result)
		for i, u := range a.result {
			r := reach(a.view.box, i, h.Radius)
			x[i] = min(max(x[i], u-r), u+r)
		}
		out[k*len(out)/n] = a.view.weights(x) // replaces some, evenly spaced over the list
	}
	return out
}

// onHill compares two explanations of the games: one quadratic for all, or one for the
// neighbourhood h of the result and another for the rest. odds is the natural logarithm of the odds
// of two quadratics against one. own is the assessment by the games in the neighbourhood alone.
//
// ok is false if a quadratic cannot be fitted, if h has no radius, or if all or none of the games
// lie in the neighbourhood. It is also false if only the ratios of the weights matter.
func (a *assessment) onHill(games pairwise.Log, h Hill) (own assessment, odds float64, ok bool) {
	if !(h.Radius > 0) || a.view.rays {
		return assessment{}, 0, false
	}
	near, far := split(a.view.box, a.result, h.Radius, games)
	if len(near) == 0 || len(far) == 0 {
		return assessment{}, 0, false
	}
	one, ok1 := a.fitted(near, h.Radius)
	rest, ok2 := a.fitted(far, 0)
	own = a.empty()
	own.fitHill(near, h.Radius)
	if !ok1 || !ok2 || len(own.surfaces) == 0 {
		return assessment{}, 0, false
	}
	return own, one.evidence() + rest.evidence() - a.evidence() + h.Odds, true
}

// evidence returns the logarithm of the marginal likelihood of the games under the fitted surfaces.
// If there are surfaces with higher powers of the coordinates, they and the quadratics have equal
// prior probability.
func (a *assessment) evidence() float64 {
	e := evidence(a.surfaces)
	if a.powers != nil {
		return average([]float64{e, evidence(a.powers.surfaces)})
	}
	return e
}

// evidence returns the logarithm of the marginal likelihood of the games under the given surfaces,
// averaged over their priors.
func evidence(surfaces []surface) float64 {
	each := make([]float64, len(surfaces))
	for k, f := range surfaces {
		each[k] = f.evidence
	}
	return average(each)
}

// average returns the logarithm of the mean of exp(logs).
func average(logs []float64) float64 {
	best, sum := slices.Max(logs), 0.0
	for _, v := range logs {
		sum += math.Exp(v - best)
	}
	return best + math.Log(sum/float64(len(logs)))
}
