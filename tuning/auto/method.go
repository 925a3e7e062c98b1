package auto

import (
	"errors"
	"math"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/gp"
	"github.com/lanista/lanista/tuning/pairwise"
	"github.com/lanista/lanista/tuning/rsm"
)

// method is the state of the strategy auto. It runs the phases one after another.
type method struct {
	setup      pairwise.Setup
	options    Options
	c          Constants
	directions int // number of free weights, minus one if only their ratios matter
	planned    int // number of games of the whole run

	at             name        // name of the current phase
	phase          phase       // the current phase
	before         int         // number of games of earlier phases
	stages         []stage     // phases entered; the games of the last one are not filled in
	next           *transition // a transition that waits until no round is in play
	asked, learned int         // numbers of rounds that were proposed and whose results were learned
	pairs          int         // number of pairs of the latest round

	// The following fields are models and games of finished phases, which later phases also use.
	surface *rsm.Strategy // set by the first phase, whichever it is
	gp      *gp.Strategy  // nil if the Gaussian process was not tried
	spsa    *spsaPhase    // SPSA after the surface; nil unless it has begun
	others  pairwise.Log  // pairs of the phase that followed the surface or the Gaussian process

	switched  *tuning.Estimate // the best weights at the beginning of the phase that played others; nil before
	decided   bool             // whether it has been decided if the last games are a test
	candidate tuning.Estimate  // the weights that this test plays
	gain      float64          // predicted gain of the candidate; see predictedGain
	testPairs int              // number of pairs in a round of the test
	refused   bool             // whether the start replaces the result
}

// stage is a phase that a run has entered, with the number of games that it has played.
type stage struct {
	name  name
	games int
}

// newMethod returns the state of the strategy before the first round. It enters the first phase,
// which sets method.surface.
func newMethod(s pairwise.Setup, o Options) (*method, error) {
	m := &method{setup: s, options: o, c: Defaults(), at: begin}
	if o.Constants != nil {
		m.c = *o.Constants
	}
	var err error
	if m.directions, err = gp.Directions(s.Problem); err != nil {
		return nil, err
	}
	m.planned = s.Plan(1).Pairs * s.PairGames()
	if o.RSMShare == 0 {
		m.options.RSMShare = m.c.RSM.Share
	}
	if err := m.choose(0); err != nil {
		return nil, err
	}
	m.options.Rounds = m.surface.Options().Rounds
	return m, nil
}

// newSurface returns the rsm strategy for a problem. If plain is true, the surface is fitted to the
// weights themselves and not to their logarithms; see [rsm.Options].
//
// If only the ratios of the weights count, rsm scales all weight vectors to a common length, and so
// do the phases after it. newSurface turns this off if any weight may be negative, because scaling
// would move a vector close to an edge of the box, far from all vectors with other signs. Vectors
// near the middle of the box reach all directions within a few steps. Evidence: docs/lab/auto.md,
// "If only directions count".
func (m *method) newSurface(p tuning.Problem, plain bool) (*rsm.Strategy, error) {
	p.ScaleFree = p.ScaleFree && !slices.ContainsFunc(p.Space, func(w engines.Weight) bool { return w.Min < 0 })
	return rsm.New(p, rsm.Options{
		Rounds: m.options.Rounds, Unpaired: m.options.Unpaired, Constants: &m.c.RSM, Plain: plain,
	})
}

// rest returns the problem for the next phase of the run. It is a copy of p with the given start
// weights and with the games and rounds that are left. Its seed is derived from the seed of p and
// purpose. It has no first steps (Problem.Steps), which belong to other start weights. round is the
// number of rounds played.
func (m *method) rest(p tuning.Problem, start engines.Weights, round int, purpose string) tuning.Problem {
	p.Start, p.Games = start, m.planned-m.games()
	p.Steps = nil // they belong to the problem's own start
	if p.Rounds > 0 {
		p.Rounds = max(m.setup.Problem.Rounds-round, 1)
	}
	p.Seed = engines.Seed(p.Seed, engines.Purpose(purpose))
	return p
}

// PlannedPairs returns the planned number of pairs of games between two weight vectors in the whole
// run.
func (m *method) PlannedPairs() int { return m.planned / m.setup.PairGames() }

// LargestRound returns the number of pairs of games in the largest round of the response surface or
// of the Gaussian process with which the run begins.
func (m *method) LargestRound() int {
	games := m.surface.LargestRound()
	if m.gp != nil {
		games = max(games, m.gp.LargestRound())
	}
	return games / m.setup.PairGames()
}

// games returns the number of games played in all phases so far.
func (m *method) games() int {
	if m.phase == nil {
		return 0
	}
	return m.before + m.phase.Games()
}

// Propose returns the pairs of games for a round of the current phase, and none after the last
// phase.
func (m *method) Propose(round int) pairwise.Proposal {
	m.asked = max(m.asked, round)
	p, _ := m.phase.ProposeAhead(round - m.learned - 1)
	return p
}

// Ready reports whether the current phase can propose a round. It returns false if a change of
// phase must wait for the results of unfinished rounds.
func (m *method) Ready(round int) bool {
	if m.next != nil {
		return false
	}
	_, err := m.phase.ProposeAhead(round - m.learned - 1)
	return !errors.Is(err, tuning.NotYet)
}

// Learn passes the results of a round to the current phase. It then changes the phase if the
// condition of a transition is true.
func (m *method) Learn(round int, p pairwise.Proposal, scores []float64) error {
	m.learned++
	m.pairs = len(scores)
	if err := m.phase.Learn(p, scores); err != nil {
		return err
	}
	if m.games() >= m.planned {
		if err := m.phase.Finish(); err != nil {
			return err
		}
		m.conclude()
		return nil
	}
	return m.choose(round)
}

// choose changes the phase if the condition of a transition from the current phase is true. It
// takes the first such row of the table transitions. If a round is being played, choose only stores
// the transition in m.next, and the phase changes after all rounds are finished. round is the last
// round whose results are known.
func (m *method) choose(round int) error {
	for i := range transitions {
		t := &transitions[i]
		if t == m.next {
			break
		}
		if t.from != m.at || !t.when(m) {
			continue
		}
		if t.instant {
			if err := m.take(t, round); err != nil {
				return err
			}
			continue
		}
		m.next = t
		break
	}
	if m.next == nil || m.asked > m.learned {
		return nil
	}
	t := m.next
	m.next = nil
	if err := m.take(t, round); err != nil {
		return err
	}
	if m.at == probe { // a probe with nothing to do ends before its first round
		return m.choose(round)
	}
	return nil
}

// take ends the current phase and enters the phase to which the transition t leads. round is the
// last round that was learned. It returns an error if the new phase cannot begin.
func (m *method) take(t *transition, round int) error {
	next, err := m.enter(t.to, round)
	if err != nil {
		return err
	}
	if n := len(m.stages); n > 0 {
		m.stages[n-1].games = m.phase.Games()
	}
	m.before, m.at, m.phase = m.games(), t.to, next
	m.stages = append(m.stages, stage{name: t.to})
	return nil
}

// switchFrom stores best, the best weights of the current phase, as a candidate for the result. It
// returns best with the number of games filled in. The next phase starts from these weights.
func (m *method) switchFrom(best tuning.Estimate) tuning.Estimate {
	best.Games = m.games()
	m.switched = &best
	return best
}

// directionsOnly reports whether only the ratios of the weights affect the strength. This must be
// so in the problem and in the region to which the response surface has limited the search.
func (m *method) directionsOnly() bool {
	return m.setup.Box.ScaleFree() && m.surface.Region().ScaleFree
}

// surfaceFitted reports whether the response surface, the fitted model of strength, has found the
// region to search and has played the share Options.RSMShare of its planned games.
func (m *method) surfaceFitted() bool {
	return !m.surface.Probing() && float64(m.surface.Progress().Games) >= m.options.RSMShare*float64(m.surface.PlannedGames())
}

// affordsSPSA reports whether the response surface is fitted and enough games are left for SPSA to
// find a maximum without a model of strength.
func (m *method) affordsSPSA() bool {
	return m.surfaceFitted() && float64(m.planned-m.games()) >= m.c.RSM.Distinguish(m.setup.Box.Dim())
}

// evidence returns how strongly the games show that strength is not a quadratic function of the
// weights, in natural logarithms. It is minus the logarithm of the p-value of the lack-of-fit test,
// which compares the fitted quadratic with other games.
//
// If enough games are left for SPSA, evidence adds the log Bayes factor for additional cosine terms
// if it is positive. Such terms can model several maxima.
func (m *method) evidence() float64 {
	e := -math.Log(m.surface.LackOfFit())
	if m.affordsSPSA() {
		e += max(m.surface.CosineEvidence(), 0)
	}
	return e
}

// predictedGain returns the gain of the weights w over the start weights, as predicted by a
// response surface that is fitted to all games. The gain is in standard errors of the prediction,
// and 0 if no gain is predicted. predictedGain returns false if no surface can be fitted.
func (m *method) predictedGain(w engines.Weights) (errors float64, ok bool) {
	mean, deviation, ok := m.surface.Over(w, m.setup.Problem.Start, m.others)
	if mean <= 0 { // also if w is the start itself, without an error
		return 0, ok
	}
	return mean / deviation, ok
}

// conclude decides at the end of the run whether the start weights replace the result. If the last
// phase was a test against the start weights, its games decide. Otherwise the predicted gain of the
// result must reach [method.requiredGain]. If an earlier prediction was large enough to make a test
// unnecessary, a gain of leastSum standard errors is also enough.
//
// The result stays if no gain can be predicted, if the run ends in a phase of the Gaussian process,
// or if the run ends while a change of phase waits.
func (m *method) conclude() {
	if test, ok := m.phase.(*confirmPhase); ok {
		m.refused = test.refused()
		return
	}
	if m.next != nil || m.at == gpModel || m.at == gpPeak {
		return
	}
	errors, ok := m.predictedGain(m.phase.Best().Weights)
	required := m.requiredGain()
	if m.decided {
		required = min(required, leastSum)
	}
	m.refused = ok && errors < required
}

// Best returns the best weights of the search, or the start weights if the games do not show a
// gain.
func (m *method) Best() tuning.Estimate {
	if m.refused {
		return tuning.Estimate{Weights: slices.Clone(m.setup.Problem.Start), Fitness: 0.5, Name: "the start, which the search has not beaten"}
	}
	return m.phase.Best()
}
