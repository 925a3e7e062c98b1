package pairwise

import (
	"math/rand/v2"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
)

// defaultGames is the budget of a strategy whose problem sets no limit.
const defaultGames = 20000

// Setup is a problem made ready for a method.
type Setup struct {
	// Problem is the problem with its start, and its games where it sets no limit,
	// filled in.
	Problem tuning.Problem
	Box     *Box
	// Ranges is the space of the problem of which this is a part, see Within.
	Ranges  engines.Space
	seating seating
}

// NewSetup reads a problem. Unpaired games are played one by one, in alternating
// seats, in place of one per seat order on the same deal; so are all games where
// seats do not matter. It refuses an impossible space, one without a free weight, a
// start outside it, and a table that is too small or too large.
func NewSetup(p tuning.Problem, unpaired bool) (Setup, error) {
	box, err := NewBox(p)
	if err != nil {
		return Setup{}, err
	}
	s, err := newSeating(p.Seats, unpaired || p.Symmetric)
	if err != nil {
		return Setup{}, err
	}
	s.graded = p.Graded
	if p.Start == nil {
		p.Start = p.Space.Default()
	}
	if p.Games <= 0 {
		p.Games = defaultGames
	}
	return Setup{Problem: p, Box: box, Ranges: p.Space, seating: s}, nil
}

// Within is the setup of another problem with the same table: a part of the box,
// or what is left of the budget.
func (s *Setup) Within(p tuning.Problem) (Setup, error) {
	part, err := NewSetup(p, s.seating.unpaired)
	part.Ranges = s.Ranges
	return part, err
}

// PairGames is the number of games of a pair.
func (s *Setup) PairGames() int { return s.seating.games() }

// Plan divides the budget into at most so many rounds.
func (s *Setup) Plan(rounds int) Plan { return newPlan(s.Problem, s.PairGames(), rounds) }

// Deal is the seed of the k-th deal of a round. The name of its purpose is part of
// every result.
func (s *Setup) Deal(round, k int) uint64 {
	return engines.Seed(s.Problem.Seed, engines.Purpose("duel"), uint64(round), uint64(k))
}

// Rand returns the generator for one use of chance: its purpose, and a path of
// numbers that tell this use from others, such as the round and the pair.
func (s *Setup) Rand(purpose string, path ...uint64) *rand.Rand {
	ids := make([]uint64, 0, 4)
	ids = append(append(ids, engines.Purpose(purpose)), path...)
	return engines.Rand(engines.Seed(s.Problem.Seed, ids...))
}

// Quantise takes a score to the nearest one that a pair can have. A score then has one
// floating-point value, whatever order the points of its games were added up in.
func (s *Setup) Quantise(score float64) float64 { return s.seating.score(s.seating.steps(score)) }

// Plan divides a budget of games into rounds of pairs.
type Plan struct {
	Pairs  int // in all
	Rounds int
}

// leastGames is the size of a round below which cores would stand idle.
const leastGames = 8

// newPlan divides the games of a problem, in pairs of so many games each, over at
// most the given number of rounds: fewer if the problem allows fewer, or if rounds
// would have less than eight games.
func newPlan(p tuning.Problem, games, rounds int) Plan {
	pairs := p.Games / games
	if p.Rounds > 0 {
		rounds = min(rounds, p.Rounds)
	}
	least := (leastGames + games - 1) / games
	return Plan{Pairs: pairs, Rounds: min(max(rounds, 1), max(pairs/least, min(pairs, 1)))}
}

// Until is the number of pairs played when so many rounds are over.
func (p Plan) Until(rounds int) int {
	if p.Rounds == 0 {
		return 0
	}
	return p.Pairs * rounds / p.Rounds
}

// Largest is the number of pairs of the largest round.
func (p Plan) Largest() int {
	if p.Rounds == 0 {
		return 0
	}
	return (p.Pairs + p.Rounds - 1) / p.Rounds
}

// In is the number of pairs in a round, counted from 1.
func (p Plan) In(round int) int { return p.Until(round) - p.Until(round-1) }
