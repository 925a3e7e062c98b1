package auto

import (
	"fmt"
	"math"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/pairwise"
	"github.com/lanista/lanista/tuning/rsm"
	"github.com/lanista/lanista/tuning/spsa"
)

// spsaPhase is the phase that plays SPSA, beginning at the maximum of the response surface, the
// fitted model of strength. Its result is the average of the points around which SPSA played, or
// the maximum of a local quadratic near this average.
type spsaPhase struct {
	strategy *spsa.Strategy
	surface  *rsm.Strategy
	start    tuning.Estimate // the maximum of the surface
	radius   float64         // radius, as a share of the ranges, within which the local quadratic is fitted
	games    *pairwise.Log   // pairs of this phase
	refined  engines.Weights // maximum of the local quadratic; nil if there is none
}

// enterSPSA starts SPSA at the maximum of the response surface (fitted model of strength), with the
// rest of the budget.
func enterSPSA(m *method, round int) (phase, error) {
	start := m.switchFrom(m.surface.Best())
	p := m.rest(m.surface.Region(), start.Weights, round, "auto walk") // the name is part of every result
	o := spsa.Options{Spread: m.c.Spread, Unpaired: m.options.Unpaired}
	halvings := m.c.halvings(m.planned, m.surface.Sharper())
	if m.directionsOnly() {
		o.Spread, halvings = m.c.wideSpread(m.planned), m.c.wideHalvings(p.Games, m.setup.Box.Dim())
	}
	o.Gain = gain(p.Games, o.Spread, m.surface.Curvature(), halvings)
	strategy, err := spsa.New(p, o)
	if err != nil {
		return nil, err
	}
	m.spsa = &spsaPhase{
		strategy: strategy, surface: m.surface, start: start, games: &m.others,
		radius: m.c.RSM.Near + o.Spread,
	}
	return m.spsa, nil
}

// wideSpread returns the distance of SPSA's points from the centre in problems in which only the
// ratios of the weights count. The distance is a share of every range, and games is the number of
// games of the run. Strength is then not a quadratic, and the best weights may be far from the
// maximum of the response surface. The distance is therefore large, and larger in short runs than
// in long ones.
func (c *Constants) wideSpread(games int) float64 {
	return c.WideSpread / c.RSM.Growth(games)
}

// halvings returns how many times SPSA is to halve its distance to the maximum of the response
// surface. The number may be a fraction. games is the number of games of the run. sharper is the
// return value of [rsm.Strategy.Sharper]: by how many standard errors the measured curvature near
// the maximum exceeds the curvature of the surface.
//
// If sharper exceeds RSM.Errors, the true maximum is near, and halvings returns Constants.Halvings.
// Otherwise strength may be asymmetrical and the true maximum far away. The number is then larger
// in long runs, so that the remaining distance falls with the square root of the games, as random
// errors do. Evidence: docs/lab/auto.md, "SPSA moves further if strength leans to one side".
func (c *Constants) halvings(games int, sharper float64) float64 {
	if sharper > c.RSM.Errors {
		return c.Halvings
	}
	return max(c.Halvings, math.Log2(float64(games)/c.RSM.Many)/2)
}

// wideHalvings returns how many times SPSA is to halve its distance to the maximum of the response
// surface if only the ratios of the weights count. games is the number of games that SPSA plays,
// and weights is the number of free weights.
//
// Strength falls steeply towards small values of the large weights, so the mean curvature of the
// surface is larger than the curvature on the way to the best weights. Constants.WideHalvings would
// therefore leave SPSA too far from them in long runs. Each doubling of the games above
// [rsm.Constants.Distinguish] adds one halving. Evidence: docs/lab/auto.md, "If only directions
// count".
func (c *Constants) wideHalvings(games, weights int) float64 {
	return max(c.WideHalvings, math.Log2(float64(games)/c.RSM.Distinguish(weights)))
}

// gain returns the gain for SPSA, which is a factor of its steps. With this gain, SPSA halves its
// distance to the maximum of a quadratic the given number of times in the given number of games. It
// is halvings ln 2 / (spread^2 curvature games), but at most halvings times the default gain.
// curvature is the return value of [rsm.Strategy.Curvature], and spread is the distance of SPSA's
// points from the centre.
func gain(games int, spread, curvature, halvings float64) float64 {
	n := max(games, 1)
	return halvings * min(math.Ln2/(spread*spread*max(curvature, 0)*float64(n)), spsa.DefaultGain(n))
}

func (p *spsaPhase) ProposeAhead(n int) (pairwise.Proposal, error) {
	return p.strategy.ProposeAhead(n)
}

func (p *spsaPhase) Learn(round pairwise.Proposal, scores []float64) error {
	return learnAndLog(p.strategy, p.games, round, scores)
}

// Finish computes the result of the phase at the end of the run. The result of SPSA is the average of
// the points around which it played. If a quadratic surface can be fitted to the games near that
// average, the maximum of the surface takes its place; see refine.
func (p *spsaPhase) Finish() error {
	p.refine()
	return nil
}

// refine improves the result of SPSA, the average of the points around which it played. It fits a
// quadratic surface to the games of all phases that were played near that average, and keeps the
// maximum of the surface.
func (p *spsaPhase) refine() {
	if w, ok := p.surface.Refine(p.strategy.Best().Weights, p.radius, *p.games); ok {
		p.refined = w
	}
}

// hill returns the data from which the standard errors of the weights near SPSA's result are
// computed; see [rsm.Hill]. They include the radius within which a local quadratic was fitted to
// the games, or 0 if none could be fitted. If p is nil, hill returns the zero value.
func (p *spsaPhase) hill() rsm.Hill {
	if p == nil {
		return rsm.Hill{}
	}
	h := rsm.Hill{Odds: -math.Log(p.surface.LackOfFit()) + max(p.surface.CosineEvidence(), 0)}
	if p.refined != nil {
		h.Radius = p.radius
	}
	return h
}

func (p *spsaPhase) Games() int { return p.strategy.Progress().Games }

func (p *spsaPhase) Best() tuning.Estimate {
	e := p.strategy.Best()
	e.Fitness = p.start.Fitness
	e.Name = fmt.Sprintf("the average of the last steps (SPSA) after %d games that fitted a surface (RSM)", p.start.Games)
	if p.refined != nil {
		e.Weights = p.refined
		e.Name = fmt.Sprintf("the refined average of the last steps (SPSA) after %d games that fitted a surface (RSM)", p.start.Games)
	}
	return e
}

// learner is a strategy that compares weight vectors in pairs. Learn takes the scores of one round of
// such comparisons.
type learner interface {
	Learn(scores []float64) error
	Setup() *pairwise.Setup
}

// learnAndLog passes the scores of a round to a strategy. It also appends the pairs of the round to
// a log. Their points are in unit coordinates, in which every weight's searched range is from 0 to
// 1.
func learnAndLog(s learner, log *pairwise.Log, round pairwise.Proposal, scores []float64) error {
	if err := s.Learn(scores); err != nil {
		return err
	}
	log.Add(s.Setup().Box, round, scores, s.Setup().PairGames())
	return nil
}
