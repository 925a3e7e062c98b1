package auto

import (
	"errors"
	"fmt"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/gp"
	"github.com/lanista/lanista/tuning/pairwise"
	"github.com/lanista/lanista/tuning/rsm"
)

var (
	_ tuning.Strategy    = (*Strategy)(nil)
	_ tuning.Reporter    = (*Strategy)(nil)
	_ tuning.Finalists   = (*Strategy)(nil)
	_ tuning.Planner     = (*Strategy)(nil)
	_ pairwise.Pipelined = (*method)(nil)
)

// Strategy is one method after the other on one problem.
type Strategy struct{ pairwise.Driver[*method] }

// New makes the strategy. It refuses impossible options and problems.
func New(p tuning.Problem, o Options) (*Strategy, error) {
	d, err := pairwise.New(pairwise.SnapshotFormat{Strategy: "auto", Version: 15}, p, o, o.Unpaired, newMethod)
	if err != nil {
		return nil, err
	}
	return &Strategy{d}, nil
}

// Options are the options in use, defaults filled in.
func (s *Strategy) Options() Options { return s.Method().options }

// Finalists are what the search has found, also where it was not shown to be better than
// the start, and, if SPSA or CMA-ES has taken over, where it began.
func (s *Strategy) Finalists() []tuning.Estimate {
	m := s.Method()
	found := m.found()
	found.Games = s.Progress().Games
	all := []tuning.Estimate{found}
	if m.walk != nil {
		all = append(all, m.switched)
	}
	return all
}

// Report assesses what was found by the games of the methods in charge, see [rsm.Assess]; as
// long as the field is, the errors are the field's, and it says what that knows of strength
// as well.
func (s *Strategy) Report() tuning.Report {
	m := s.Method()
	if !m.searching && !m.finishing {
		return m.rsm.Assess(m.found().Weights, m.log, m.hill())
	}
	r := m.rsm.Assess(m.found().Weights, m.field.Games(), rsm.Hill{})
	field := m.field.ReportOf(m.found().Weights)
	r.Octaves, r.Map, r.Error = field.Octaves, field.Map, field.Error
	return r
}

// method is the strategies and the rule that goes from one to the other.
type method struct {
	pairwise.Setup
	options Options
	c       Constants
	rsm     *rsm.Strategy
	walk    walker       // SPSA or CMA-ES; nil until one of them takes over
	field   *gp.Strategy // nil where it is not tried
	// searching says that the field is in charge; before are the games that it has
	// played when it is not any more.
	searching bool
	before    int
	finishing bool // SPSA is in charge and goes on from the peak of the Gaussian process
	stuck     stuck
	// From when SPSA or CMA-ES takes over:
	switched tuning.Estimate // what the response surface had found
	spread   float64         // of SPSA's points
	log      pairwise.Log    // of the pairs since then
	refined  engines.Weights // at the end of the run, if the games show a maximum

	guard          guard
	asked, learned int                   // rounds
	leave          func(round int) error // what follows when no round is in play any more
}

func newMethod(s pairwise.Setup, o Options) (*method, error) {
	m := &method{Setup: s, options: o, c: Defaults()}
	if o.Constants != nil {
		m.c = *o.Constants
	}
	var err error
	if m.rsm, err = m.surface(s.Problem, true); err != nil {
		return nil, err
	}
	if err := m.startField(); err != nil {
		return nil, err
	}
	if !m.searching { // the field's games are those of the weights themselves
		if m.rsm, err = m.surface(s.Problem, false); err != nil {
			return nil, err
		}
	}
	m.guard.on = float64(m.planned()) >= m.c.GuardGames
	m.options.Rounds = m.rsm.Options().Rounds
	if o.RSMShare == 0 {
		m.options.RSMShare = m.c.RSMShare
	}
	return m, nil
}

// surface returns the strategy of the response-surface phase for a problem. Plain is that
// of [rsm.Options].
func (m *method) surface(p tuning.Problem, plain bool) (*rsm.Strategy, error) {
	return rsm.New(p, rsm.Options{
		Rounds: m.options.Rounds, Unpaired: m.options.Unpaired, Constants: &m.c.RSM, Plain: plain,
	})
}

// PlannedPairs is the number of pairs of the whole run, whichever method plays
// them: all play whole pairs.
func (m *method) PlannedPairs() int { return m.planned() / m.PairGames() }

// LargestRound is the number of pairs of the largest round of the response surface,
// which has the fewest rounds.
func (m *method) LargestRound() int { return m.rsm.LargestRound() / m.PairGames() }

// games is the number of games played.
func (m *method) games() int {
	switch {
	case m.searching:
		return m.field.Progress().Games
	case m.walk != nil:
		return m.switched.Games + m.walk.Progress().Games + m.guard.games
	}
	return m.before + m.rsm.Progress().Games + m.guard.games
}

// planned is the number of games of the whole run.
func (m *method) planned() int {
	if m.stuck.found && m.walk != nil { // whole generations of CMA-ES
		return m.switched.Games + m.walk.PlannedGames()
	}
	return m.before + m.rsm.PlannedGames()
}

// proposer is what a method in charge proposes by.
type proposer interface {
	ProposeAhead(n int) (pairwise.Proposal, error)
}

// inCharge is the method that plays.
func (m *method) inCharge() proposer {
	switch {
	case m.searching:
		return m.field
	case m.walk != nil:
		return m.walk
	}
	return m.rsm
}

// Propose lets the method in charge propose. The only error is that it is done: then
// there are no pairs.
func (m *method) Propose(round int) pairwise.Proposal {
	m.asked = max(m.asked, round)
	if m.guard.testing {
		return m.test(round)
	}
	p, _ := m.inCharge().ProposeAhead(round - m.learned - 1)
	return p
}

// Ready is what the method in charge says. When it is to be left, its rounds in play
// are learned from first.
func (m *method) Ready(round int) bool {
	if m.leave != nil {
		return false
	}
	if m.guard.testing {
		return true
	}
	_, err := m.inCharge().ProposeAhead(round - m.learned - 1)
	return !errors.Is(err, tuning.NotYet)
}

// Learn lets the method in charge learn, and goes from one to the other.
func (m *method) Learn(round int, p pairwise.Proposal, scores []float64) error {
	m.learned++
	if err := m.learn(round, p, scores); err != nil {
		return err
	}
	if m.leave == nil {
		m.look(len(scores))
	}
	if m.leave == nil || m.asked > m.learned {
		return nil
	}
	leave := m.leave
	m.leave = nil
	if m.games() >= m.planned() {
		return nil
	}
	return leave(round)
}

func (m *method) learn(round int, p pairwise.Proposal, scores []float64) error {
	switch {
	case m.guard.testing:
		m.learnTest(scores)
		return nil
	case m.searching:
		return m.search(scores)
	case m.walk == nil:
		err := m.rsm.Learn(scores)
		if err == nil && m.noQuadratic() {
			m.leave = m.takeOver
		}
		return err
	}
	if err := m.walk.Learn(scores); err != nil {
		return err
	}
	m.log.Add(m.walk.Setup().Box, p, scores, m.PairGames())
	switch {
	case m.games() < m.planned():
	case m.finishing:
		return m.arrive()
	default:
		m.refine()
	}
	return nil
}

// Best is what the search has found, or the start where that was not shown to be better.
func (m *method) Best() tuning.Estimate {
	if m.guard.refused {
		return tuning.Estimate{Weights: slices.Clone(m.Problem.Start), Fitness: 0.5, Name: "the start, which the search has not beaten"}
	}
	return m.found()
}

// found is what the search has found.
func (m *method) found() tuning.Estimate {
	if m.guard.testing {
		return m.guard.answer
	}
	return m.answer()
}

// answer is that of the method in charge, and at the end of SPSA the maximum of the local
// quadratic.
func (m *method) answer() tuning.Estimate {
	switch {
	case m.searching:
		e := m.field.Best()
		if m.refined != nil {
			e.Weights, e.Name = m.refined, "the refined peak of the field"
		}
		return e
	case m.finishing:
		return m.arrived()
	case m.walk == nil:
		return m.rsm.Best()
	}
	e := m.walk.Best()
	e.Fitness = m.switched.Fitness
	e.Name = fmt.Sprintf("the average of %s after %d games of RSM", m.walkName(), m.switched.Games)
	if m.refined != nil {
		e.Weights = m.refined
		e.Name = fmt.Sprintf("the refined average of SPSA after %d games of RSM", m.switched.Games)
	}
	return e
}
