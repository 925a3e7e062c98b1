package rsm

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/pairwise"
)

// Assess returns the standard error and the importance of every weight of a result, computed from
// all pairs of games of a run. It does not matter which strategy found the result. The scores of
// the pairs are win shares in [0, 1].
//
// The method has three steps. Assess fits quadratic surfaces of strength, with the products of all
// weights, to the games. It draws random surfaces from the posterior. It finds the maximum of each
// of them, after making the surface concave. The error of a weight is chosen so that 95% of the
// maxima lie within 1.96 errors of the result. It is unknown how much the curvatures of the axes
// differ, so there are several priors, each weighted by its evidence. All of them place the maximum
// near the result.
//
// The errors are wider in these cases:
//
//   - Some random surfaces also have third and fourth powers of every weight, for maxima that are
//     flat, or steeper on one side. Their share grows with their evidence. The errors are wider if
//     it exceeds one half.
//   - Scores may be any number (Problem.Graded), and the games favour a surface with cosine terms
//     over the quadratic. For such scores Assess also measures their dispersion; see package
//     logistic.
//   - hill is set, so that the quadratic may hold only near the result; see [Hill].
//   - Most maxima lie at an end of a weight's range. The error is then at least as large as if
//     they could lie beyond this end.
//
// The error of a weight is NaN if the games do not determine it:
//
//   - The error is hardly smaller than the error of uniform random points.
//   - More than 5% of the maxima lie at an edge of the searched region that is not the end of the
//     weight's range.
//   - The weight probably has no effect on strength.
//   - There are fewer than five pairs for each parameter, too few to distinguish a narrow valley
//     from a round maximum. All errors are then NaN.
//
// With scaleFree only the ratios of the weights matter, and vectors are compared at equal length.
// An error is then the error of the weight's share, times the sum of the absolute weights.
//
// The report is empty without games. It is also empty for more than 40 free weights, since no
// affordable number of games determines all their products.
func Assess(s pairwise.Setup, games pairwise.Log, result engines.Weights, scaleFree bool, hill Hill) tuning.Report {
	const (
		most   = 40
		draws  = 200
		fewest = 5   // pairs for each parameter
		doubt  = 1.5 // tempers the evidence; see draw
	)
	a := assessment{view: newView(s.Box, result, scaleFree), dispersion: 1}
	a.view.ranges = s.Ranges
	d := a.view.dim()
	if d == 0 || d > most || len(games) == 0 {
		return tuning.Report{}
	}
	a.result, _ = a.view.of(result)
	a.model = model{dim: d, full: true, origin: a.result}
	games = thinned(a.view.log(games), a.model, lastWork)
	p := newPosterior(a.model)
	if !p.loosely(games, firstSteps, lastSteps) {
		return tuning.Report{}
	}
	enough := float64(len(games)) >= fewest*float64(a.model.size())
	if s.Problem.Graded && enough {
		a.dispersion = p.dispersion(games)
		p.games.Dispersion = a.dispersion
		if !p.loosely(games, 0, lastSteps) {
			return tuning.Report{}
		}
	}
	if !a.fit(p, games) {
		return tuning.Report{}
	}
	rng := s.Rand("assessment")
	a.counts = a.perWeight(a.counting(p, len(games)))
	a.draw(draws, 1, rng, a.freely)
	r := a.importances()
	r.Curves = a.curves()
	if !enough || !a.locate(p, games) {
		r.Error = slices.Repeat([]float64{math.NaN()}, len(result))
		return r
	}
	how := a.withinReach
	if a.view.rays { // ratios have no prior range
		how = a.freely
	}
	withPowers := a.drawAll(draws, doubt, rng, how)
	if s.Problem.Graded && !a.view.rays {
		hill.Odds = max(hill.Odds, a.cosineEvidence(games))
	}
	widening := hill.widening(2*withPowers > draws, len(games))
	r.Error = a.view.errors(a.maxima(games, hill, rng), a.atEnds(), widening, rng.Float64)
	for i, chance := range a.counts {
		if !(chance > likely) {
			r.Error[i] = math.NaN()
		}
	}
	return r
}

// priorReach is the standard deviation of the prior for the distance of a maximum from the result,
// as a share of the range. For comparison, a point drawn uniformly from the range has a standard
// deviation of 0.29.
const priorReach = 0.3

// likely is a limit for the probability that a weight has an effect on strength. Only a weight
// whose probability is above the limit gets a standard error.
const likely = 0.5

// assessment describes how precisely the games of a run determine its result. It is computed from
// surfaces: functions of the weights that are fitted to the games and predict strength.
type assessment struct {
	view   view
	result []float64 // the result in the coordinates of the view
	counts []float64 // probability that a weight has an effect; see counting
	model  model
	// dispersion is the variance of the scores divided by the variance of games that are won or lost.
	// It is 1 unless scores may be any number.
	dispersion float64
	surfaces   []surface
	powers     *assessment // assessment by surfaces with powers, for the same games; nil if there are none
	drawn      []drawn
	mean       []float64 // mean parameters of the quadratics of drawn
}

// surface is a function of the weights that predicts strength. It was fitted to the games under one
// choice of prior, and its parameters have a Gaussian distribution.
type surface struct {
	model    model
	theta    []float64    // mean of the parameters
	root     mat.TriDense // U with U'U = the precision
	evidence float64      // log marginal likelihood of the games; see posterior.evidence
}

// drawn is a random surface of strength: a model, and parameters drawn from the posterior, the
// distribution that follows from the games.
type drawn struct {
	model model
	theta []float64
}

// maximum returns the point at which the surface is highest. A quadratic that is not concave is
// first replaced by the nearest concave one. A surface with higher powers may have several local
// maxima: maximum then returns the one that a climb from the result leads to.
func (d drawn) maximum(result []float64) []float64 {
	h := concave(d.model.hessian(d.theta))
	if d.model.powers {
		return curved{d.theta[:d.model.dim], d.theta[d.model.quadratic():], h, d.model.origin}.maximum()
	}
	return ascend(d.theta[:d.model.dim], h, d.model.origin, result)
}

// unbounded estimates where the maximum of the surface would be if the weights had no ranges. x is
// the maximum within the ranges. If strength rises beyond the end of a range at which x lies,
// unbounded moves the coordinate outward. The distance is a step of Newton's method along the axis,
// but at most priorReach.
func (d drawn) unbounded(x []float64) []float64 {
	h := concave(d.model.hessian(d.theta))
	powers := make([]float64, powersOf*d.model.dim)
	if d.model.powers {
		powers = d.theta[d.model.quadratic():]
	}
	gradient, second := curved{d.theta[:d.model.dim], powers, h, d.model.origin}.derivatives(x)
	out := slices.Clone(x)
	for i, g := range gradient {
		switch far := math.Abs(g) / max(second.At(i, i), math.SmallestNonzeroFloat64); {
		case x[i] <= 0 && g < 0:
			out[i] -= min(far, priorReach)
		case x[i] >= 1 && g > 0:
			out[i] += min(far, priorReach)
		}
	}
	return out
}

// atEnds returns a lower bound for the standard error of every weight, for weights whose maxima
// gather at an end of the range. If most random surfaces have their maximum at the same end, these
// maxima are equal and would suggest a small error, although the true maximum may lie away from the
// end.
//
// atEnds therefore moves each maximum to where it would lie if the range had no end (see
// [drawn.unbounded]), and computes the bound from the spread of the moved points around their
// median. The bound is 0 if their median lies inside the range. All bounds are 0 if only the ratios
// of the weights matter.
func (a *assessment) atEnds() []float64 {
	out := make([]float64, len(a.view.result))
	if a.view.rays {
		return out
	}
	maxima := make([]engines.Weights, len(a.drawn))
	for k, d := range a.drawn {
		maxima[k] = d.unbounded(d.maximum(a.result))
	}
	median := make(engines.Weights, len(a.view.free))
	for k, i := range a.view.free {
		along := make([]float64, len(maxima))
		for n, m := range maxima {
			along[n] = m[k]
		}
		slices.Sort(along)
		median[k] = along[len(along)/2]
		if 0 < median[k] && median[k] < 1 {
			continue
		}
		w, end, inside := a.view.box.Space()[i], 0.0, spread(maxima, median, k)
		if median[k] > 0 {
			end, inside = 1, 1-inside
		}
		out[i] = math.Abs(w.FromUnit(inside) - w.FromUnit(end))
	}
	return out
}

// importances computes the importance of every weight: the loss in Elo if the weight moves from the
// result by a quarter of its range. It also computes the interaction of every two weights; see
// [tuning.Report]. Each loss is the mean over random surfaces from the posterior, and its error is
// their standard deviation.
//
// A loss is NaN (unknown) if it is too uncertain. The loss of a weight that probably has an effect
// is known if its error is below the loss or below 5 Elo. Any loss is known if both loss and error
// are small: the root of the sum of their squares is below 5 Elo. An unknown interaction is 0.
func (a *assessment) importances() tuning.Report {
	const fine = 5.0 // Elo
	n := len(a.view.weights(a.result))
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

// loss returns the loss of strength, in Elo, if weight i changes by a quarter of its range. The
// loss is the mean of a change up and a change down. mean and deviation are taken over the drawn
// surfaces. ok is false if the loss is unknown.
func (a *assessment) loss(i int) (mean, deviation float64, ok bool) {
	up, ok1 := a.view.moved(i, 1, i, 0)
	down, ok2 := a.view.moved(i, -1, i, 0)
	if !ok1 || !ok2 {
		return 0, 0, false
	}
	sum, squares, n := 0.0, 0.0, float64(len(a.drawn))
	for _, d := range a.drawn {
		v := -(a.model.value(d.theta, up) + a.model.value(d.theta, down)) / 2 * rating.EloPerLogit // the result has value 0
		sum += v
		squares += v * v
	}
	mean = sum / n
	return mean, math.Sqrt(max(squares/n-mean*mean, 0)), true
}

// mixed returns the interaction of weights i and j, in Elo. It is the loss if both change up by a
// quarter of their range, minus the losses if only one of them does. It returns false if the
// interaction is unknown.
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

// draw draws n random surfaces and stores them and their mean in the assessment. Surfaces under
// different priors occur in proportion to the evidence of the prior to the power 1/doubt. A doubt
// above 1 makes the proportions more equal. The function how draws a number of surfaces under one
// prior and returns their parameters.
func (a *assessment) draw(n int, doubt float64, rng *rand.Rand, how func(f *surface, n int, rng *rand.Rand) [][]float64) {
	best := slices.MaxFunc(a.surfaces, func(x, y surface) int { return cmp.Compare(x.evidence, y.evidence) }).evidence
	total, worth := 0.0, make([]float64, len(a.surfaces))
	for k, f := range a.surfaces {
		worth[k] = math.Exp((f.evidence - best) / doubt)
		total += worth[k]
	}
	counts := make([]int, len(a.surfaces))
	for k := range n {
		left := (float64(k) + 0.5) / float64(n) * total
		at := 0
		for at < len(worth)-1 && left > worth[at] {
			left -= worth[at]
			at++
		}
		counts[at]++
	}
	a.drawn = make([]drawn, 0, n)
	for at, count := range counts {
		f := &a.surfaces[at]
		for _, theta := range how(f, count, rng) {
			a.drawn = append(a.drawn, drawn{f.model, theta})
		}
	}
	a.mean = make([]float64, a.model.size())
	for _, d := range a.drawn {
		for i, v := range d.theta[:len(a.mean)] {
			a.mean[i] += v / float64(n)
		}
	}
}

// freely draws n random surfaces of strength from the distribution f and returns the parameters of
// each. Unlike withinReach, it sets no condition on their maxima.
func (a *assessment) freely(f *surface, n int, rng *rand.Rand) [][]float64 {
	out := make([][]float64, n)
	for k := range out {
		out[k] = f.sample(rng)
	}
	return out
}

// withinReach draws n random surfaces whose maxima tend to lie near the result, and returns their
// parameters. Their density is the Gaussian posterior f times the prior density of the maximum (see
// nearness). The method is elliptical slice sampling (I. Murray, R. P. Adams and D. J. C. MacKay,
// AISTATS 2010).
func (a *assessment) withinReach(f *surface, n int, rng *rand.Rand) [][]float64 {
	const (
		first = 20 // steps before the first draw
		apart = 5  // steps between two draws
		tries = 60 // points tried on an ellipse before the step is given up
	)
	if n == 0 {
		return nil
	}
	now := f.sample(rng)
	near := a.nearness(now)
	var out [][]float64
	for k := 1; len(out) < n; k++ {
		other := f.sample(rng)
		level := near - rng.ExpFloat64()
		angle := 2 * math.Pi * rng.Float64()
		from, to := angle-2*math.Pi, angle
		for range tries {
			next := f.between(now, other, angle)
			if v := a.nearness(next); v > level {
				now, near = next, v
				break
			}
			if angle < 0 {
				from = angle
			} else {
				to = angle
			}
			angle = from + (to-from)*rng.Float64()
		}
		if k > first && k%apart == 0 {
			out = append(out, now)
		}
	}
	return out
}

// nearness returns the log prior density of the slopes given the curvatures, up to a constant. It
// prefers surfaces whose maximum lies near the result: along every axis the distance of the maximum
// is normally distributed with standard deviation priorReach. The slope is this distance times the
// curvature. A curvature below the constant flat, or below 0, is replaced by flat.
//
// The prior depends on the curvatures for a reason. Otherwise steep axes would be too probable,
// because more slopes agree with a maximum near the result. The games could not correct this on an
// axis along which the search has tried only points near the result.
func (a *assessment) nearness(theta []float64) float64 {
	const flat = 1.0 // logits
	values, vectors := eigen(a.model.hessian(theta))
	sum := 0.0
	for j, v := range values {
		slope := 0.0
		for i, g := range theta[:a.model.dim] {
			slope += g * vectors.At(i, j)
		}
		deviation := priorReach * max(v, flat)
		sum -= math.Log(deviation) + square(slope/deviation)/2
	}
	return sum
}

// sample draws parameters of the surface at random from their Gaussian distribution, given the
// games.
func (f *surface) sample(rng *rand.Rand) []float64 {
	x := blas64.Vector{N: len(f.theta), Inc: 1, Data: make([]float64, len(f.theta))}
	for i := range x.Data {
		x.Data[i] = rng.NormFloat64()
	}
	blas64.Trsv(blas.NoTrans, f.root.RawTriangular(), x)
	for i, v := range f.theta {
		x.Data[i] += v
	}
	return x.Data
}

// between returns the point at the given angle of an ellipse of parameter vectors, which elliptical
// slice sampling uses. The centre of the ellipse is the posterior mean. The angle 0 belongs to x,
// and π/2 to y.
func (f *surface) between(x, y []float64, angle float64) []float64 {
	sin, cos := math.Sincos(angle)
	out := make([]float64, len(f.theta))
	for i, m := range f.theta {
		out[i] = m + (x[i]-m)*cos + (y[i]-m)*sin
	}
	return out
}
