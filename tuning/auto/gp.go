package auto

import (
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/gp"
	"github.com/lanista/lanista/tuning/pairwise"
	"github.com/lanista/lanista/tuning/rsm"
	"github.com/lanista/lanista/tuning/spsa"
)

// gpPhase is the phase of a run that searches with a Gaussian process, a model of strength as a
// function of the weights.
type gpPhase struct {
	strategy *gp.Strategy
	problem  tuning.Problem
	share    float64 // share of planned after which the model is compared with a quadratic
	planned  int     // number of games of the whole run

	compared bool    // whether the model was compared with a quadratic
	odds     float64 // log Bayes factor of the model over a quadratic, at the time of the comparison
}

// enterGP starts the phase that searches with a Gaussian process. It also creates the response
// surface (fitted quadratic) from which the report and the local quadratics are computed later.
func enterGP(m *method) (phase, error) {
	var err error
	if m.surface, err = m.newSurface(m.setup.Problem, true); err != nil {
		return nil, err
	}
	p := m.setup.Problem
	p.Seed = engines.Seed(p.Seed, engines.Purpose("auto field")) // the name is part of every result
	if m.gp, err = gp.New(p, gp.Options{Unpaired: m.options.Unpaired}); err != nil {
		return nil, err
	}
	return &gpPhase{strategy: m.gp, problem: m.setup.Problem, share: m.c.RSM.Share, planned: m.planned}, nil
}

func (p *gpPhase) ProposeAhead(n int) (pairwise.Proposal, error) { return p.strategy.ProposeAhead(n) }

// Learn fits the Gaussian process to the games of a round. Once in the run, after the share p.share
// of its games, Learn also tests whether a quadratic explains the games as well.
func (p *gpPhase) Learn(_ pairwise.Proposal, scores []float64) error {
	if err := p.strategy.Learn(scores); err != nil {
		return err
	}
	if p.compared || p.Games() >= p.planned || float64(p.Games()) < p.share*float64(p.planned) {
		return nil
	}
	p.compared = true
	var err error
	p.odds, err = gp.Odds(p.problem, p.strategy.Games())
	return err
}

func (p *gpPhase) Finish() error { return nil }

func (p *gpPhase) Games() int { return p.strategy.Progress().Games }

func (p *gpPhase) Best() tuning.Estimate { return p.strategy.Best() }

// peakPhase is the phase that plays SPSA around the maximum of the Gaussian process. SPSA
// determines the position of the maximum more exactly.
type peakPhase struct {
	strategy *spsa.Strategy
	gp       *gp.Strategy
	surface  *rsm.Strategy // fits the local quadratic
	start    engines.Weights
	peak     tuning.Estimate // where the phase began
	radius   float64         // radius, as a share of the ranges, within which the local quadratic is fitted
	games    *pairwise.Log   // pairs of this phase
	refined  engines.Weights // the best weights after Finish; nil before
}

// enterPeak starts SPSA at the peak of the Gaussian process, with the rest of the budget.
func enterPeak(m *method, round int) (phase, error) {
	peak := m.switchFrom(m.gp.Best())
	strategy, err := spsa.New(m.rest(m.setup.Problem, peak.Weights, round, "auto arrival"), spsa.Options{Spread: m.c.Spread, Unpaired: m.options.Unpaired})
	return &peakPhase{
		strategy: strategy, gp: m.gp, surface: m.surface, start: m.setup.Problem.Start,
		peak: peak, radius: m.c.RSM.Near + m.c.Spread, games: &m.others,
	}, err
}

func (p *peakPhase) ProposeAhead(n int) (pairwise.Proposal, error) { return p.strategy.ProposeAhead(n) }

func (p *peakPhase) Learn(round pairwise.Proposal, scores []float64) error {
	return learnAndLog(p.strategy, p.games, round, scores)
}

// Finish adds the games of SPSA to the Gaussian process and chooses the best weights of the phase.
// These are the maximum of the process, unless one of two others can replace it. The first is the
// result of SPSA. The second is the maximum of a local quadratic around the weights chosen so far.
//
// Weights cannot replace the maximum if the process predicts them to be weaker by at least the
// standard deviation of the prediction.
func (p *peakPhase) Finish() error {
	if err := p.gp.Join(*p.games); err != nil {
		return err
	}
	peak := p.gp.Best().Weights
	p.refined = peak
	unlessWorse := func(w engines.Weights) {
		if gain, deviation := p.gp.Over(w, peak); gain > -deviation {
			p.refined = w
		}
	}
	unlessWorse(p.strategy.Best().Weights)
	if w, ok := p.surface.Refine(p.refined, p.radius, p.gp.Games()); ok {
		unlessWorse(w)
	}
	return nil
}

func (p *peakPhase) Games() int { return p.strategy.Progress().Games }

func (p *peakPhase) Best() tuning.Estimate {
	e := p.strategy.Best()
	e.Fitness, e.Name = p.peak.Fitness, "the average of the last steps (SPSA) about the top of the fitted model"
	if p.refined != nil {
		gain, _ := p.gp.Over(p.refined, p.start)
		e.Weights, e.Fitness, e.Name = p.refined, rating.Logistic(gain), "what SPSA found about the top of the fitted model"
	}
	return e
}
