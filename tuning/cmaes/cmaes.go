package cmaes

import (
	"fmt"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/duel"
)

var (
	_ tuning.Strategy = (*Strategy)(nil)
	_ tuning.Planner  = (*Strategy)(nil)
)

const (
	name    = "cmaes"
	version = 1
)

// Strategy is CMA-ES on one problem.
type Strategy struct {
	options   Options
	constants constants
	seed      uint64
	box       *duel.Box
	table     duel.Table
	clusters  int // of a pair of candidates
	rounds    int
	state     state
}

// state is all that a round changes.
type state struct {
	Evolution evolution `json:"evolution"`
	Games     int       `json:"games"`
	Average   []float64 `json:"average"`
}

// New makes the strategy. It refuses impossible options and problems.
func New(p tuning.Problem, o Options) (tuning.Strategy, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	box, err := duel.NewBox(p)
	if err != nil {
		return nil, fmt.Errorf("cmaes: %w", err)
	}
	table, err := duel.NewTable(p, o.LoneGames)
	if err != nil {
		return nil, fmt.Errorf("cmaes: %w", err)
	}
	games := duel.Budget(p)
	o = o.withDefaults(box.Dim(), games, p.Rounds)
	s := &Strategy{options: o, constants: newConstants(box.Dim(), o.Population), seed: p.Seed, box: box, table: table}
	s.clusters = max(o.DuelGames/table.Games(), 1)
	s.rounds = games / (o.Population / 2 * s.clusters * table.Games())
	if p.Rounds > 0 {
		s.rounds = min(s.rounds, p.Rounds)
	}
	s.state = state{Evolution: newEvolution(box.Start(), o.Sigma), Average: box.Start()}
	return s, nil
}

// Options are the options in use: those given, with every number that was left
// to the strategy filled in.
func (s *Strategy) Options() Options { return s.options }

// PlannedGames is the number of games of the whole run.
func (s *Strategy) PlannedGames() int {
	return s.rounds * s.options.Population / 2 * s.clusters * s.table.Games()
}

// candidates draws the round's candidates, every second one the mirror image of
// the one before in the mean, and gives each the weights it plays with.
func (s *Strategy) candidates() (points [][]float64, weights []engines.Weights) {
	e := &s.state.Evolution
	root, _ := e.roots()
	for k := range s.options.Population {
		rng := engines.Rand(engines.Seed(s.seed, engines.Purpose("cmaes candidate"), uint64(e.Generation), uint64(k)))
		var x []float64
		if k%2 == 0 {
			x = e.sample(root, rng)
		} else {
			x = mirrored(points[k-1], e.Mean)
		}
		points = append(points, x)
		weights = append(weights, s.box.Random(x, rng))
	}
	return points, weights
}

// mirrored is the point opposite to x, or the nearest one in the box.
func mirrored(x, mean []float64) []float64 {
	out := make([]float64, len(x))
	for i, v := range x {
		out[i] = min(max(2*mean[i]-v, 0), 1)
	}
	return out
}

// Ask returns the duels of all candidates with their mirror images.
func (s *Strategy) Ask() (tuning.Batch, error) {
	if s.state.Evolution.Generation >= s.rounds {
		return tuning.Batch{}, tuning.Done
	}
	_, weights := s.candidates()
	var duels []duel.Duel
	for k := 0; k < len(weights); k += 2 {
		for c := range s.clusters {
			duels = append(duels, duel.Duel{A: k, B: k + 1, Deal: c})
		}
	}
	return s.table.Batch(s.state.Evolution.Generation+1, weights, duels), nil
}

// Tell moves the distribution.
func (s *Strategy) Tell(b tuning.Batch, results []tournament.Result) error {
	st := &s.state
	if b.Round != st.Evolution.Generation+1 || len(b.Pairings) != s.options.Population/2*s.clusters {
		return fmt.Errorf("cmaes: told of round %d, asked for %d", b.Round, st.Evolution.Generation+1)
	}
	duels, err := s.table.Scores(b, results)
	if err != nil {
		return fmt.Errorf("cmaes: %w", err)
	}
	points, _ := s.candidates()
	scores := make([]float64, len(points))
	for i, v := range duels {
		k := 2 * (i / s.clusters)
		scores[k] += v
		scores[k+1] += 1 - v
	}
	st.Evolution.update(s.constants, points, scores, !s.options.FixedRates)
	// The mean keeps its length even where only directions count: scaling it
	// would leave the covariance behind.
	for i, m := range st.Evolution.Mean {
		st.Evolution.Mean[i] = min(max(m, 0), 1)
	}
	st.Games += b.Games()
	// An average in which the last third of the means counts most, wherever the
	// end is (Shamir and Zhang 2013).
	const power = 2
	share := (power + 1) / float64(st.Evolution.Generation+power)
	for i, m := range st.Evolution.Mean {
		st.Average[i] += share * (m - st.Average[i])
	}
	return nil
}

// Best is the average of the means. Candidates meet each other alone, so that its
// fitness, an even score, says nothing.
func (s *Strategy) Best() tuning.Estimate {
	average := append([]float64(nil), s.state.Average...)
	s.box.Normalise(average)
	return tuning.Estimate{
		Weights: s.box.Nearest(average), Games: s.state.Games,
		Fitness: 0.5, Name: "the average of the means",
	}
}

// Snapshot is the state after the last round.
func (s *Strategy) Snapshot() ([]byte, error) { return duel.Seal(name, version, s.state) }

// Restore takes up a snapshot.
func (s *Strategy) Restore(snapshot []byte) error {
	var st state
	if err := duel.Open(snapshot, name, version, &st); err != nil {
		return err
	}
	d := s.box.Dim()
	e := st.Evolution
	for _, n := range []int{len(e.Mean), len(e.StepPath), len(e.Path), len(e.MeanRate.Mean), len(st.Average)} {
		if n != d {
			return fmt.Errorf("cmaes: the snapshot is of a problem with %d weights, this one has %d", n, d)
		}
	}
	if len(e.Covariance) != d*d || len(e.ShapeRate.Mean) != d*d || !(e.Sigma > 0) {
		return fmt.Errorf("cmaes: the snapshot's distribution is damaged")
	}
	s.state = st
	return nil
}
