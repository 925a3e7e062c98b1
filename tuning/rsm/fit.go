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

// fit is the second phase of the rsm strategy. It fits a response surface to its games, plays
// around the maximum of the surface, and tests whether the surface fits.
type fit struct {
	setup   pairwise.Setup // the problem within the trust region
	options Options
	c       *Constants
	plan    pairwise.Plan
	offset  int  // number of rounds before this phase
	cosines bool // whether the games suffice for cosine terms
	// reach is the largest spread of points around the centre, as a share of the width of the
	// box. Farther points are all about equally bad. 0 means unknown.
	reach float64

	log      pairwise.Log // pairs of this phase
	fitted   int          // length of log at the last fit to all pairs
	reduced  *posterior   // posterior of the quadratic
	extended *posterior   // posterior of the quadratic with cosine terms; nil before these are tried
	best     *posterior   // the selected one of reduced and extended
	centre   []float64    // the maximum of best
	check    check
}

// newFit returns the second phase of the rsm strategy, in which the surface is fitted. The phase
// begins after offset rounds of the run. budget is the number of games of the whole run.
func newFit(s pairwise.Setup, o Options, c *Constants, budget, offset int) *fit {
	d := s.Box.Dim()
	f := &fit{
		setup: s, options: o, c: c, plan: s.Plan(o.Rounds), offset: offset,
		cosines: float64(budget) >= c.Distinguish(d), centre: s.Box.Start(),
	}
	f.reduced = newPosterior(f.model(0))
	f.best = f.reduced
	f.check = newCheck(s, f.plan, budget, c)
	return f
}

func (s *fit) model(cosines int) model {
	return model{dim: s.setup.Box.Dim(), full: s.options.Model == Full, cosines: min(cosines, mostCosines), origin: s.setup.Box.Start()}
}

// propose returns the pairs of points that play in a round. Rounds are counted from the beginning
// of the run.
func (s *fit) propose(round int) pairwise.Proposal {
	own := round - s.offset - 1 // number of earlier rounds of the phase
	if own >= s.plan.Rounds {
		return pairwise.Proposal{}
	}
	draw := s.check.draw
	if !s.check.in(own) {
		axes := s.axes(own)
		draw = func(round, pair int) (a, b engines.Weights) { return s.draw(round, pair, axes) }
	}
	n := s.plan.In(own + 1)
	p := pairwise.Proposal{Points: make([]engines.Weights, 0, 2*n), Pairs: make([]pairwise.Pair, n)}
	for j := range p.Pairs {
		a, b := draw(round, j)
		p.Points = append(p.Points, a, b)
		p.Pairs[j] = pairwise.Pair{A: 2 * j, B: 2*j + 1, Deal: s.setup.Deal(round, j)}
	}
	return p
}

// ready reports whether a round can be proposed now: rounds of the lack-of-fit test must wait until
// the surface that is tested is known. Rounds are counted from the beginning of the run.
func (s *fit) ready(round int) bool {
	return !s.check.in(round-s.offset-1) || s.check.place != nil
}

// learn fits the surface of strength to the games of a round and moves the centre of the search
// towards the surface's maximum.
func (s *fit) learn(round int, p pairwise.Proposal, scores []float64) error {
	own := round - s.offset // number of rounds of the phase, this one included
	s.log.Add(s.setup.Box, p, scores, s.setup.PairGames())
	if own == s.check.end {
		s.check.conclude(s.reduced.model, s.log)
	}
	if err := s.update(own, s.log[len(s.log)-len(scores):]); err != nil {
		return err
	}
	s.centre = s.peak()
	s.setup.Box.Normalise(s.centre)
	if own == s.check.begin {
		s.check.start(s.reduced, s.centre, len(s.log))
	}
	return nil
}

// update adds the games of a round to the fitted surface and selects the model. own is the number
// of rounds of this phase so far, this round included.
//
// update fits all games again in the last round and when cosine terms are first tried. It also does
// so when the number of games has grown by the factor Refit since the last such fit.
func (s *fit) update(own int, games pairwise.Log) error {
	last := own == s.plan.Rounds
	first := s.extended == nil && s.cosines && float64(own) >= s.c.Share*float64(s.plan.Rounds)
	if first {
		s.extended = newPosterior(s.model(int(s.c.CosineTerms)))
	}
	// Both models are fitted anew in the same rounds. A bound of the likelihood is better after a
	// new fit, so that the evidence would otherwise favour the model that was fitted last.
	switch {
	case first || last:
		return s.refit(3)
	case float64(len(s.log)) >= s.c.Refit*float64(s.fitted):
		return s.refit(1)
	}
	for _, p := range s.models() {
		p.absorb(games)
		if err := p.solve(); err != nil {
			return err
		}
	}
	s.choose()
	return nil
}

// refit fits the surface of strength to all games of the phase, the given number of times, and
// selects the model.
func (s *fit) refit(times int) error {
	s.fitted = len(s.log)
	for _, p := range s.models() {
		for range times {
			if err := p.refit(s.log); err != nil {
				return err
			}
		}
	}
	s.choose()
	return nil
}

// models returns the models that are fitted to the games: the quadratic, and the quadratic with
// cosine terms. Before cosine terms are tried, the list contains only the first.
func (s *fit) models() []*posterior {
	if s.extended == nil {
		return []*posterior{s.reduced}
	}
	return []*posterior{s.reduced, s.extended}
}

// choose selects the surface that the search uses. It selects the quadratic with cosine terms if
// its log Bayes factor over the quadratic alone exceeds Constants.Odds, and otherwise the quadratic
// alone.
func (s *fit) choose() {
	s.best = s.reduced
	if s.cosineEvidence() > s.c.Odds() {
		s.best = s.extended
	}
}

// cosineEvidence returns the log Bayes factor of the surface with cosine terms over the quadratic
// surface alone. It is positive if the games favour cosine terms. It is 0 before such terms are
// tried.
func (s *fit) cosineEvidence() float64 {
	if s.extended == nil {
		return 0
	}
	return s.extended.evidence() - s.reduced.evidence()
}

// estimate returns the weights at the maximum of the fitted surface of strength. The fitness of the
// estimate is the score, from 0 to 1, that the surface predicts for them against the start weights.
func (s *fit) estimate() tuning.Estimate {
	p := s.best
	gain := p.model.value(p.theta, s.centre) - p.model.value(p.theta, p.model.origin)
	return tuning.Estimate{Weights: s.setup.Box.Nearest(s.centre), Fitness: rating.Logistic(gain), Name: "the top of the fitted surface"}
}

// spread returns how far from the centre the points of a round may lie, as a share of the ranges.
// Rounds are counted from 0 at the start of the fit. The spread is Options.Spread for the share
// Constants.Share of the rounds. It then falls geometrically to Options.FinalSpread. Two limits may
// reduce it:
//
//   - With cosine terms it is at most Constants.Near, because the search then looks for the maxima
//     of these terms.
//   - If the probe has narrowed the region, it is at most the distance at which the curve of lost
//     strength is steepest.
func (s *fit) spread(round int) float64 {
	o, wide := s.options, s.c.Share
	done := float64(round) / float64(max(s.plan.Rounds, 1))
	spread := o.Spread * math.Pow(o.FinalSpread/o.Spread, max(done-wide, 0)/(1-wide))
	if s.best == s.extended {
		spread = min(spread, s.c.Near)
	}
	if s.reach > 0 {
		spread = min(spread, s.reach)
	}
	return spread
}

// axes returns a matrix that turns a vector of standard normal numbers into a random step from the
// centre. Column j is an axis of H, minus the second derivative of strength, scaled to the length
// sqrt(2 loss / (n h)) for n weights and the curvature h along the axis. Here loss is the mean
// strength that the points of a pair lose relative to the maximum: Constants.Depth in logits. With
// these lengths all axes contribute equal parts of the loss. No column is longer than the spread of
// the round. Before the first games every column has this length.
func (s *fit) axes(round int) *mat.Dense {
	d, spread := s.setup.Box.Dim(), s.spread(round)
	values, vectors := s.best.principal()
	axes := mat.NewDense(d, d, nil)
	for j, v := range values {
		length := min(spread, math.Sqrt(2*rating.Logit(s.c.Depth)/(float64(d)*v)))
		for i := range d {
			axes.Set(i, j, vectors.At(i, j)*length)
		}
	}
	return axes
}

// draw returns the two points of a pair. They are either opposite each other around the centre,
// which shows the slope of strength, or independent, which also shows its curvature. The matrix
// axes converts standard normal steps from the centre to coordinates.
func (s *fit) draw(round, pair int, axes *mat.Dense) (a, b engines.Weights) {
	rng := s.setup.Rand(fitPoints, uint64(round-1), uint64(pair))
	independent := rng.Float64() < s.c.independent(s.setup.Box.Dim())
	d := s.setup.Box.Dim()
	step := func() []float64 {
		z := mat.NewVecDense(d, nil)
		for i := range d {
			z.SetVec(i, rng.NormFloat64())
		}
		var v mat.VecDense
		v.MulVec(axes, z)
		for i, w := range v.RawVector().Data {
			v.SetVec(i, math.Copysign(max(math.Abs(w), s.setup.Box.Quantum(i)/2), w))
		}
		return v.RawVector().Data
	}
	first := step()
	second := first
	if independent {
		second = step()
	}
	x, y := make([]float64, d), make([]float64, d)
	for i, c := range s.centre {
		x[i] = min(max(c+first[i], 0), 1)
		y[i] = min(max(c-second[i], 0), 1)
	}
	s.setup.Box.Normalise(x)
	s.setup.Box.Normalise(y)
	return s.setup.Box.Rounded(x, rng), s.setup.Box.Rounded(y, rng)
}

// Over returns the strength of a minus the strength of b, in logits, and the standard deviation of
// this difference. It fits the current model to all games of the strategy and to others. The points
// of others are in unit coordinates of the trust region, in which every weight's range is from 0 to
// 1. Over returns false if no model can be fitted.
func (s *Strategy) Over(a, b engines.Weights, others pairwise.Log) (mean, deviation float64, ok bool) {
	const refits = 3
	f := s.method().fit
	games := slices.Concat(f.log, others)
	p := newPosterior(f.best.model)
	p.theta, p.priors = slices.Clone(f.best.theta), f.best.priors
	for range refits {
		if p.refit(games) != nil {
			return 0, 0, false
		}
	}
	row := make([]float64, p.model.size())
	p.model.add(row, f.setup.Box.Unit(a), 1)
	p.model.add(row, f.setup.Box.Unit(b), -1)
	for j, v := range row {
		mean += v * p.theta[j]
	}
	c := p.covariance(mat.NewDense(1, len(row), row))
	if c == nil {
		return 0, 0, false
	}
	return mean, math.Sqrt(c.At(0, 0)), true
}
