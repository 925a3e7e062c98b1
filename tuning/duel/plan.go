package duel

import "github.com/lanista/lanista/tuning"

// Plan divides a budget of games into rounds of duels.
type Plan struct {
	Duels  int // in all
	Rounds int
}

// leastGames is the size of a round below which cores would stand idle.
const leastGames = 8

// NewPlan divides a problem's budget over at most the given number of rounds,
// fewer if the problem allows fewer or rounds would have less than eight games.
func NewPlan(p tuning.Problem, t Table, rounds int) Plan {
	duels := Budget(p) / t.Games()
	if p.Rounds > 0 {
		rounds = min(rounds, p.Rounds)
	}
	least := (leastGames + t.Games() - 1) / t.Games()
	return Plan{Duels: duels, Rounds: min(max(rounds, 1), max(duels/least, min(duels, 1)))}
}

// Until is the number of duels played when so many rounds are over.
func (p Plan) Until(rounds int) int {
	if p.Rounds == 0 {
		return 0
	}
	return p.Duels * rounds / p.Rounds
}

// In is the number of duels in a round, counted from 1.
func (p Plan) In(round int) int { return p.Until(round) - p.Until(round-1) }
