package cmaes

import (
	"fmt"
	"math"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/evolution"
	"github.com/lanista/lanista/tuning/pairwise"
)

var (
	_ tuning.Strategy = (*Strategy)(nil)
	_ tuning.Planner  = (*Strategy)(nil)
	_ pairwise.Saver  = (*method)(nil)
	_ pairwise.Valuer = (*method)(nil)
)

// MostWeights is the largest number of weights that this strategy can tune.
const MostWeights = evolution.MostWeights

// Strategy is the tuning strategy cmaes, the covariance matrix adaptation evolution strategy.
// Create it with [New]. The embedded driver has the methods of [tuning.Strategy]: Ask, Tell, Best,
// Snapshot and Restore.
type Strategy struct{ pairwise.Driver[*method] }

func (s *Strategy) method() *method { return pairwise.MethodOf(&s.Driver) }

// New returns a Strategy for a problem. It returns an error if an option is out of its range, or if
// the problem is invalid, has no free weight or has more than [MostWeights].
func New(p tuning.Problem, o Options) (*Strategy, error) {
	d, err := pairwise.New(pairwise.SnapshotFormat{Strategy: "cmaes", Version: 1}, p, o, o.Unpaired, func(s pairwise.Setup, o Options) (*method, error) {
		if err := evolution.CheckWeights(s.Box.Dim()); err != nil {
			return nil, err
		}
		return newMethod(s, o), nil
	})
	if err != nil {
		return nil, err
	}
	return &Strategy{d}, nil
}

// Options returns the options in use, with defaults filled in.
func (s *Strategy) Options() Options { return s.method().options }

// method is the state of a CMA-ES search. It contains the normal distribution from which candidates
// are drawn, and the average of the distribution's means so far.
type method struct {
	setup     pairwise.Setup
	options   Options
	constants evolution.Constants
	deals     int          // number of deals of a pair of candidates
	rounds    int          // number of rounds of the whole run
	valued    bool         // candidates are ranked by their own scores, and not by comparisons
	mirrored  bool         // every second candidate is the mirror image of the one before
	values    [][2]float64 // if valued, the scores of the round from which the next call of Learn learns

	// Each round changes evolution, the distribution of the candidates, and average, the average
	// of its means.
	evolution evolution.Distribution
	average   []float64
}

func newMethod(s pairwise.Setup, o Options) *method {
	p := s.Problem
	// Unpaired games of two seats give the candidates of different pairs different seats.
	valued := p.Valued && (!o.Unpaired || p.Symmetric)
	o = o.withDefaults(s.Box.Dim(), p.Games, p.Rounds, s.PairGames(), valued)
	m := &method{setup: s, options: o, valued: valued, mirrored: !valued || s.Box.ScaleFree(), constants: evolution.NewConstants(s.Box.Dim(), o.Population)}
	m.deals = max(o.GamesPerPair/s.PairGames(), 1)
	m.rounds = p.Games / (o.Population / 2 * m.deals * s.PairGames())
	if p.Rounds > 0 {
		m.rounds = min(m.rounds, p.Rounds)
	}
	m.evolution, m.average = evolution.New(s.Box.Start(), o.Sigma), s.Box.Start()
	if s.Box.HasSteps() {
		deviations := make([]float64, s.Box.Dim())
		for k := range deviations {
			deviations[k] = s.Box.Step(k, o.Sigma)
		}
		m.evolution = evolution.NewStepped(s.Box.Start(), deviations)
	}
	return m
}

// PlannedPairs returns the number of pairs of candidates that play each other in the whole run.
func (m *method) PlannedPairs() int { return m.rounds * m.options.Population / 2 * m.deals }

// LargestRound returns the number of pairs of candidates that play each other in a round. All
// rounds have the same size.
func (m *method) LargestRound() int { return m.options.Population / 2 * m.deals }

// candidates returns the points that play in a round, and the weight vector of each. If m.mirrored
// is true, every second point is the mirror image of the point before it. This is so if candidates
// play each other in pairs, or if only the ratios of the weights matter.
func (m *method) candidates(round int) (points [][]float64, weights []engines.Weights) {
	sampler := m.evolution.Sampler()
	for k := range m.options.Population {
		rng := m.setup.Rand("cmaes candidate", uint64(round-1), uint64(k))
		var x []float64
		if !m.mirrored || k%2 == 0 {
			x = sampler.Draw(rng)
		} else {
			x = sampler.Mirrored(points[k-1])
		}
		m.setup.Box.Feasible(x)
		points = append(points, x)
		weights = append(weights, m.setup.Box.Rounded(x, rng))
	}
	return points, weights
}

// Propose returns the pairs of candidates that play in a round. All pairs of a round play the same
// deals (starts of the game). After the last round it returns none.
func (m *method) Propose(round int) pairwise.Proposal {
	if round > m.rounds {
		return pairwise.Proposal{}
	}
	_, weights := m.candidates(round)
	p := pairwise.Proposal{Points: weights}
	for k := 0; k < len(weights); k += 2 {
		for deal := range m.deals {
			p.Pairs = append(p.Pairs, pairwise.Pair{A: k, B: k + 1, Deal: m.setup.Deal(round, deal)})
		}
	}
	return p
}

// Value receives the mean scores of both candidates of every pair, for the next call of Learn.
func (m *method) Value(values [][2]float64) { m.values = values }

// fitness returns a number for each candidate, by which candidates are ranked. It is the
// candidate's score against its mirror image. If a game gives every agent a score of its own, it is
// the candidate's mean score instead. Candidates that forfeited a game then share the last rank,
// and a candidate without any score gets the mean of the others.
func (m *method) fitness(candidates int, scores []float64) ([]float64, error) {
	out := make([]float64, candidates)
	if !m.valued {
		for i, v := range scores {
			k := 2 * (i / m.deals)
			out[k] += v
			out[k+1] += 1 - v
		}
		return out, nil
	}
	if len(m.values) != len(scores) {
		return nil, fmt.Errorf("scores of %d pairs of candidates; expected %d", len(m.values), len(scores))
	}
	known := make([]float64, candidates) // numbers of scores
	for i, pair := range m.values {
		for side, v := range pair {
			if k := 2*(i/m.deals) + side; !math.IsNaN(v) {
				out[k] += v
				known[k]++
			}
		}
	}
	m.values = nil
	total, all := 0.0, 0.0
	for k := range out {
		if out[k] /= max(known[k], 1); known[k] > 0 && !math.IsInf(out[k], -1) {
			total += out[k]
			all++
		}
	}
	for k := range out {
		if known[k] == 0 { // without any score a candidate is neither better nor worse than the mean
			out[k] = total / max(all, 1)
		}
	}
	return out, nil
}

// Learn moves the distribution of candidates towards the candidates with the best scores.
func (m *method) Learn(round int, _ pairwise.Proposal, scores []float64) error {
	points, _ := m.candidates(round)
	fitness, err := m.fitness(len(points), scores)
	if err != nil {
		return err
	}
	m.evolution.Update(m.constants, round, points, fitness, !m.options.FixedRates)
	// The mean is not rescaled, even if only the ratios of the weights matter, because rescaling
	// would invalidate the covariance.
	for i, v := range m.evolution.Mean {
		m.evolution.Mean[i] = min(max(v, 0), 1)
	}
	m.setup.Box.Feasible(m.evolution.Mean)
	// power determines how much later means count in the average. The weight of a mean grows with
	// this power of the round, so the last third of the means always counts most (Shamir and Zhang,
	// "Stochastic gradient descent for non-smooth optimization", 2013).
	const power = 2
	share := (power + 1) / float64(round+power)
	for i, v := range m.evolution.Mean {
		m.average[i] += float64(share * (v - m.average[i]))
	}
	return nil
}

// Best returns the mean of the candidates' distribution, averaged over the run. If candidates are
// ranked by scores of their own and not by games against each other, it returns the mean after the
// last round. The fitness of the estimate is always 0.5, the score of equal players, because no
// candidate plays the start weights.
func (m *method) Best() tuning.Estimate {
	best, name := m.average, "the average of the last centres"
	if m.valued {
		best, name = m.evolution.Mean, "the last centre"
	}
	point := slices.Clone(best)
	m.setup.Box.Normalise(point)
	return tuning.Estimate{Weights: m.setup.Box.Nearest(point), Fitness: 0.5, Name: name}
}

// saved is the JSON form of the state in a snapshot.
type saved struct {
	Evolution savedEvolution `json:"evolution"`
	Games     int            `json:"games"`
	Average   []float64      `json:"average"`
}

type savedEvolution struct {
	Generation int `json:"generation"`
	evolution.Distribution
}

// Save returns the state of the search for a snapshot.
func (m *method) Save(p pairwise.Progress) any {
	return saved{savedEvolution{p.Round, m.evolution}, p.Games, m.average}
}

// Load replaces the state of the search by a saved state. It returns an error if the saved state
// does not fit the problem.
func (m *method) Load(decode func(any) error) (pairwise.Progress, error) {
	var s saved
	if err := decode(&s); err != nil {
		return pairwise.Progress{}, err
	}
	e := s.Evolution.Distribution
	if err := e.Check(m.setup.Box.Dim()); err != nil {
		return pairwise.Progress{}, err
	}
	if n, d := len(s.Average), m.setup.Box.Dim(); n != d {
		return pairwise.Progress{}, fmt.Errorf("it has %d weights; this problem has %d", n, d)
	}
	m.evolution, m.average = e, s.Average
	return pairwise.Progress{Round: s.Evolution.Generation, Games: s.Games}, nil
}
