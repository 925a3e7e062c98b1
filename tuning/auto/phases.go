package auto

import (
	"fmt"

	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/cmaes"
	"github.com/lanista/lanista/tuning/pairwise"
)

// phase is a part of a run of the strategy auto that uses one other strategy. Every phase has its
// own state and constants. The table transitions lists when each phase begins and ends.
type phase interface {
	// ProposeAhead returns the pairs of games for the n-th round after the next. The error is
	// [tuning.Done] if the phase has no such round, and [tuning.NotYet] if the phase needs the
	// results of an earlier round first.
	ProposeAhead(n int) (pairwise.Proposal, error)
	// Learn receives the scores of the pairs of the next round, in [0, 1].
	Learn(p pairwise.Proposal, scores []float64) error
	// Finish improves the best weights after the last game of the run.
	Finish() error
	// Games returns the number of games whose results the phase has learned.
	Games() int
	// Best returns the best weights that the phase has found. Fitness is their predicted score
	// against the start weights.
	Best() tuning.Estimate
}

// name identifies a phase of the run, such as "probe".
type name string

// The names of the phases.
const (
	begin      name = "begin"            // before the first round
	gpModel    name = "Gaussian process" // package gp, in two directions
	gpPeak     name = "SPSA at the peak" // SPSA about the peak of the Gaussian process
	probe      name = "probe"            // the trust-region probe of package rsm
	surface    name = "response surface" // package rsm
	spsaSearch name = "SPSA"             // package spsa, from the maximum of the surface
	evolution  name = "CMA-ES"           // package cmaes, from the maximum of the surface
	confirm    name = "confirm"          // games between the result and the start
)

// transition is a row of the table of phases. The run changes from one phase to another if the
// condition holds after a round.
type transition struct {
	from, to name
	when     func(*method) bool
	// instant makes the change happen at once, so that the rows below are still tried in the same
	// round, for the new phase. No games are being played then. All other changes wait for the
	// results of unfinished rounds.
	instant bool
}

// transitions lists all changes of phase. After every round, the rows whose field from is the
// current phase are tried in order, and the first one with a true condition applies. While the
// change waits for unfinished rounds, a row further up can replace this row.
//
// The phase after begin must set method.surface, even if it does not use the surface, because other
// methods read it from the first round on.
var transitions = []transition{
	{from: begin, to: gpModel, when: twoDirections, instant: true},
	{from: begin, to: probe, when: always, instant: true},

	{from: gpModel, to: probe, when: gpUnneeded},
	{from: gpModel, to: gpPeak, when: hillFound},

	{from: probe, to: surface, when: regionKnown, instant: true},

	{from: surface, to: spsaSearch, when: directionFound},
	{from: surface, to: evolution, when: surfaceStuck},
	{from: surface, to: spsaSearch, when: notQuadratic},

	{from: surface, to: confirm, when: gainUncertain},
	{from: spsaSearch, to: confirm, when: gainUncertain},
	{from: evolution, to: confirm, when: gainUncertain},
}

// enter starts the phase with the given name. round is the number of rounds played before. enter
// returns an error if no phase with this name can be started.
func (m *method) enter(n name, round int) (phase, error) {
	switch n {
	case gpModel:
		return enterGP(m)
	case gpPeak:
		return enterPeak(m, round)
	case probe:
		return enterProbe(m, round)
	case surface:
		return &surfacePhase{strategy: m.surface, probed: m.surface.Progress().Games}, nil
	case spsaSearch:
		return enterSPSA(m, round)
	case evolution:
		return enterEvolution(m, round)
	case confirm:
		return enterConfirm(m, round), nil
	}
	return nil, fmt.Errorf("no phase has the name %q", n)
}

// always is a condition that is always true. In the table of transitions, the last row of a phase
// may use it, since it applies only if no row above it does.
func always(*method) bool { return true }

// twoDirections reports whether the run should begin with the Gaussian process. There are four
// conditions. Strength can vary in exactly two directions (Constants.Directions). The budget is
// large enough. No first steps are set for the weights. Options.RSMShare is not negative. Evidence:
// docs/lab/auto.md, "The Gaussian process in two directions".
func twoDirections(m *method) bool {
	return float64(m.directions) == m.c.Directions && !m.setup.Box.HasSteps() && float64(m.planned) >= m.c.RSM.Many && m.options.RSMShare >= 0
}

// hillFound reports whether SPSA should now refine the result of the Gaussian process. It returns
// true after the share Constants.RSM.Share of the run's games, unless only the ratios of the
// weights count. In that case strength usually has steps, and SPSA would average over them.
// Evidence: docs/lab/auto.md, "The Gaussian process in two directions".
func hillFound(m *method) bool {
	p := m.phase.(*gpPhase)
	return !m.setup.Problem.ScaleFree && p.compared
}

// gpUnneeded reports whether a quadratic surface can replace the Gaussian process, because it
// explains the games equally well. The two are compared once, when the share Constants.RSM.Share of
// the run's games has been played. Evidence: docs/lab/auto.md, "The Gaussian process in two
// directions".
func gpUnneeded(m *method) bool {
	p := m.phase.(*gpPhase)
	return p.compared && p.odds <= 0
}

// regionKnown reports whether the first phase, the probe, has found the size of the region that the
// response surface searches. Evidence: docs/lab/response-surface.md.
func regionKnown(m *method) bool { return !m.surface.Probing() }

// leastGain is the smallest gain, in Elo, that counts as progress of the fitted surface. The gain
// is the predicted strength at the surface's maximum minus that of the start weights. If the games
// show neither a slope nor a maximum, the gain and its standard error are both close to 0. Their
// ratio alone would then be misleading.
const leastGain = 1

// surfaceStuck reports whether CMA-ES should replace the response surface because the surface has
// made no progress. It has made none if its maximum is predicted to gain less than leastGain, or
// less than Constants.RSM.Errors standard errors, over the start weights. Strength is then flat,
// rough, or depends on few of many weights, and the surface would continue to play near the start
// weights. CMA-ES can help there, because it needs only the ranks of its candidates.
//
// The decision is made once, after the surface's share of the games and at least
// Constants.RSM.ProbeGames games; fewer are not conclusive. surfaceStuck returns false for more
// than [cmaes.MostWeights] weights, which CMA-ES does not accept. Evidence: docs/lab/auto.md,
// "CMA-ES if the surface is stuck".
func surfaceStuck(m *method) bool {
	s := m.phase.(*surfacePhase)
	if m.options.RSMShare < 0 || m.setup.Box.Dim() > cmaes.MostWeights || s.assessed || !m.surfaceFitted() || float64(m.games()) < m.c.RSM.ProbeGames {
		return false
	}
	s.assessed = true
	gain, deviation, ok := m.surface.Over(m.surface.Best().Weights, m.setup.Problem.Start, m.others)
	return ok && gain < max(m.c.RSM.Errors*deviation, rating.Logit(leastGain))
}

// notQuadratic reports whether the games show that strength is not a quadratic function of the
// weights; see [method.evidence]. SPSA should then replace the response surface. Evidence:
// docs/strategies.md, "On duels and games".
func notQuadratic(m *method) bool {
	return m.options.RSMShare >= 0 && m.evidence() > m.c.RSM.Odds()
}

// directionFound reports whether SPSA, a search by gradient steps, should now replace the response
// surface because only the ratios of the weights affect strength. Strength is then equal along
// every ray from the origin. A quadratic surface cannot describe this; it shows only the direction
// in which strength rises. Evidence: docs/lab/auto.md, "If only directions count".
//
// directionFound returns false until the surface has played its planned share of the games. It also
// returns false if too few games are left for SPSA.
func directionFound(m *method) bool {
	return m.options.RSMShare >= 0 && m.directionsOnly() && m.affordsSPSA()
}

// gainUncertain reports whether the last games of the run should test the result against the start
// weights, because its predicted gain over them is uncertain. With a budget of at least RSM.Many
// games, a predicted gain below [Constants.sure] is uncertain. With fewer games only a gain below
// the required one is: testing other results would cost more than it saves.
//
// The decision is made once, when only the games of the test are left. gainUncertain then also
// stores the result and its predicted gain in m. Evidence: docs/lab/auto.md, "A result must promise
// a gain".
func gainUncertain(m *method) bool {
	budget := m.setup.Problem.Games
	if m.decided || float64(m.planned-m.games()) > m.c.testGames(budget) {
		return false
	}
	m.decided = true
	if m.spsa != nil {
		m.spsa.refine()
	}
	m.candidate, m.testPairs = m.phase.Best(), m.pairs
	var ok bool
	m.gain, ok = m.predictedGain(m.candidate.Weights)
	enough := m.requiredGain() // promise from which on there is no test
	if float64(budget) >= m.c.RSM.Many {
		enough = m.c.sure(budget)
	}
	if ok && m.gain < enough {
		return true
	}
	if m.spsa != nil {
		m.spsa.refined = nil
	}
	return false
}
