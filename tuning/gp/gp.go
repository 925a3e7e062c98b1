package gp

import (
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/pairwise"
)

var (
	_ tuning.Strategy    = (*Strategy)(nil)
	_ tuning.Planner     = (*Strategy)(nil)
	_ tuning.Reporter    = (*Strategy)(nil)
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
	d, err := pairwise.New(pairwise.SnapshotFormat{Strategy: "gp", Version: 1}, p, o, o.Unpaired, func(s pairwise.Setup, o Options) (*method, error) {
		return newMethod(s, o), nil
	})
	if err != nil {
		return nil, err
	}
	return &Strategy{d}, nil
}

// Games returns the pairs that the model has learned, in coordinates of the problem's box.
func (s *Strategy) Games() pairwise.Log { return s.method().log }

// Join adds pairs that another method has played, in coordinates of the problem's box, fits
// the model again, and moves to its peak.
func (s *Strategy) Join(games pairwise.Log) error {
	m := s.method()
	const refits = 3
	m.log = append(m.log, games...)
	for range refits {
		if err := m.posterior.refit(m.log); err != nil {
			return err
		}
	}
	m.fitted = len(m.log)
	m.centre = m.peak(m.plan.Rounds)
	return nil
}

// Over returns by how many logits a is stronger than b according to the posterior, and the
// standard deviation of this difference.
func (s *Strategy) Over(a, b engines.Weights) (mean, deviation float64) {
	m := s.method()
	return m.posterior.difference(m.setup.Box.Unit(a), m.setup.Box.Unit(b))
}

// Options returns the options in use: those given, with defaults filled in.
func (s *Strategy) Options() Options { return s.method().options }

// method is the search between two rounds.
type method struct {
	setup     pairwise.Setup
	options   Options
	plan      pairwise.Plan
	log       pairwise.Log
	posterior *posterior
	fitted    int // length of the log at the last fit to all pairs
	centre    []float64
}

func newMethod(s pairwise.Setup, o Options) *method {
	o = o.withDefaults()
	m := &method{setup: s, options: o, plan: s.Plan(o.Rounds), centre: s.Box.Start()}
	m.posterior = newProcess(&s, m.plan.Pairs)
	return m
}

// newProcess returns the Gaussian process of a problem before the first game, sized for a
// number of pairs.
func newProcess(s *pairwise.Setup, pairs int) *posterior {
	at := newCoordinates(s.Box, s.Problem.ScaleFree)
	origin := make([]float64, s.Box.Dim())
	at.place(origin, s.Box.Start())
	return newPosterior(newModel(origin, octaves(s.Box.Dim(), pairs), s.Rand("gp features")), at)
}

// PlannedPairs returns the number of pairs of the whole run.
func (m *method) PlannedPairs() int { return m.plan.Pairs }

// LargestRound returns the number of pairs of the largest round.
func (m *method) LargestRound() int { return m.plan.Largest() }

// Centre returns the point about which the next round samples.
func (m *method) Centre() []float64 { return m.centre }

// Propose returns the pairs of a round.
func (m *method) Propose(round int) pairwise.Proposal {
	if round > m.plan.Rounds {
		return pairwise.Proposal{}
	}
	n := m.plan.In(round)
	if m.explores(round) {
		return m.explore(round, n)
	}
	return m.duels(round, n)
}

// explores reports whether a round is played without a model.
func (m *method) explores(round int) bool {
	return float64(m.plan.Until(round-1)) < m.options.Design*float64(m.plan.Pairs)
}

// Ready reports whether there is a model or none is needed. Each pair comes from draws of its
// own, so other rounds may be in play.
func (m *method) Ready(round int) bool { return m.explores(round) || m.fitted > 0 }

// Learn fits the model to the games of a round and moves to its peak.
func (m *method) Learn(round int, p pairwise.Proposal, scores []float64) error {
	const growth = 1.25 // ratio of the numbers of games at two fits of all games
	before := len(m.log)
	quantised := make([]float64, len(scores))
	for i, v := range scores {
		quantised[i] = m.setup.Quantise(v)
	}
	m.log.Add(m.setup.Box, p, quantised, m.setup.PairGames())
	last := round == m.plan.Rounds
	if last || float64(len(m.log)) >= growth*float64(m.fitted) {
		times := 1
		if last {
			times = 3
		}
		for range times {
			if err := m.posterior.refit(m.log); err != nil {
				return err
			}
		}
		m.fitted = len(m.log)
	} else {
		m.posterior.absorb(m.log[before:])
		if err := m.posterior.solve(); err != nil {
			return err
		}
	}
	m.centre = m.peak(round)
	return nil
}

// Best returns the peak of the mean. Its fitness is the predicted score against the start.
func (m *method) Best() tuning.Estimate {
	gain := m.posterior.strength(m.centre) - m.posterior.strength(m.setup.Box.Start())
	return tuning.Estimate{Weights: m.setup.Box.Nearest(m.centre), Fitness: rating.Logistic(gain), Name: "the top of the fitted model"}
}
