package rsm

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/pairwise"
)

// Assess says what all pairs of a run tell of its answer, however that was found: how
// far from it the best weights may lie, and what each weight is worth.
//
// A quadratic surface with all mixed terms is fitted to the pairs. How much the
// curvatures of its axes may differ is not known, so several priors stand side by
// side, each with the weight that its evidence gives it. Surfaces are drawn from what
// the games leave open, with maxima that lie within reach of the answer beforehand, each
// is made concave and climbed from the answer to its maximum, and the error of a weight
// is such that 1.96 of them on either side of the answer hold 95% of these maxima.
//
// An error is NaN where that is hardly less than for places that know nothing of the
// games. It is NaN where more than 5% of the maxima lie at a wall of a trust region that
// is no end of the weight's range: the best may lie beyond. And so are all errors where
// the pairs are too few to tell a narrow valley from a round bowl: fewer than five for a
// parameter.
//
// Where only the direction of the weights counts (scaleFree) they are compared at one
// length: the errors are those of the shares, times the answer's length.
//
// Where a hill is given the quadratic may hold on it alone, see [Hill].
//
// Of problems with more than 40 free weights it says nothing: no number of games
// that is ever played determines all products of so many.
func Assess(s pairwise.Setup, games pairwise.Log, answer engines.Weights, scaleFree bool, hill Hill) tuning.Report {
	const (
		most   = 40
		draws  = 200
		fewest = 5   // pairs for a parameter
		doubt  = 1.5 // of the evidence, see draw
	)
	a := assessment{view: newView(s.Box, answer, scaleFree)}
	a.view.ranges = s.Ranges
	d := a.view.dim()
	if d == 0 || d > most || len(games) == 0 {
		return tuning.Report{}
	}
	a.answer, _ = a.view.of(answer)
	a.model = model{dim: d, full: true, origin: a.answer}
	games = thinned(a.view.log(games), a.model, lastWork)
	p := newPosterior(a.model)
	if !p.loosely(games) || !a.fit(p, games, 0, 1) {
		return tuning.Report{}
	}
	rng := s.Rand("assessment")
	a.counts = a.perWeight(a.counting(p, len(games)))
	a.draw(draws, 1, rng, a.freely)
	r := a.importances()
	if float64(len(games)) < fewest*float64(a.model.size()) || !a.fit(p, games, 0, a.evenness()) {
		r.Error = slices.Repeat([]float64{math.NaN()}, len(answer))
		return r
	}
	how := a.withinReach
	if a.view.rays { // ratios have no range that the best must lie in
		how = a.freely
	}
	a.draw(draws, doubt, rng, how)
	r.Error = a.view.errors(a.maxima(games, hill, rng), rng.Float64)
	for i, chance := range a.counts {
		if !(chance > likely) {
			r.Error[i] = math.NaN()
		}
	}
	return r
}

// likely is the probability from which on a weight counts.
const likely = 0.5

// assessment is the surfaces that fit the games.
type assessment struct {
	view     view
	answer   []float64 // in the coordinates of the view
	counts   []float64 // probability that a weight does anything, see counting
	model    model
	surfaces []surface
	drawn    [][]float64 // parameters of surfaces drawn from all of them
	mean     []float64   // of the drawn ones
}

// surface is the posterior of a quadratic under one prior: a Gaussian.
type surface struct {
	theta    []float64
	root     mat.TriDense // of the precision: U'U
	evidence float64
}

// maximum is where a surface, made concave, is highest, in the coordinates of the view.
func (a *assessment) maximum(theta []float64) []float64 {
	return ascend(theta[:a.model.dim], concave(a.model.hessian(theta)), a.model.origin, a.answer)
}

// importances are the losses, to second order, of moving a weight, or two, by a
// quarter of the range, over the drawn surfaces: their mean, and their standard
// deviation as the error. One that is neither larger than its error nor known to
// within 5 Elo is NaN, and so is that of a weight that by the games rather does nothing,
// unless it is surely less than 5 Elo.
func (a *assessment) importances() tuning.Report {
	const fine = 5.0 // Elo
	n := len(a.view.weights(a.answer))
	r := tuning.Report{Importance: make([]float64, n), ImportanceError: make([]float64, n), Interaction: make([][]float64, n)}
	for i := range n {
		r.Importance[i], r.ImportanceError[i] = math.NaN(), math.NaN()
		r.Interaction[i] = make([]float64, n)
		if !a.view.tuned(i) {
			continue
		}
		mean, deviation, ok := a.loss(i)
		if counts := a.counts[i] > likely; ok && (counts && deviation < max(mean, fine) || math.Hypot(mean, deviation) < fine) {
			r.Importance[i], r.ImportanceError[i] = max(mean, 0), deviation
		}
		for j := range i {
			if v, ok := a.mixed(i, j); ok {
				r.Interaction[i][j], r.Interaction[j][i] = v, v
			}
		}
	}
	return r
}

// loss returns the Elo that moving a weight costs.
func (a *assessment) loss(i int) (mean, deviation float64, ok bool) {
	up, ok1 := a.view.moved(i, 1, i, 0)
	down, ok2 := a.view.moved(i, -1, i, 0)
	if !ok1 || !ok2 {
		return 0, 0, false
	}
	sum, squares, n := 0.0, 0.0, float64(len(a.drawn))
	for _, theta := range a.drawn {
		v := -(a.model.value(theta, up) + a.model.value(theta, down)) / 2 * rating.EloPerLogit // the answer is worth 0
		sum += v
		squares += v * v
	}
	mean = sum / n
	return mean, math.Sqrt(max(squares/n-mean*mean, 0)), true
}

// mixed is what moving two weights up costs in Elo, or saves, besides what moving each
// of them costs.
func (a *assessment) mixed(i, j int) (float64, bool) {
	both, ok1 := a.view.moved(i, 1, j, 1)
	one, ok2 := a.view.moved(i, 1, j, 0)
	other, ok3 := a.view.moved(i, 0, j, 1)
	if !ok1 || !ok2 || !ok3 {
		return 0, false
	}
	f := func(x []float64) float64 { return a.model.value(a.mean, x) }
	return -(f(both) - f(one) - f(other)) * rating.EloPerLogit, true
}
