package rsm

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/logistic"
	"github.com/lanista/lanista/tuning/pairwise"
)

var (
	_ tuning.Strategy    = (*Strategy)(nil)
	_ tuning.Reporter    = (*Strategy)(nil)
	_ tuning.Planner     = (*Strategy)(nil)
	_ pairwise.Centred   = (*method)(nil)
	_ pairwise.Pipelined = (*method)(nil)
)

// Strategy is the tuning strategy rsm, which fits a response surface to the games. Create it with
// [New]. The embedded driver has the methods of [tuning.Strategy]: Ask, Tell, Best, Snapshot and
// Restore.
type Strategy struct{ pairwise.Driver[*method] }

func (s *Strategy) method() *method { return pairwise.MethodOf(&s.Driver) }

// New returns a Strategy for a problem. It returns an error if an option is out of its range, or if the
// problem is invalid or has no free weight.
func New(p tuning.Problem, o Options) (*Strategy, error) {
	d, err := pairwise.New(pairwise.SnapshotFormat{Strategy: "rsm", Version: 3}, p, o, o.Unpaired, func(s pairwise.Setup, o Options) (*method, error) {
		if o.Plain {
			return newMethod(s, o)
		}
		inLog, err := inLogs(s)
		if err != nil {
			return nil, err
		}
		return newMethod(inLog, o)
	})
	if err != nil {
		return nil, err
	}
	return &Strategy{d}, nil
}

// inLogs returns a copy of the setup with logarithmic scales for positive weights of which only
// the ratios matter. Factors between weights then become distances. It returns any other setup
// unchanged.
func inLogs(s pairwise.Setup) (pairwise.Setup, error) {
	p := s.Problem
	if !p.ScaleFree || s.Box.ScaleFree() {
		return s, nil
	}
	p.Space = slices.Clone(p.Space)
	for i, w := range p.Space {
		if w.Free() && w.Min <= 0 {
			return s, nil
		}
		if w.Free() {
			p.Space[i].Kind |= engines.Log
		}
	}
	return s.Within(p)
}

// Options returns the options in use, with defaults filled in.
func (s *Strategy) Options() Options { return s.method().options }

// Region returns the problem restricted to the trust region: the box around the start weights in
// which the surface is fitted. Its games and rounds are those that remain after the probe.
func (s *Strategy) Region() tuning.Problem { return s.method().fit.setup.Problem }

// Probing reports whether the strategy is still in its first phase, which finds the size of the
// region to search. It fits a surface of strength only after this phase.
func (s *Strategy) Probing() bool { return !s.method().probe.over() }

// LackOfFit returns the p-value of the lack-of-fit test. It is the probability, if the surface is
// right, that the test games differ at least as much from its predictions as observed. A small
// value rejects the quadratic. It is 1 before the test.
func (s *Strategy) LackOfFit() float64 { return s.method().fit.check.p }

// Sharper returns how much the measured curvature of strength near the maximum exceeds the
// curvature of the fitted surface, in standard errors. The games of the lack-of-fit test measure
// the curvature. Before the test Sharper returns +Inf.
func (s *Strategy) Sharper() float64 { return s.method().fit.check.sharper }

// CosineEvidence returns the log Bayes factor of a quadratic with cosine terms over a quadratic
// alone, given all games. It is 0 before cosine terms are tried.
func (s *Strategy) CosineEvidence() float64 { return s.method().fit.cosineEvidence() }

// Curvature returns the mean curvature of the quadratic over its axes, in logits per squared
// range of a weight.
func (s *Strategy) Curvature() float64 {
	f := s.method().fit
	return mat.Trace(f.reduced.model.hessian(f.reduced.theta)) / float64(f.setup.Box.Dim())
}

// Report returns the standard errors and the importances (effects on strength) of the weights of
// the result; see [Assess].
func (s *Strategy) Report() tuning.Report {
	m := s.method()
	return s.Assess(m.fit.setup.Box.Nearest(m.fit.centre), m.setup.Problem.ScaleFree, nil, Hill{})
}

// Assess returns the standard errors and the importances of the weights in result, which may differ
// from the strategy's own result. It uses the games of the strategy and the games in others, whose
// points are in unit coordinates of the trust region. scaleFree states that only the ratios of the
// weights matter. hill describes where strength may be quadratic; see [Hill]. The method is the one
// of the function [Assess].
func (s *Strategy) Assess(result engines.Weights, scaleFree bool, others pairwise.Log, hill Hill) tuning.Report {
	m := s.method()
	return Assess(m.fit.setup, slices.Concat(m.fit.log, others), result, scaleFree, hill)
}

// These are the names from which the seeds of random numbers are derived. A change of a name
// changes every result.
const (
	probePoints = "surface sounding" // used by the probe
	fitPoints   = "surface points"
	checkPoints = "surface check"
)

// method is the state of the rsm strategy. It runs the probe, which finds the region to search, and
// then the fit of the response surface (model of strength).
type method struct {
	setup   pairwise.Setup
	options Options
	c       *Constants
	probe   probe
	before  int          // number of pairs of the probe
	probed  []probeRound // rounds of the probe; nil after it
	fit     *fit         // during the probe an unused fit of the whole box
}

func newMethod(s pairwise.Setup, given Options) (*method, error) {
	c := given.constants()
	o := given.withDefaults(s, c)
	if n := (model{dim: s.Box.Dim(), full: o.Model == Full}).quadratic(); n > logistic.MostParameters {
		if o.Model == Diagonal {
			return nil, fmt.Errorf("the smallest surface has %d parameters for %d weights, and at most %d are possible; use another strategy, such as spsa", n, s.Box.Dim(), logistic.MostParameters)
		}
		return nil, keys.Errorf("model", "%s has %d parameters for %d weights, and at most %d are possible; use diagonal, which has two for each weight", o.Model, n, s.Box.Dim(), logistic.MostParameters)
	}
	m := &method{setup: s, options: o, c: c, probe: newProbe(s, c)}
	if m.probe.shape != nil {
		var err error
		if s, err = s.Within(m.probe.region(0, 0)); err != nil {
			return nil, err
		}
	}
	m.fit = newFit(s, o, c, m.setup.Problem.Games, 0)
	return m, nil
}

// PlannedPairs returns the number of pairs of games in the whole run.
func (m *method) PlannedPairs() int {
	if !m.probe.over() {
		return m.fit.plan.Pairs
	}
	return m.before + m.fit.plan.Pairs
}

// LargestRound returns the number of pairs of games in the largest round, of the probe or of the
// rounds from which the surface is fitted. Rounds of the probe have at least Constants.ProbeGames
// games and are the larger ones in short runs.
func (m *method) LargestRound() int { return max(m.probe.pairs, m.fit.plan.Largest()) }

// Propose returns the pairs of points that play in a round, as chosen by the current phase.
func (m *method) Propose(round int) pairwise.Proposal {
	if !m.probe.over() {
		return m.probe.propose(round)
	}
	return m.fit.propose(round)
}

// Ready reports whether a round can be proposed before the results of earlier rounds are known.
// Rounds of the first phase, the probe, cannot. Rounds of the fit can, but those of the lack-of-fit
// test must wait until the surface that they test is known.
func (m *method) Ready(round int) bool { return m.probe.over() && m.fit.ready(round) }

// Learn passes the scores of a round to the current phase. After the probe it starts the fit.
func (m *method) Learn(round int, p pairwise.Proposal, scores []float64) error {
	quantised := make([]float64, len(scores))
	for i, v := range scores {
		quantised[i] = m.setup.Quantise(v)
	}
	if m.probe.over() {
		if err := m.fit.learn(round, p, quantised); err != nil {
			return err
		}
		return m.open(round)
	}
	mean := 0.0
	for _, v := range quantised {
		mean += v / float64(len(quantised))
	}
	radius := m.probe.radius
	m.probe.learn(mean)
	m.before += len(p.Pairs)
	m.probed = append(m.probed, probeRound{radius, p, quantised})
	if !m.probe.over() {
		return nil
	}
	region, err := m.setup.Within(m.probe.region(round, m.before*m.setup.PairGames()))
	if err != nil {
		return err
	}
	m.fit = newFit(region, m.options, m.c, m.setup.Problem.Games, round)
	err = m.keep(m.probed)
	m.probed = nil
	return err
}

// probeRound contains the pairs and scores of a finished round of the probe. In this phase the
// start weights play against points at several radii.
type probeRound struct {
	radius   float64
	proposal pairwise.Proposal
	scores   []float64
}

// keep fits the surface to the games of the first phase, the probe. The probe may have found a
// distance beyond which all points are about equally bad. In this case keep leaves out rounds with
// points that are much farther away. It returns an error if the surface cannot be fitted.
func (m *method) keep(rounds []probeRound) error {
	if m.probe.near > 0 {
		m.fit.reach = m.probe.near / (2 * m.probe.half)
	}
	for _, r := range rounds {
		if m.probe.near == 0 || r.radius <= about*m.probe.near {
			m.fit.log.Add(m.fit.setup.Box, r.proposal, r.scores, m.fit.setup.PairGames())
		}
	}
	return m.fit.refit(3)
}

// Best returns the weights at the maximum of the fitted surface of strength. Before a surface is
// fitted, while the strategy finds the size of the region to search, it returns the start weights.
func (m *method) Best() tuning.Estimate {
	e := m.fit.estimate()
	e.Name = m.probe.within(e.Name)
	return e
}

// Centre returns the point around which the next round is played, in the coordinates of the
// region.
func (m *method) Centre() []float64 { return m.fit.centre }
