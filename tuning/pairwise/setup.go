package pairwise

import (
	"math/rand/v2"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
)

// defaultGames is the budget of a problem without a limit of games.
const defaultGames = 20000

// Setup contains a problem and the types that a method needs for it.
type Setup struct {
	// Problem is the problem with Start and Games filled in.
	Problem tuning.Problem
	Box     *Box
	// Ranges is the space of the whole problem if this one is a part of it; see Within.
	Ranges  engines.Space
	seating seating
}

// NewSetup returns the setup of a problem. If unpaired is set or the problem is symmetric, a
// pair is one game on its own deal, with alternating seats; otherwise a pair is one game for
// every seat order on one deal. NewSetup returns an error for an invalid space, a space
// without a free weight, a start outside the space, and a number of seats out of range.
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

// Within returns the setup of a problem with the same seats: a part of the box, or the rest of
// the budget.
func (s *Setup) Within(p tuning.Problem) (Setup, error) {
	part, err := NewSetup(p, s.seating.unpaired)
	part.Ranges = s.Ranges
	return part, err
}

// PairGames returns the number of games of a pair.
func (s *Setup) PairGames() int { return s.seating.games() }

// Plan divides the budget into at most the given number of rounds.
func (s *Setup) Plan(rounds int) Plan { return newPlan(s.Problem, s.PairGames(), rounds) }

// Deal returns the seed of the k-th deal of a round. The name of its purpose affects every
// result.
func (s *Setup) Deal(round, k int) uint64 {
	return engines.Seed(s.Problem.Seed, engines.Purpose("duel"), uint64(round), uint64(k))
}

// Rand returns the generator of one use of random numbers, identified by its purpose and a
// path of numbers such as the round and the pair.
func (s *Setup) Rand(purpose string, path ...uint64) *rand.Rand {
	ids := make([]uint64, 0, 4)
	ids = append(append(ids, engines.Purpose(purpose)), path...)
	return engines.Rand(engines.Seed(s.Problem.Seed, ids...))
}

// Quantise returns the nearest score that a pair can have. The same score then always has the
// same floating-point value, independent of the order of summation.
func (s *Setup) Quantise(score float64) float64 { return s.seating.score(s.seating.steps(score)) }

// Plan divides a budget of games into rounds of pairs.
type Plan struct {
	Pairs  int // number of pairs in all rounds
	Rounds int
}

// leastGames is the minimum number of games in a round; smaller rounds leave cores idle.
const leastGames = 8

// newPlan divides the budget of a problem into at most the given number of rounds of pairs
// with the given number of games. It uses fewer rounds if the problem's limit is lower or if
// rounds would have less than eight games.
func newPlan(p tuning.Problem, games, rounds int) Plan {
	pairs := p.Games / games
	if p.Rounds > 0 {
		rounds = min(rounds, p.Rounds)
	}
	least := (leastGames + games - 1) / games
	return Plan{Pairs: pairs, Rounds: min(max(rounds, 1), max(pairs/least, min(pairs, 1)))}
}

// Until returns the number of pairs in the first rounds.
func (p Plan) Until(rounds int) int {
	if p.Rounds == 0 {
		return 0
	}
	return p.Pairs * rounds / p.Rounds
}

// Largest returns the number of pairs of the largest round.
func (p Plan) Largest() int {
	if p.Rounds == 0 {
		return 0
	}
	return (p.Pairs + p.Rounds - 1) / p.Rounds
}

// In returns the number of pairs in a round, counted from 1.
func (p Plan) In(round int) int { return p.Until(round) - p.Until(round-1) }
