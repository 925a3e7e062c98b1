package auto

import (
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/pairwise"
)

// phase plays a part of the budget. Every phase has its own state and constants; the
// table below lists when each begins and ends.
type phase interface {
	// ProposeAhead returns the pairs of the n-th round after the next, [tuning.Done] if
	// the phase has no such round, or [tuning.NotYet] if it must learn first.
	ProposeAhead(n int) (pairwise.Proposal, error)
	// Learn takes the scores of the next round.
	Learn(p pairwise.Proposal, scores []float64) error
	// Finish improves the best weights once the budget of the run is spent.
	Finish() error
	// Games returns the number of games that the phase has learned from.
	Games() int
	// Best returns the phase's best weights. Fitness is their predicted score against the
	// start.
	Best() tuning.Estimate
}

// name identifies a phase in the table.
type name string

// The phases.
const (
	begin     name = "begin"            // before the first round
	gpModel   name = "Gaussian process" // package gp, in two directions
	gpPeak    name = "SPSA at the peak" // SPSA about the peak of the Gaussian process
	probe     name = "probe"            // the trust-region probe of package rsm
	surface   name = "response surface" // package rsm
	average   name = "SPSA"             // SPSA from the maximum of the surface
	evolution name = "CMA-ES"           // CMA-ES from the maximum of the surface
	confirm   name = "confirm"          // games between the result and the start
)

// transition is a row of the table: the run goes from one phase to another if the
// condition holds after a round.
type transition struct {
	from, to name
	when     func(*method) bool
	// instant transitions are taken before the other rows are tried in the same round.
	// No games are in play then. All other transitions wait until every round in play
	// has been learned from.
	instant bool
}

// transitions lists all transitions. After every round the rows of the present phase are
// tried in order, and the first whose condition holds is taken. While a transition waits
// for rounds in play, a row above it may still replace it.
var transitions = []transition{
	{from: begin, to: gpModel, when: twoDirections, instant: true},
	{from: begin, to: probe, when: always, instant: true},

	{from: gpModel, to: gpPeak, when: hillFound},
	{from: gpModel, to: probe, when: gpUnneeded},

	{from: probe, to: surface, when: regionKnown, instant: true},

	{from: surface, to: evolution, when: surfaceStuck},
	{from: surface, to: average, when: notQuadratic},
	{from: surface, to: average, when: directionFound},

	{from: surface, to: confirm, when: gainUncertain},
	{from: average, to: confirm, when: gainUncertain},
	{from: evolution, to: confirm, when: gainUncertain},
}

// enter returns a phase at its beginning, after the given number of rounds.
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
	case average:
		return enterAverage(m, round)
	case evolution:
		return enterEvolution(m, round)
	}
	return enterConfirm(m, round), nil
}

// always reports true: the row is taken if no row above it is.
func always(*method) bool { return true }

// twoDirections reports whether strength can differ in two directions only and the
// budget is large enough for the Gaussian process. In more directions it explores too
// much, and in one a quadratic with cosine terms does as well.
// Evidence: docs/lab/auto.md, "The Gaussian process in two directions".
func twoDirections(m *method) bool {
	return float64(m.directions) == m.c.GP.Directions && float64(m.planned) >= m.c.GP.Games && m.options.RSMShare >= 0
}

// hillFound reports whether the Gaussian process has played its share of the games, so
// that SPSA can find the top of the hill that it found. If only directions count, the
// Gaussian process plays to the end: strength then usually has an edge wherever a choice
// flips, and SPSA averages over edges.
// Evidence: docs/lab/auto.md, "The Gaussian process in two directions".
func hillFound(m *method) bool {
	p := m.phase.(*gpPhase)
	return !m.setup.Problem.ScaleFree && p.sinceCheck > 1 && float64(p.Games()) >= m.c.GP.Most*float64(m.planned)
}

// gpUnneeded reports whether a quadratic explains the games of the Gaussian process as
// well as its model does. It is decided once, after a share of the games.
// Evidence: docs/lab/auto.md, "The Gaussian process in two directions".
func gpUnneeded(m *method) bool {
	p := m.phase.(*gpPhase)
	return p.sinceCheck == 1 && p.odds <= m.c.GP.Odds
}

// regionKnown reports whether the probe has sized the trust region.
// Evidence: docs/lab/response-surface.md.
func regionKnown(m *method) bool { return !m.surface.Probing() }

// surfaceStuck reports whether the surface has found nothing: after its share of the
// games its maximum does not promise to be better than the start. Strength is then flat,
// rough, or rises along few of many weights, and the surface would play near the start to
// the end. CMA-ES needs only the ranks of its candidates. It is decided once.
// Evidence: docs/lab/auto.md, "CMA-ES if the surface is stuck".
func surfaceStuck(m *method) bool {
	s := m.phase.(*surfacePhase)
	if m.options.RSMShare < 0 || !m.confirms || s.assessed || m.directionsOnly() || !m.surfaceFitted() {
		return false
	}
	s.assessed = true
	errors, ok := m.promise(m.surface.Best().Weights)
	return ok && errors < m.c.Surface.StuckErrors
}

// notQuadratic reports whether the games contradict a quadratic, by the lack-of-fit test
// and the cosine terms.
// Evidence: docs/strategies.md, "On duels and games" (problems multi).
func notQuadratic(m *method) bool {
	return m.options.RSMShare >= 0 && m.evidence() > m.c.Surface.Evidence
}

// directionFound reports whether only the direction of the weights counts and the surface
// has had the games that it needs to find the slope. Strength is then the same along every
// ray, so it is no quadratic anywhere.
// Evidence: docs/decisions/strategies.md, "SPSA" (Risk).
func directionFound(m *method) bool {
	return m.options.RSMShare >= 0 && m.directionsOnly() && m.surfaceFitted()
}

// gainUncertain reports whether the last games are to test the result against the start:
// the surface predicts a gain, but not one that is certain. It is decided once, when only
// the games of the test are left.
// Evidence: docs/lab/auto.md, "A result must promise a gain".
func gainUncertain(m *method) bool {
	c, budget := m.c.Confirm, m.setup.Problem.Games
	if !m.confirms || m.decided || c.games(budget) < c.Games || float64(m.planned-m.games()) > c.games(budget) {
		return false
	}
	m.decided = true
	if m.average != nil {
		m.average.refine()
	}
	m.candidate, m.testPairs = m.phase.Best(), m.pairs
	errors, ok := m.promise(m.candidate.Weights)
	if ok && c.promise(budget) <= errors && errors < c.sure(budget) {
		return true
	}
	if m.average != nil {
		m.average.refined = nil
	}
	return false
}
