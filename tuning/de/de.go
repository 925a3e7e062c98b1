package de

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/lanista/lanista/elementary"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/pairwise"
)

var (
	_ tuning.Strategy   = (*Strategy)(nil)
	_ tuning.Populated  = (*Strategy)(nil)
	_ tuning.Planner    = (*Strategy)(nil)
	_ pairwise.Saver    = (*method)(nil)
	_ pairwise.Recorder = (*method)(nil)
)

// Strategy is the tuning strategy de, differential evolution. Create it with [New]. The embedded
// driver has the methods of [tuning.Strategy]: Ask, Tell, Best, Snapshot and Restore.
type Strategy struct{ pairwise.Driver[*method] }

func (s *Strategy) method() *method { return pairwise.MethodOf(&s.Driver) }

// New returns a Strategy for a problem. It returns an error if an option is out of its range, or if the
// problem is invalid or has no free weight.
func New(p tuning.Problem, o Options) (*Strategy, error) {
	d, err := pairwise.New(pairwise.SnapshotFormat{Strategy: "de", Version: 1}, p, o, o.Unpaired, func(s pairwise.Setup, o Options) (*method, error) {
		return newMethod(s, o), nil
	})
	if err != nil {
		return nil, err
	}
	return &Strategy{d}, nil
}

// Options returns the options in use, with defaults filled in.
func (s *Strategy) Options() Options { return s.method().options }

// Population returns the members of the population with their results in the last round, best
// first.
func (s *Strategy) Population() []tuning.Member {
	m := s.method()
	out := make([]tuning.Member, len(m.members))
	for i, v := range m.members {
		out[i] = tuning.Member{
			ID: v.ID, Born: v.Born, Weights: m.weights(v.ID, v.Point), Fitness: v.Score,
			Games: v.Wins + v.Draws + v.Lost, Wins: v.Wins, Draws: v.Draws, Losses: v.Lost,
		}
	}
	slices.SortStableFunc(out, func(a, b tuning.Member) int { return cmp.Compare(b.Fitness, a.Fitness) })
	return out
}

// method is a search by differential evolution: the fixed data of a problem, and the population.
type method struct {
	setup   pairwise.Setup
	options Options
	deals   int // number of deals of a member and its child
	rounds  int
	members []member          // the population, which every round changes
	records []pairwise.Record // game results of the round from which the next call of Learn learns
}

// member is a point of the population with its game results in the last round. It played against
// its child or, if it is new, against the member that it replaced.
type member struct {
	ID    int       `json:"id"`
	Born  int       `json:"born"`
	Point []float64 `json:"point"`
	Score float64   `json:"score"` // mean score in the last round against the other point of its pair, in [0, 1]
	Wins  int       `json:"wins"`
	Draws int       `json:"draws"`
	Lost  int       `json:"lost"`
}

func newMethod(s pairwise.Setup, o Options) *method {
	p := s.Problem
	m := &method{setup: s, options: o.withDefaults(p.Games, p.Rounds, s.PairGames())}
	m.deals = max(m.options.GamesPerPair/s.PairGames(), 1)
	m.rounds = p.Games / (m.options.Population * m.deals * s.PairGames())
	if p.Rounds > 0 {
		m.rounds = min(m.rounds, p.Rounds)
	}
	m.members = m.first()
	return m
}

// PlannedPairs returns the number of pairs of weight vectors that play each other in the whole run.
func (m *method) PlannedPairs() int { return m.rounds * m.options.Population * m.deals }

// LargestRound returns the number of pairs of weight vectors that play each other in a round. A
// member of the population and its child form one pair for each deal (start of the game). All
// rounds have the same size.
func (m *method) LargestRound() int { return m.options.Population * m.deals }

// first returns the population before the first round: the start weights and random points. The
// points are a Latin hypercube (McKay, Beckman and Conover, 1979): every coordinate is divided into
// as many strata as there are members, and each stratum contains one member. A weight for which the
// problem sets a first step is normally distributed around the start, and any other weight
// uniformly.
func (m *method) first() []member {
	n := m.options.Population
	rng, start := m.setup.Rand("de population"), m.setup.Box.Start()
	members := make([]member, n)
	for k := range members {
		members[k] = member{ID: k + 1, Born: 1, Point: make([]float64, m.setup.Box.Dim()), Score: 0.5}
	}
	for i := range m.setup.Box.Dim() {
		step := m.setup.Box.Step(i, 0)
		for k, stratum := range rng.Perm(n) {
			u := (float64(stratum) + float64(rng.Float64())) / float64(n)
			if step > 0 { // the quantile u of a normal distribution around the start
				u = min(max(start[i]+float64(step*math.Sqrt2*elementary.Erfinv(float64(2*u)-1)), 0), 1)
			}
			members[k].Point[i] = u
		}
	}
	copy(members[0].Point, start)
	for _, v := range members {
		m.setup.Box.Normalise(v.Point)
	}
	return members
}

// child returns the new point that plays against a member of the population in a round. Some of its
// coordinates come from that member, the others from three other members. index is the index of the
// member.
func (m *method) child(round, index int) []float64 {
	rng := m.setup.Rand("de child", uint64(round-1), uint64(index))
	n := len(m.members)
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
	parent := m.members[index].Point
	a, b, c := m.members[others[0]].Point, m.members[others[1]].Point, m.members[others[2]].Point
	f := m.options.Difference * (0.5 + float64(rng.Float64()))
	sure := rng.IntN(len(parent))
	point := make([]float64, len(parent))
	for i := range point {
		point[i] = parent[i]
		if rng.Float64() < m.options.Crossover || i == sure {
			point[i] = inside(a[i]+float64(f*(b[i]-c[i])), a[i])
		}
	}
	m.setup.Box.Normalise(point)
	return point
}

// inside limits a coordinate v of a child to [0, 1]. If v lies outside, it returns the middle
// between the edge and from, the coordinate that v was derived from. If it returned the edge
// itself, members would accumulate there.
func inside(v, from float64) float64 {
	switch {
	case v < 0:
		return from / 2
	case v > 1:
		return (1 + from) / 2
	}
	return v
}

// childID returns the number that identifies a child among all children of the search. index is the
// index of the member that the child plays against in the given round.
func (m *method) childID(round, index int) int { return len(m.members)*round + index + 1 }

// weights returns the weight vector of a point. Whole-number weights are rounded at random. The
// identifier id seeds the rounding, so the result is always the same for one point.
func (m *method) weights(id int, point []float64) engines.Weights {
	return m.setup.Box.Rounded(point, m.setup.Rand("de rounding", uint64(id)))
}

// Propose returns pairs of points, each a member of the population and its child.
func (m *method) Propose(round int) pairwise.Proposal {
	if round > m.rounds {
		return pairwise.Proposal{}
	}
	n := len(m.members)
	p := pairwise.Proposal{Points: make([]engines.Weights, 0, 2*n), Pairs: make([]pairwise.Pair, 0, n*m.deals)}
	for k, parent := range m.members {
		p.Points = append(p.Points, m.weights(parent.ID, parent.Point), m.weights(m.childID(round, k), m.child(round, k)))
		for deal := range m.deals {
			p.Pairs = append(p.Pairs, pairwise.Pair{A: 2*k + 1, B: 2 * k, Deal: m.setup.Deal(round, deal)})
		}
	}
	return p
}

// Record stores the game results of the round.
func (m *method) Record(records []pairwise.Record) { m.records = records }

// Learn replaces every member of the population that scored less than its child by this child.
// scores contains the scores of the children.
func (m *method) Learn(round int, _ pairwise.Proposal, scores []float64) error {
	next := make([]member, len(m.members))
	for k, parent := range m.members {
		child := member{ID: m.childID(round, k), Born: round, Point: m.child(round, k)}
		sum := 0.0 // exact for games of two seats, unlike the mean
		for i := k * m.deals; i < (k+1)*m.deals; i++ {
			child.Score += scores[i] / float64(m.deals)
			sum += scores[i]
			if m.records != nil {
				r := m.records[i]
				child.Wins, child.Draws, child.Lost = child.Wins+r.Wins, child.Draws+r.Draws, child.Lost+r.Losses
			}
		}
		next[k] = child
		if sum <= float64(m.deals)/2 {
			parent.Score, parent.Wins, parent.Draws, parent.Lost = 1-child.Score, child.Lost, child.Draws, child.Wins
			next[k] = parent
		}
	}
	m.members, m.records = next, nil
	return nil
}

// Best returns the mean of the population. In every round each member plays against a new point,
// and the better of the two remains in the population. The Fitness of the estimate is the mean
// score of the members in these games of the last round, from 0 to 1.
func (m *method) Best() tuning.Estimate {
	e := tuning.Estimate{Name: "the mean of the population"}
	mean := make([]float64, m.setup.Box.Dim())
	share := 1 / float64(len(m.members))
	for _, v := range m.members {
		e.Fitness += float64(v.Score * share)
		for i, u := range v.Point {
			mean[i] += float64(u * share)
		}
	}
	m.setup.Box.Normalise(mean)
	e.Weights = m.setup.Box.Nearest(mean)
	return e
}

// saved is the JSON form of the state in a snapshot.
type saved struct {
	pairwise.Progress
	Members []member `json:"members"`
}

// Save returns the state of the search for a snapshot.
func (m *method) Save(p pairwise.Progress) any { return saved{p, m.members} }

// Load replaces the state of the search by a saved state. It returns an error if the saved state
// does not fit the problem.
func (m *method) Load(decode func(any) error) (pairwise.Progress, error) {
	var s saved
	if err := decode(&s); err != nil {
		return s.Progress, err
	}
	if len(s.Members) != len(m.members) {
		return s.Progress, fmt.Errorf("it has %d members; expected %d", len(s.Members), len(m.members))
	}
	for _, v := range s.Members {
		if len(v.Point) != m.setup.Box.Dim() {
			return s.Progress, fmt.Errorf("it has %d weights; this problem has %d", len(v.Point), m.setup.Box.Dim())
		}
	}
	m.members = s.Members
	return s.Progress, nil
}
