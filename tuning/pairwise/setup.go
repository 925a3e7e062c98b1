package pairwise

import (
	"math/rand/v2"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/tuning"
)

// DefaultGames is the number of games of a run whose problem sets no limit of games.
const DefaultGames = 20000

// Setup contains a problem and the values derived from it that a search method needs, such as the
// search box.
type Setup struct {
	// Problem is the problem to tune. Its fields Start and Games are always set.
	Problem tuning.Problem
	Box     *Box // nil for a method made by NewComparison
	// Ranges contains the weights with their full ranges. Those in Problem may be narrower, if this
	// problem is a part of a larger one; see [Setup.Within].
	Ranges  engines.Space
	seating seating
}

// NewSetup returns the Setup of a problem. A pair of points (weight vectors) plays one game for
// every seat order on one deal. If unpaired is true or the problem is symmetric, it plays one game
// only, and the seats of the two points alternate from pair to pair.
//
// NewSetup returns the errors of [NewBox], and an error if the number of seats is out of range or
// the problem has opponents.
func NewSetup(p tuning.Problem, unpaired bool) (Setup, error) {
	p.ScaleFree = p.ScaleFree && p.Constraints.Homogeneous()
	box, err := NewBox(p)
	if err != nil {
		return Setup{}, err
	}
	s, err := newComparison(p, unpaired)
	s.Box = box
	return s, err
}

// newComparison returns the Setup for a method that compares given weight vectors and searches for
// no others. It has no search box. Two vectors play one game for every seat order from one start,
// but only one game if unpaired is true or the problem is symmetric.
func newComparison(p tuning.Problem, unpaired bool) (Setup, error) {
	if err := p.Validate(); err != nil {
		return Setup{}, err
	}
	if len(p.Opponents) > 0 {
		return Setup{}, keys.Errorf("opponents", "the strategy plays games between its own agents; wrap it with tuning.NewIndependentPairings to train against opponents")
	}
	s, err := newSeating(p.Seats, unpaired || p.Symmetric)
	if err != nil {
		return Setup{}, err
	}
	s.graded = p.Graded
	if p.Start == nil {
		p.Start = p.Space.Default()
	}
	if p.Games == 0 {
		p.Games = DefaultGames
	}
	return Setup{Problem: p, Ranges: p.Space, seating: s}, nil
}

// Within returns the Setup of a problem that is a part of the problem of s. It may have a smaller
// search box or the rest of the budget. The number of seats must be the same.
func (s *Setup) Within(p tuning.Problem) (Setup, error) {
	part, err := NewSetup(p, s.seating.unpaired)
	part.Ranges = s.Ranges
	return part, err
}

// PairGames returns the number of games that two compared weight vectors play against each other.
func (s *Setup) PairGames() int { return s.seating.games() }

// Plan divides the budget into at most the given number of rounds.
func (s *Setup) Plan(rounds int) Plan { return newPlan(s.Problem, s.PairGames(), rounds) }

// Deal returns the seed of the k-th deal (start of the game) of a round. Seeds are derived from the
// seed of the problem, so they are the same in every run with that seed.
func (s *Setup) Deal(round, k int) uint64 {
	return engines.Seed(s.Problem.Seed, engines.Purpose("duel"), uint64(round), uint64(k))
}

// Rand returns a random generator for one purpose. Its seed is derived from the seed of the
// problem, the purpose, and a path of numbers such as the round and the pair.
func (s *Setup) Rand(purpose string, path ...uint64) *rand.Rand {
	ids := make([]uint64, 0, 4)
	ids = append(append(ids, engines.Purpose(purpose)), path...)
	return engines.Rand(engines.Seed(s.Problem.Seed, ids...))
}

// Quantise rounds a score to the nearest score that the games of a pair can have. Scores that
// differ only by rounding errors then become exactly equal.
func (s *Setup) Quantise(score float64) float64 { return s.seating.score(s.seating.steps(score)) }

// Plan divides a budget of games into rounds. Every round consists of pairs of points that play
// each other.
type Plan struct {
	Pairs  int // number of pairs in all rounds
	Rounds int
}

// leastGames is the smallest number of games in a round. Smaller rounds leave processors idle.
const leastGames = 8

// newPlan divides the budget of a problem into at most the given number of rounds. games is the
// number of games that a pair of points plays. There are fewer rounds if the problem limits their
// number to less, or if a round would have fewer than eight games.
func newPlan(p tuning.Problem, games, rounds int) Plan {
	pairs := p.Games / games
	if p.Rounds > 0 {
		rounds = min(rounds, p.Rounds)
	}
	least := (leastGames + games - 1) / games
	return Plan{Pairs: pairs, Rounds: min(max(rounds, 1), max(pairs/least, min(pairs, 1)))}
}

// Until returns the total number of pairs in all rounds up to the given one, counted from 1. It is
// 0 for round 0.
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
