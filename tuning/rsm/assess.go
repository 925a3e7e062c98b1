package rsm

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
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
// the games leave open, each is climbed from the answer to its maximum, and the
// error of a weight is such that 1.96 of them on either side of the answer hold 95%
// of these maxima. An error is NaN where that is hardly less than for places that
// know nothing of the games.
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
		most  = 40
		draws = 200
	)
	a := assessment{view: newView(s.Box, answer, scaleFree)}
	d := a.view.dim()
	if d == 0 || d > most || len(games) == 0 {
		return tuning.Report{}
	}
	a.answer, _ = a.view.of(answer)
	a.model = model{dim: d, full: true, origin: a.answer}
	games = a.latest(a.view.log(games))
	a.fit(games, 0)
	if len(a.surfaces) == 0 {
		return tuning.Report{}
	}
	rng := s.Rand("assessment")
	a.draw(draws, rng.NormFloat64)
	r := a.importances()
	r.Error = a.view.errors(a.maxima(games, hill, rng.NormFloat64), rng.Float64)
	return r
}

// assessment is the surfaces that fit the games.
type assessment struct {
	view     view
	answer   []float64 // in the coordinates of the view
	model    model
	surfaces []surface
	drawn    [][]float64 // parameters of surfaces drawn from all of them
	mean     []float64   // of the drawn ones
}

// surface is what the games leave open under one prior: a Gaussian.
type surface struct {
	theta    []float64
	root     mat.TriDense // of the precision: U'U
	evidence float64
}

// latest are as many games as a fit can take: the last ones stand for all.
func (a *assessment) latest(games pairwise.Log) pairwise.Log {
	const work = 6e8 // products
	size := float64(a.model.size())
	if n := int(work / (size * size)); len(games) > n {
		games = games[len(games)-n:]
	}
	return games
}

// fit fits the surfaces. A weight's slope is hardly bounded beforehand: an answer is
// a maximum, and a prior learned from slopes near 0 would find any other impossible. Where
// the maximum is known to lie within reach of the answer, slopes are as large as leads there.
func (a *assessment) fit(games pairwise.Log, reach float64) {
	const (
		looseSlopes = 1e-3 // precision
		refits      = 8
		// Fewer pairs for a parameter would fit nearly equal curvatures even in a narrow valley.
		nearlyEqual, telling = 0.03, 4
	)
	p := newPosterior(a.model)
	p.priors[slopes], p.priors[deviations] = looseSlopes, 1e-2
	for range refits {
		p.forget()
		p.absorb(games)
		if p.mean() != nil {
			return
		}
	}
	scale := max(math.Abs(p.theta[a.model.dim]), 1) // the common curvature
	differing := []float64{nearlyEqual, 0.1, 0.3, 1, 3}
	if float64(len(games)) < telling*float64(a.model.size()) {
		differing = differing[1:]
	}
	if reach > 0 {
		p.priors[slopes] = 1 / square(scale*reach)
	}
	for _, d := range differing {
		p.priors[deviations] = 1 / square(d*scale)
		if p.mean() != nil {
			continue
		}
		f := surface{theta: slices.Clone(p.theta), evidence: p.evidence()}
		p.factor.UTo(&f.root)
		a.surfaces = append(a.surfaces, f)
	}
}

func square(x float64) float64 { return x * x }

// draw draws surfaces, from each prior as many as its evidence is worth.
func (a *assessment) draw(n int, normal func() float64) {
	best := slices.MaxFunc(a.surfaces, func(x, y surface) int { return int(math.Copysign(1, x.evidence-y.evidence)) }).evidence
	total := 0.0
	for _, f := range a.surfaces {
		total += math.Exp(f.evidence - best)
	}
	for k := range n {
		left := (float64(k) + 0.5) / float64(n) * total
		at := 0
		for at < len(a.surfaces)-1 && left > math.Exp(a.surfaces[at].evidence-best) {
			left -= math.Exp(a.surfaces[at].evidence - best)
			at++
		}
		a.drawn = append(a.drawn, a.surfaces[at].sample(normal))
	}
	a.mean = make([]float64, a.model.size())
	for _, theta := range a.drawn {
		for i, v := range theta {
			a.mean[i] += v / float64(n)
		}
	}
}

// sample draws parameters.
func (f *surface) sample(normal func() float64) []float64 {
	x := blas64.Vector{N: len(f.theta), Inc: 1, Data: make([]float64, len(f.theta))}
	for i := range x.Data {
		x.Data[i] = normal()
	}
	blas64.Trsv(blas.NoTrans, f.root.RawTriangular(), x)
	for i, v := range f.theta {
		x.Data[i] += v
	}
	return x.Data
}

// maximum is where a surface is highest, in the coordinates of the view.
func (a *assessment) maximum(theta []float64) []float64 {
	return ascend(theta[:a.model.dim], a.model.hessian(theta), a.model.origin, a.answer)
}

// importances are the losses, to second order, of moving a weight, or two, by a
// quarter of the range, over the drawn surfaces: their mean, and their standard
// deviation as the error. One that is neither larger than its error nor known to
// within 5 Elo is NaN.
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
		if mean, deviation, ok := a.loss(i); ok && deviation < max(mean, fine) {
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

// loss is what moving a weight costs in Elo.
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
