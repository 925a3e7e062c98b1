package gp

import (
	"errors"
	"fmt"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/logistic"
	"github.com/lanista/lanista/tuning/pairwise"
)

var (
	_ tuning.Strategy    = (*Strategy)(nil)
	_ tuning.Planner     = (*Strategy)(nil)
	_ tuning.Reporter    = (*Strategy)(nil)
	_ pairwise.Centred   = (*method)(nil)
	_ pairwise.Pipelined = (*method)(nil)
)

// Strategy is the tuning strategy gp, which models strength by a Gaussian process. Create it with
// [New]. The embedded driver has the methods of [tuning.Strategy]: Ask, Tell, Best, Snapshot and
// Restore.
type Strategy struct{ pairwise.Driver[*method] }

func (s *Strategy) method() *method { return pairwise.MethodOf(&s.Driver) }

// New returns a Strategy for a problem. It returns an error if an option is out of its range, or if
// the problem is invalid or has no free weight. Problem.Steps must not set a step, because this
// strategy cannot use it. It also returns an error if there are so many weights that the model
// would have more than [logistic.MostParameters] parameters.
func New(p tuning.Problem, o Options) (*Strategy, error) {
	d, err := pairwise.New(pairwise.SnapshotFormat{Strategy: "gp", Version: 1}, p, o, o.Unpaired, func(s pairwise.Setup, o Options) (*method, error) {
		if s.Box.HasSteps() {
			return nil, errors.New("gp plays points of the whole ranges from the first round on and has no use for a step; remove the steps under engine.weights, or narrow min and max")
		}
		if n := (&model{dim: s.Box.Dim()}).quadratic(); n > logistic.MostParameters {
			return nil, fmt.Errorf("gp has a parameter for every product of two weights, %d for %d weights, and at most %d; use auto, or keep some of the weights constant with kind: fixed", n, s.Box.Dim(), logistic.MostParameters)
		}
		return newMethod(s, o), nil
	})
	if err != nil {
		return nil, err
	}
	return &Strategy{d}, nil
}

// Games returns the results to which the model was fitted: all pairs of points with their scores.
// Points are in unit coordinates, in which every weight's searched range is from 0 to 1.
func (s *Strategy) Games() pairwise.Log { return s.method().log }

// Join adds the games of another method, which are results of pairs of points, to the model and
// fits it again. It then moves the centre of the search to the new maximum of the model. Points are
// in unit coordinates, in which every weight's searched range is from 0 to 1.
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

// Over returns the strength of a minus the strength of b that the model predicts, in logits, and
// the standard deviation of this difference.
func (s *Strategy) Over(a, b engines.Weights) (mean, deviation float64) {
	m := s.method()
	return m.posterior.difference(m.setup.Box.Unit(a), m.setup.Box.Unit(b))
}

// Options returns the options in use, with defaults filled in.
func (s *Strategy) Options() Options { return s.method().options }

// method is the state of a search with a Gaussian process: the model, its peak and all games so
// far.
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

// newProcess returns the Gaussian process for a problem before the first game. pairs is the number
// of pairs of points that will play. Few pairs limit the number of cosine terms in the model.
func newProcess(s *pairwise.Setup, pairs int) *posterior {
	at := newCoordinates(s.Box, s.Problem.ScaleFree)
	origin := make([]float64, s.Box.Dim())
	at.place(origin, s.Box.Start())
	return newPosterior(newModel(origin, octaves(s.Box.Dim(), pairs), s.Rand("gp features")), at)
}

// PlannedPairs returns the number of pairs of weight vectors that play each other in the whole run.
func (m *method) PlannedPairs() int { return m.plan.Pairs }

// LargestRound returns the number of pairs of weight vectors that play each other in the largest
// round.
func (m *method) LargestRound() int { return m.plan.Largest() }

// Centre returns the point around which the next round draws candidates.
func (m *method) Centre() []float64 { return m.centre }

// Propose returns the pairs of points that play in a round.
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

// explores reports whether a round belongs to the beginning of the run, in which points are drawn
// without the model.
func (m *method) explores(round int) bool {
	return float64(m.plan.Until(round-1)) < m.options.Design*float64(m.plan.Pairs)
}

// Ready reports whether the weight vectors of a round can be chosen before earlier rounds have
// finished. They can if the round explores without a model, or if a model has been fitted.
func (m *method) Ready(round int) bool { return m.explores(round) || m.fitted > 0 }

// Learn fits the model to the games of a round and moves the centre of the search to the peak of
// the model.
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

// Best returns the weights at the peak of the model's predicted strength (posterior mean). Their
// fitness is the predicted score against the start weights.
func (m *method) Best() tuning.Estimate {
	gain := m.posterior.strength(m.centre) - m.posterior.strength(m.setup.Box.Start())
	return tuning.Estimate{Weights: m.setup.Box.Nearest(m.centre), Fitness: rating.Logistic(gain), Name: "the top of the fitted model"}
}
