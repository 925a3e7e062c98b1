package rsm

import (
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/pairwise"
)

var (
	_ tuning.Strategy    = (*Strategy)(nil)
	_ tuning.Reporter    = (*Strategy)(nil)
	_ tuning.Planner     = (*Strategy)(nil)
	_ pairwise.Centred   = (*method)(nil)
	_ pairwise.Pipelined = (*method)(nil)
)

// Strategy tunes the weights of one problem. Create it with [New].
type Strategy struct{ pairwise.Driver[*method] }

// method returns the current method.
func (s *Strategy) method() *method { return pairwise.MethodOf(&s.Driver) }

// New returns the strategy. The error names an option out of range or a problem that cannot be
// tuned.
func New(p tuning.Problem, o Options) (*Strategy, error) {
	d, err := pairwise.New(pairwise.SnapshotFormat{Strategy: "rsm", Version: 1}, p, o, o.Unpaired, func(s pairwise.Setup, o Options) (*method, error) {
		if o.Plain {
			return newMethod(s, o), nil
		}
		inLog, err := inLogs(s)
		if err != nil {
			return nil, err
		}
		return newMethod(inLog, o), nil
	})
	if err != nil {
		return nil, err
	}
	return &Strategy{d}, nil
}

// inLogs returns a setup with logarithmic scales if the problem is scale-free with positive
// weights, so that factors become distances. It returns other setups unchanged.
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

// Options returns the options in use: those given, with defaults filled in.
func (s *Strategy) Options() Options { return s.method().options }

// Region returns the problem within the trust region: the box about the start, with the games
// and rounds that remain after the probe.
func (s *Strategy) Region() tuning.Problem { return s.method().fit.setup.Problem }

// Probing reports whether the probe is still running. There is no surface before its end.
func (s *Strategy) Probing() bool { return !s.method().probe.over() }

// LackOfFit returns the p-value of the lack-of-fit test: the probability of at least the
// observed difference between the test games and the surface's prediction if the surface is
// right. A small value rejects the quadratic. It is 1 before the test.
func (s *Strategy) LackOfFit() float64 { return s.method().fit.check.p }

// Sharper returns by how many standard errors the curvature near the maximum exceeds that of
// the surface, according to the lack-of-fit test. It is +Inf before the test.
func (s *Strategy) Sharper() float64 { return s.method().fit.check.sharper }

// CosineEvidence returns the log Bayes factor, by all games, of a quadratic with cosine terms
// over a quadratic alone. It is 0 before cosine terms are tried.
func (s *Strategy) CosineEvidence() float64 { return s.method().fit.cosineEvidence() }

// Curvature returns the mean curvature of the quadratic over its axes, in logits per squared
// range of a weight.
func (s *Strategy) Curvature() float64 { return s.method().fit.curvature() }

// Report assesses the result; see [Assess].
func (s *Strategy) Report() tuning.Report {
	m := s.method()
	return m.fit.report(m.setup.Problem.ScaleFree)
}

// Assess assesses any vector by the games of the strategy and others, which are in coordinates
// of the region's box; see [Assess] and [Hill].
func (s *Strategy) Assess(result engines.Weights, others pairwise.Log, hill Hill) tuning.Report {
	m := s.method()
	return Assess(m.fit.setup, slices.Concat(m.fit.log, others), result, m.setup.Problem.ScaleFree, hill)
}

// Refine fits a local quadratic, with the same curvature along all axes, to the pairs whose
// points both lie within radius of from along every weight. The radius is a share of the
// ranges. The pairs are those of the strategy and others, in coordinates of the region's box.
// Refine returns the maximum, at most a tenth of every range away from the vector. It reports
// false if the curvature does not exceed 0 by two standard errors.
func (s *Strategy) Refine(from engines.Weights, radius float64, others pairwise.Log) (w engines.Weights, ok bool) {
	return s.method().fit.refine(from, radius, others)
}

// Purposes of random numbers. Seeds are derived from these names, so changing a name changes
// every result.
const (
	probePoints = "surface sounding" // used by the probe
	fitPoints   = "surface points"
	checkPoints = "surface check"
)

// method runs the probe and then the fit.
type method struct {
	setup   pairwise.Setup
	options Options
	c       *Constants
	probe   probe
	before  int // number of pairs of the probe
	probed  []probeRound
	fit     *fit // an unused fit of the whole box during the probe
}

func newMethod(s pairwise.Setup, given Options) *method {
	c := given.constants()
	o := given.withDefaults(s, c)
	return &method{setup: s, options: o, c: c, probe: newProbe(s, c), fit: newFit(s, o, c, s.Problem.Games, 0)}
}

// PlannedPairs returns the number of pairs of the whole run.
func (m *method) PlannedPairs() int {
	if !m.probe.over() {
		return m.fit.plan.Pairs
	}
	return m.before + m.fit.plan.Pairs
}

// LargestRound returns the number of pairs of the largest round.
func (m *method) LargestRound() int { return m.fit.plan.Largest() }

// Propose returns the pairs of the current phase.
func (m *method) Propose(round int) pairwise.Proposal {
	if !m.probe.over() {
		return m.probe.propose(round)
	}
	return m.fit.propose(round)
}

// Ready reports whether a round can be proposed early. Rounds of the fit can, except those of
// the lack-of-fit test. Rounds of the probe depend on the results of earlier ones.
func (m *method) Ready(round int) bool { return m.probe.over() && m.fit.ready(round) }

// Learn passes the scores to the current phase and starts the fit after the probe.
func (m *method) Learn(round int, p pairwise.Proposal, scores []float64) error {
	quantised := make([]float64, len(scores))
	for i, v := range scores {
		quantised[i] = m.setup.Quantise(v)
	}
	if m.probe.over() {
		return m.fit.learn(round, p, quantised)
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
	m.keep(m.probed)
	m.probed = nil
	return nil
}

// probeRound is a finished round of the probe.
type probeRound struct {
	radius   float64
	proposal pairwise.Proposal
	scores   []float64
}

// keep adds those rounds of the probe to the fit that were played at the distances of the
// fit's own points.
func (m *method) keep(rounds []probeRound) {
	if m.probe.near == 0 {
		return
	}
	m.fit.reach = m.probe.near / (2 * m.probe.half)
	for _, r := range rounds {
		if r.radius <= about*m.probe.near {
			m.fit.log.Add(m.fit.setup.Box, r.proposal, r.scores, m.fit.setup.PairGames())
		}
	}
}

// Best returns the maximum of the surface, or the start during the probe.
func (m *method) Best() tuning.Estimate {
	e := m.fit.estimate()
	e.Name = m.probe.within(e.Name)
	return e
}

// Centre returns the maximum in the coordinates of the region.
func (m *method) Centre() []float64 { return m.fit.centre }
