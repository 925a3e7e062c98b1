package pairwise

import "github.com/lanista/lanista/tuning"

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
