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

// Strategy tunes the weights of one problem.
type Strategy struct{ pairwise.Driver[*method] }

// method returns the method in its present state.
func (s *Strategy) method() *method { return pairwise.MethodOf(&s.Driver) }

// New returns the strategy. It returns an error for impossible options and problems.
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

// inLogs is a setup in whose box positive weights of which only the ratios count are
// logarithms: what is a factor there is a distance. Other setups it leaves alone.
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

// Region returns the problem within the trust region: a smaller box about the start where
// the ranges are far too wide, with the games and rounds that the probe has left.
func (s *Strategy) Region() tuning.Problem { return s.method().fit.Problem }

// Probing reports whether the trust region is still being sized, so that there is no surface
// yet.
func (s *Strategy) Probing() bool { return !s.method().probe.over() }

// LackOfFit returns the p-value of the lack-of-fit test: the probability that games near
// the maximum differ from what the surface predicts as much as they have, if it is
// right. A small one means that strength is no quadratic. It is 1 before the
// test.
func (s *Strategy) LackOfFit() float64 { return s.method().fit.check.p }

// Sharper returns by how many standard errors strength is more curved near the maximum than
// the surface, by the games of the lack-of-fit test. It is +Inf before the test.
func (s *Strategy) Sharper() float64 { return s.method().fit.check.sharper }

// CosineEvidence returns the log Bayes factor, by all games, of a quadratic with cosine
// terms over a quadratic alone; 0 while it is not known.
func (s *Strategy) CosineEvidence() float64 { return s.method().fit.cosineEvidence() }

// Curvature returns the mean curvature of the quadratic over its axes, in logits per
// square of a weight's range.
func (s *Strategy) Curvature() float64 { return s.method().fit.curvature() }

// Report assesses the result, see [Assess].
func (s *Strategy) Report() tuning.Report {
	m := s.method()
	return m.fit.report(m.setup.Problem.ScaleFree)
}

// Assess assesses any answer by the games of the strategy and others, in coordinates
// of the region's box, on a hill or none.
func (s *Strategy) Assess(answer engines.Weights, others pairwise.Log, hill Hill) tuning.Report {
	m := s.method()
	return Assess(m.fit.Setup, slices.Concat(m.fit.log, others), answer, m.setup.Problem.ScaleFree, hill)
}

// Refine returns the maximum of a local quadratic, one with a single curvature for
// all axes, that is fitted to all pairs both of whose points lie within a radius of a
// vector along every weight, as a share of its range: those of the strategy and
// others, in coordinates of the region's box. The maximum is at most a tenth of every range away from the vector.
// Refine reports false where the pairs show no curvature by two standard errors.
func (s *Strategy) Refine(from engines.Weights, radius float64, others pairwise.Log) (w engines.Weights, ok bool) {
	return s.method().fit.refine(from, radius, others)
}

// The purposes of random numbers. Seeds are derived from these names, so a change of a name
// changes every result.
const (
	probePoints = "surface sounding" // the probe
	fitPoints   = "surface points"
	checkPoints = "surface check"
)

// method plays the probe and then the fit.
type method struct {
	setup   pairwise.Setup
	options Options
	c       *Constants
	probe   probe
	before  int // pairs of the probe
	probed  []probeRound
	fit     *fit // while the probe lasts, one of all of the box that has played nothing
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

// Propose lets the phase in play draw its pairs.
func (m *method) Propose(round int) pairwise.Proposal {
	if !m.probe.over() {
		return m.probe.propose(round)
	}
	return m.fit.propose(round)
}

// Ready is true of the rounds of the surface, but for those of its test, whose place
// must be known. What the probe plays follows from what it has found.
func (m *method) Ready(round int) bool { return m.probe.over() && m.fit.ready(round) }

// Learn lets the phase in play learn, and goes from one to the next.
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

// probeRound is a round of the probe.
type probeRound struct {
	radius   float64
	proposal pairwise.Proposal
	scores   []float64
}

// keep lets the surface learn from the rounds of the probe that were played within it as
// near to the start as its own points are.
func (m *method) keep(rounds []probeRound) {
	if m.probe.near == 0 {
		return
	}
	m.fit.reach = m.probe.near / (2 * m.probe.half)
	for _, r := range rounds {
		if r.radius <= about*m.probe.near {
			m.fit.log.Add(m.fit.Box, r.proposal, r.scores, m.fit.PairGames())
		}
	}
}

// Best is the maximum of the surface. While the probe plays, that is the start.
func (m *method) Best() tuning.Estimate {
	e := m.fit.estimate()
	e.Name = m.probe.within(e.Name)
	return e
}

// Centre is the maximum in the coordinates of the region.
func (m *method) Centre() []float64 { return m.fit.centre }
