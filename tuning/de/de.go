package de

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/duel"
)

var (
	_ tuning.Strategy  = (*Strategy)(nil)
	_ tuning.Populated = (*Strategy)(nil)
	_ tuning.Planner   = (*Strategy)(nil)
)

const (
	name    = "de"
	version = 1
)

// Strategy is differential evolution on one problem.
type Strategy struct {
	options  Options
	seed     uint64
	box      *duel.Box
	table    duel.Table
	clusters int // in a duel
	rounds   int
	state    state
}

// state is all that a round changes.
type state struct {
	Round   int      `json:"round"`
	Games   int      `json:"games"`
	Members []member `json:"members"`
}

// member is a point of the population, with its record of the last round.
type member struct {
	ID    int       `json:"id"`
	Born  int       `json:"born"`
	Point []float64 `json:"point"`
	Score float64   `json:"score"` // against its rival, in [0, 1]
	Wins  int       `json:"wins"`
	Draws int       `json:"draws"`
	Lost  int       `json:"lost"`
}

// New makes the strategy. It refuses impossible options and problems.
func New(p tuning.Problem, o Options) (tuning.Strategy, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	box, err := duel.NewBox(p)
	if err != nil {
		return nil, fmt.Errorf("de: %w", err)
	}
	table, err := duel.NewTable(p, o.LoneGames)
	if err != nil {
		return nil, fmt.Errorf("de: %w", err)
	}
	games := duel.Budget(p)
	o = o.withDefaults(games, p.Rounds)
	s := &Strategy{options: o, seed: p.Seed, box: box, table: table}
	s.clusters = max(o.DuelGames/table.Games(), 1)
	s.rounds = games / (o.Population * s.clusters * table.Games())
	if p.Rounds > 0 {
		s.rounds = min(s.rounds, p.Rounds)
	}
	s.state.Members = s.first()
	return s, nil
}

// Options are the options in use: those given, with every number that was left
// to the strategy filled in.
func (s *Strategy) Options() Options { return s.options }

// PlannedGames is the number of games of the whole run.
func (s *Strategy) PlannedGames() int {
	return s.rounds * s.options.Population * s.clusters * s.table.Games()
}

// first is the population before the first round: the start, and points spread
// over the box, each coordinate in as many strata as there are members (McKay,
// Beckman and Conover's Latin hypercube, 1979).
func (s *Strategy) first() []member {
	n := s.options.Population
	rng := engines.Rand(engines.Seed(s.seed, engines.Purpose("de population")))
	members := make([]member, n)
	for m := range members {
		members[m] = member{ID: m + 1, Born: 1, Point: make([]float64, s.box.Dim()), Score: 0.5}
	}
	for i := range s.box.Dim() {
		for m, stratum := range rng.Perm(n) {
			members[m].Point[i] = (float64(stratum) + rng.Float64()) / float64(n)
		}
	}
	copy(members[0].Point, s.box.Start())
	for _, m := range members {
		s.box.Normalise(m.Point)
	}
	return members
}

// child makes the rival of a member.
func (s *Strategy) child(index int) []float64 {
	rng := engines.Rand(engines.Seed(s.seed, engines.Purpose("de child"), uint64(s.state.Round), uint64(index)))
	n := len(s.state.Members)
	var others [3]int
	for k := range others {
		for taken := true; taken; {
			others[k] = rng.IntN(n)
			taken = others[k] == index
			for _, o := range others[:k] {
				taken = taken || o == others[k]
			}
		}
	}
	parent := s.state.Members[index].Point
	a, b, c := s.state.Members[others[0]].Point, s.state.Members[others[1]].Point, s.state.Members[others[2]].Point
	f := s.options.Difference * (0.5 + rng.Float64())
	sure := rng.IntN(len(parent))
	point := make([]float64, len(parent))
	for i := range point {
		point[i] = parent[i]
		if rng.Float64() < s.options.Crossover || i == sure {
			point[i] = inside(a[i]+f*(b[i]-c[i]), a[i])
		}
	}
	s.box.Normalise(point)
	return point
}

// inside brings a coordinate that left the box back, half way between the wall
// and where it came from: on the wall itself members would pile up.
func inside(v, from float64) float64 {
	switch {
	case v < 0:
		return from / 2
	case v > 1:
		return (1 + from) / 2
	}
	return v
}

// childID is the identity of the next child of a member.
func (s *Strategy) childID(index int) int {
	return len(s.state.Members)*(s.state.Round+1) + index + 1
}

// weights gives the weights that a point plays with for as long as it lives:
// rounding to whole numbers goes up or down by chance, but once.
func (s *Strategy) weights(id int, point []float64) engines.Weights {
	return s.box.Random(point, engines.Rand(engines.Seed(s.seed, engines.Purpose("de rounding"), uint64(id))))
}

// Ask returns the duels of all members with their children.
func (s *Strategy) Ask() (tuning.Batch, error) {
	if s.state.Round >= s.rounds {
		return tuning.Batch{}, tuning.Done
	}
	n := len(s.state.Members)
	points := make([]engines.Weights, 0, 2*n)
	duels := make([]duel.Duel, 0, n*s.clusters)
	for m, member := range s.state.Members {
		points = append(points, s.weights(member.ID, member.Point), s.weights(s.childID(m), s.child(m)))
		for k := range s.clusters {
			duels = append(duels, duel.Duel{A: 2*m + 1, B: 2 * m, Deal: k})
		}
	}
	return s.table.Batch(s.state.Round+1, points, duels), nil
}

// Tell lets the children that scored better than their parents replace them.
func (s *Strategy) Tell(b tuning.Batch, results []tournament.Result) error {
	n := len(s.state.Members)
	if b.Round != s.state.Round+1 || len(b.Pairings) != n*s.clusters {
		return fmt.Errorf("de: told of round %d, asked for %d", b.Round, s.state.Round+1)
	}
	scores, err := s.table.Scores(b, results)
	if err != nil {
		return fmt.Errorf("de: %w", err)
	}
	next := make([]member, n)
	for m, parent := range s.state.Members {
		child := member{ID: s.childID(m), Born: s.state.Round + 1, Point: s.child(m)}
		for k := m * s.clusters; k < (m+1)*s.clusters; k++ {
			child.Score += scores[k] / float64(s.clusters)
			wins, draws, lost := s.table.Record(k, results[k])
			child.Wins, child.Draws, child.Lost = child.Wins+wins, child.Draws+draws, child.Lost+lost
		}
		next[m] = child
		if child.Score <= 0.5 {
			parent.Score, parent.Wins, parent.Draws, parent.Lost = 1-child.Score, child.Lost, child.Draws, child.Wins
			next[m] = parent
		}
	}
	s.state.Members = next
	s.state.Round++
	s.state.Games += b.Games()
	return nil
}

// Best is the mean of the population; its fitness is the mean score of the
// members against the rivals they kept out or replaced.
func (s *Strategy) Best() tuning.Estimate {
	e := tuning.Estimate{Games: s.state.Games, Name: "the mean of the population"}
	mean := make([]float64, s.box.Dim())
	share := 1 / float64(len(s.state.Members))
	for _, m := range s.state.Members {
		e.Fitness += m.Score * share
		for i, u := range m.Point {
			mean[i] += u * share
		}
	}
	s.box.Normalise(mean)
	e.Weights = s.box.Nearest(mean)
	return e
}

// Population lists the members, those with the better record first.
func (s *Strategy) Population() []tuning.Member {
	out := make([]tuning.Member, len(s.state.Members))
	for i, m := range s.state.Members {
		out[i] = tuning.Member{
			ID: m.ID, Born: m.Born, Weights: s.weights(m.ID, m.Point), Fitness: m.Score,
			Games: m.Wins + m.Draws + m.Lost, Wins: m.Wins, Draws: m.Draws, Losses: m.Lost,
		}
	}
	slices.SortStableFunc(out, func(a, b tuning.Member) int { return cmp.Compare(b.Fitness, a.Fitness) })
	return out
}

// Snapshot is the state after the last round.
func (s *Strategy) Snapshot() ([]byte, error) { return duel.Seal(name, version, s.state) }

// Restore takes up a snapshot.
func (s *Strategy) Restore(snapshot []byte) error {
	var st state
	if err := duel.Open(snapshot, name, version, &st); err != nil {
		return err
	}
	if len(st.Members) != len(s.state.Members) {
		return fmt.Errorf("de: the snapshot has %d members, %d are asked for", len(st.Members), len(s.state.Members))
	}
	for _, m := range st.Members {
		if len(m.Point) != s.box.Dim() {
			return fmt.Errorf("de: the snapshot is of a problem with %d weights, this one has %d", len(m.Point), s.box.Dim())
		}
	}
	s.state = st
	return nil
}
