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

// SPSAConstants contains the numbers of the SPSA phase that follows the response surface.
type SPSAConstants struct {
	Spread   float64 // of the points about the maximum, in percent of every range
	Halvings float64 // of the distance to the maximum that the gain aims at
	MostGain float64 // limit of the gain, over the number of weights and the root of the games

	// The following numbers are for problems in which only the ratios of the weights count.
	WideSpread   float64 // spread with 2,000 games, as a share of every range
	WidePower    float64 // power of 2,000 over the games by which it falls
	WideHalvings float64 // as Halvings
	WideMostGain float64 // as MostGain

	Drift float64 // radius of the local quadratic beyond the spread, as a share of every range
}

// averagePhase plays SPSA from the maximum of the response surface. Its result is the average of
// the later half of SPSA's steps, or the maximum of a local quadratic around this average.
type averagePhase struct {
	strategy *spsa.Strategy
	surface  *rsm.Strategy
	start    tuning.Estimate // the maximum of the surface
	radius   float64         // of the local quadratic
	games    *pairwise.Log
	refined  engines.Weights // nil unless the games show a maximum
}

func enterAverage(m *method, round int) (phase, error) {
	start := m.switchFrom(m.surface.Best())
	p := m.rest(m.surface.Region(), start.Weights, round, "auto walk") // the name is part of every result
	o := m.c.SPSA.near(m.setup.Box.Dim(), p.Games, m.surface.Curvature(), halvings(m.c.SPSA.Halvings, m.planned, m.surface.Sharper()))
	if m.directionsOnly() {
		o = m.c.SPSA.wide(m.setup.Box.Dim(), p.Games, m.surface.Curvature(), m.planned)
	}
	o.Unpaired = m.options.Unpaired
	strategy, err := spsa.New(p, o)
	m.average = &averagePhase{strategy: strategy, surface: m.surface, start: start, radius: m.c.SPSA.Drift + o.Spread, games: &m.others}
	return m.average, err
}

// near returns the options for SPSA around the maximum of a response surface with the given mean
// curvature. halvings is the number of times that SPSA is to halve its distance to the maximum.
func (c SPSAConstants) near(weights, games int, curvature, halvings float64) spsa.Options {
	return spsa.Options{Spread: c.Spread / 100, Gain: gain(weights, games, curvature, halvings, c.Spread*c.Spread/1e4, c.MostGain)}
}

// wide returns the options for SPSA if only the ratios of the weights count. The response surface
// has then not found a direction, and the best weights may be far away. So the points are widely
// spread, and more widely if the run has few games. planned is the number of games of the whole
// run.
func (c SPSAConstants) wide(weights, games int, curvature float64, planned int) spsa.Options {
	spread := min(max(c.WideSpread*math.Pow(2000/float64(planned), c.WidePower), c.Spread/100), c.WideSpread)
	return spsa.Options{Spread: spread, Gain: gain(weights, games, curvature, c.WideHalvings, spread*spread, c.WideMostGain)}
}

// halvings returns how many times SPSA is to halve its distance to the maximum of the response
// surface in the given number of games. base is this number for up to 2,000 games. sharper is the
// return value of [rsm.Strategy.Sharper]: the excess of the measured curvature near the maximum
// over the curvature of the surface, in standard errors.
//
// If strength is clearly sharper near the maximum than the surface predicts, the true maximum is
// near, and base is enough. Otherwise the surface may be asymmetrical and the true maximum far. The
// remaining distance is then to fall as noise does, with the root of the games over 2,000.
// Evidence: docs/lab/auto.md, "SPSA moves further if strength leans to one side".
func halvings(base float64, games int, sharper float64) float64 {
	const few, errors = 2000, 2
	if games <= few || sharper > errors {
		return base
	}
	return base + math.Log2(float64(games)/few)/2
}

// gain returns the factor of SPSA's steps (its gain) with which SPSA halves its distance to the
// maximum of a quadratic the given number of times: halvings ln 2 / (square curvature games). square
// is the square of the spread, the distance of the tried points from the centre of the search. So
// that SPSA stays stable, the result is at most most / (weights sqrt(games)). If strength is more
// curved near its maximum than the quadratic, SPSA converges faster.
func gain(weights, games int, curvature, halvings, square, most float64) float64 {
	n := float64(max(games, 1))
	return min(halvings*math.Ln2/(square*max(curvature, 0)*n), most/(float64(weights)*math.Sqrt(n)))
}

func (p *averagePhase) ProposeAhead(n int) (pairwise.Proposal, error) {
	return p.strategy.ProposeAhead(n)
}

func (p *averagePhase) Learn(round pairwise.Proposal, scores []float64) error {
	return learnAndLog(p.strategy, p.games, round, scores)
}

// Finish replaces the average of SPSA's steps by the maximum of a local quadratic, if there is
// one.
func (p *averagePhase) Finish() error {
	p.refine()
	return nil
}

// refine fits a local quadratic to all games near the average of SPSA's steps. The average uses
// only the later half of SPSA's games, and the quadratic uses all games that were played near it.
func (p *averagePhase) refine() {
	if w, ok := p.surface.Refine(p.strategy.Best().Weights, p.radius, *p.games); ok {
		p.refined = w
	}
}

// hill returns the neighbourhood of the result in which the local quadratic holds. The standard
// errors of the weights are computed with it. It is empty if there was no SPSA phase, and has no
// radius if no local quadratic could be fitted.
func (p *averagePhase) hill() rsm.Hill {
	if p == nil {
		return rsm.Hill{}
	}
	h := rsm.Hill{Odds: -math.Log(p.surface.LackOfFit()) + max(p.surface.CosineEvidence(), 0)}
	if p.refined != nil {
		h.Radius = p.radius
	}
	return h
}

func (p *averagePhase) Games() int { return p.strategy.Progress().Games }

func (p *averagePhase) Best() tuning.Estimate {
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
