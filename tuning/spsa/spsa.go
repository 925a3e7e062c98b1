package spsa

import (
	"fmt"
	"math"

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
	name    = "spsa"
	version = 2
)

// Strategy is SPSA on one problem.
type Strategy struct {
	options Options
	seed    uint64
	box     *duel.Box
	table   duel.Table
	plan    duel.Plan
	state   state
}

// state is all that a round changes.
type state struct {
	Round   int       `json:"round"`
	Games   int       `json:"games"`
	Centre  []float64 `json:"centre"`
	Average []float64 `json:"average"`
	// Trend is a moving average of the steps, Factor what it has made of the gain.
	Trend  []float64 `json:"trend"`
	Factor float64   `json:"factor"`
}

// New makes the strategy. It refuses impossible options and problems.
func New(p tuning.Problem, o Options) (tuning.Strategy, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	box, err := duel.NewBox(p)
	if err != nil {
		return nil, fmt.Errorf("spsa: %w", err)
	}
	table, err := duel.NewTable(p, o.LoneGames)
	if err != nil {
		return nil, fmt.Errorf("spsa: %w", err)
	}
	o = o.withDefaults(box.Dim(), duel.Budget(p))
	s := &Strategy{options: o, seed: p.Seed, box: box, table: table, plan: duel.NewPlan(p, table, o.Rounds)}
	s.state = state{Centre: box.Start(), Average: box.Start(), Trend: make([]float64, box.Dim()), Factor: 1}
	return s, nil
}

// Options are the options in use: those given, with every number that was left
// to the strategy filled in.
func (s *Strategy) Options() Options { return s.options }

// PlannedGames is the number of games of the whole run.
func (s *Strategy) PlannedGames() int { return s.plan.Duels * s.table.Games() }

// schedule gives the spread and the gain of the next round: with k the share of
// the rounds played, spread = end k^-gamma, and the step a (A+k)^-alpha over the
// square of the spread.
func (s *Strategy) schedule() (spread, gain float64) {
	o := s.options
	k := float64(s.state.Round+1) / float64(s.plan.Rounds)
	spread = o.Spread * math.Pow(k, -o.Gamma)
	gain = o.Gain * math.Pow((o.Stability+1)/(o.Stability+k), o.Alpha) * math.Pow(k, 2*o.Gamma)
	return min(spread, 0.5), gain * s.state.Factor
}

// widths is how far the points of a duel lie from the centre in every
// coordinate: the spread, at least half the step between whole numbers, and
// less near a wall so that both points keep the same distance, but never so
// little that the coordinate could not leave the wall.
func (s *Strategy) widths(spread float64) []float64 {
	w := make([]float64, s.box.Dim())
	for i, u := range s.state.Centre {
		w[i] = max(spread, s.box.Grain(i)/2)
		w[i] = min(w[i], max(min(u, 1-u), w[i]/4))
	}
	return w
}

// signs draws the direction of a duel.
func (s *Strategy) signs(index int) []float64 {
	rng := engines.Rand(engines.Seed(s.seed, engines.Purpose("spsa direction"), uint64(s.state.Round), uint64(index)))
	signs := make([]float64, s.box.Dim())
	for i := range signs {
		signs[i] = float64(2*rng.IntN(2) - 1)
	}
	return signs
}

// Ask returns the duels of the next round.
func (s *Strategy) Ask() (tuning.Batch, error) {
	if s.state.Round >= s.plan.Rounds {
		return tuning.Batch{}, tuning.Done
	}
	spread, _ := s.schedule()
	widths := s.widths(spread)
	n := s.plan.In(s.state.Round + 1)
	points := make([]engines.Weights, 0, 2*n)
	duels := make([]duel.Duel, n)
	plus, minus := make([]float64, s.box.Dim()), make([]float64, s.box.Dim())
	for j := range duels {
		for i, sign := range s.signs(j) {
			plus[i] = s.state.Centre[i] + sign*widths[i]
			minus[i] = s.state.Centre[i] - sign*widths[i]
		}
		rng := engines.Rand(engines.Seed(s.seed, engines.Purpose("spsa rounding"), uint64(s.state.Round), uint64(j)))
		points = append(points, s.box.Random(plus, rng), s.box.Random(minus, rng))
		duels[j] = duel.Duel{A: 2 * j, B: 2*j + 1, Deal: j}
	}
	return s.table.Batch(s.state.Round+1, points, duels), nil
}

// Tell moves the centre.
func (s *Strategy) Tell(b tuning.Batch, results []tournament.Result) error {
	if b.Round != s.state.Round+1 || len(b.Pairings) != s.plan.In(b.Round) {
		return fmt.Errorf("spsa: told of round %d, asked for %d", b.Round, s.state.Round+1)
	}
	scores, err := s.table.Scores(b, results)
	if err != nil {
		return fmt.Errorf("spsa: %w", err)
	}
	spread, gain := s.schedule()
	widths := s.widths(spread)
	step := make([]float64, s.box.Dim())
	for j, score := range scores {
		won := (2*score - 1) * float64(s.table.Games())
		for i, sign := range s.signs(j) {
			step[i] += won * sign * widths[i] / spread
		}
	}
	st := &s.state
	if s.options.Schedule == Auto {
		s.correct(step)
	}
	for i := range step {
		st.Centre[i] = min(max(st.Centre[i]+gain*spread*step[i], 0), 1)
	}
	s.box.Normalise(st.Centre)
	st.Round++
	st.Games += b.Games()
	// Weights that grow with the square of the round: what counts is the last
	// half, without knowing where the end is (Shamir and Zhang, "Stochastic
	// gradient descent for non-smooth optimization", 2013).
	const power = 2
	share := (power + 1) / float64(st.Round+power)
	for i, c := range st.Centre {
		st.Average[i] += share * (c - st.Average[i])
	}
	return nil
}

// Best is the average of the iterates, for fishtest the last one.
func (s *Strategy) Best() tuning.Estimate {
	e := tuning.Estimate{Games: s.state.Games, Fitness: 0.5, Name: "the average of the iterates"}
	if s.options.Schedule == Fishtest {
		e.Weights, e.Name = s.box.Nearest(s.state.Centre), "the last iterate"
		return e
	}
	average := append([]float64(nil), s.state.Average...)
	s.box.Normalise(average)
	e.Weights = s.box.Nearest(average)
	return e
}

// Snapshot is the state after the last round.
func (s *Strategy) Snapshot() ([]byte, error) { return duel.Seal(name, version, s.state) }

// Restore takes up a snapshot.
func (s *Strategy) Restore(snapshot []byte) error {
	var st state
	if err := duel.Open(snapshot, name, version, &st); err != nil {
		return err
	}
	if n := s.box.Dim(); len(st.Centre) != n || len(st.Average) != n || len(st.Trend) != n {
		return fmt.Errorf("spsa: the snapshot is of a problem with %d weights, this one has %d", len(st.Centre), n)
	}
	s.state = st
	return nil
}
