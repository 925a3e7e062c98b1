package tuning

import (
	"fmt"
	"math"
	"slices"

	"github.com/lanista/lanista/elementary"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/tournament"
)

// pool contains the fixed opponents that a strategy trains against, and chooses one of them for
// every game.
type pool struct {
	shares []float64 // as configured; nil for equal shares
	worst  bool      // prefer the opponents against which the scores are lowest
	record poolRecord
}

// poolRecord contains the mean score of the strategy's agents against each opponent, in [0, 1], as
// a moving average over rounds. It begins at 0.5.
type poolRecord struct {
	Scores []float64 `json:"scores"`
}

func newPool(p Problem) (pool, error) {
	n := len(p.Opponents)
	if p.Worst || p.Shares != nil {
		if n < 2 {
			return pool{}, keys.Errorf("objective", "shares and worst need at least 2 opponents")
		}
		if p.Worst && p.Shares != nil {
			return pool{}, keys.Errorf("objective", "worst computes the shares itself; remove shares")
		}
	}
	if p.Shares != nil && len(p.Shares) != n {
		return pool{}, keys.Errorf("objective.shares", "%d shares for %d opponents", len(p.Shares), n)
	}
	sum := 0.0
	for i, s := range p.Shares {
		if err := keys.AtLeast(0).Check(fmt.Sprintf("objective.shares[%d]", i), s); err != nil {
			return pool{}, err
		}
		sum += s
	}
	if p.Shares != nil && !(sum > 0) {
		return pool{}, keys.Errorf("objective.shares", "at least one share must be above 0")
	}
	if math.IsInf(sum, 1) {
		return pool{}, keys.Errorf("objective.shares", "their sum is too large")
	}
	even := slices.Repeat([]float64{0.5}, n)
	return pool{shares: p.Shares, worst: p.Worst, record: poolRecord{even}}, nil
}

// draw chooses the opponent for the game with the given seed at random, and returns its index. Each
// opponent has a share of the games as its probability. Problem.Shares contains these shares. If
// Problem.Worst is set instead, they are larger for opponents against which the scores are lower.
// One of the two fields must be set.
func (p *pool) draw(seed uint64) int {
	at := engines.Rand(engines.Seed(seed, engines.Purpose("pool share"))).Float64()
	shares := p.shares
	if p.worst {
		shares = p.hardest()
	}
	sum := 0.0
	for _, s := range shares {
		sum += s
	}
	at *= sum
	last := len(shares) - 1
	for i, s := range shares[:last] {
		if at -= s; at < 0 {
			return i
		}
	}
	return last
}

// hardest returns the share of the games for each opponent, which is larger for stronger opponents.
// A tenth of the games is divided equally, so that every opponent is met. The other shares are
// proportional to exp(-20 s), where s is the mean score against the opponent.
//
// A search with these shares maximizes a smooth approximation of the lowest score, -ln(sum exp(-20
// s)) / 20. For n opponents it lies at most ln(n)/20 below the lowest score.
func (p *pool) hardest() []float64 {
	const (
		alike = 0.1
		steep = 20.0
	)
	least, sum := slices.Min(p.record.Scores), 0.0
	shares := make([]float64, len(p.record.Scores))
	for i, s := range p.record.Scores {
		shares[i] = elementary.Exp(-steep * (s - least))
		sum += shares[i]
	}
	for i := range shares {
		shares[i] = (1-alike)*shares[i]/sum + alike/float64(len(shares))
	}
	return shares
}

// learn updates the mean scores against the opponents with the results of a round. The opponents
// begin at index from in the list of agents. Opponents without a game in the round keep their mean
// score.
func (p *pool) learn(results []tournament.Result, from int) {
	const fresh = 0.2 // weight of the newest round
	n := len(p.record.Scores)
	points, games := make([]float64, n), make([]float64, n)
	for _, r := range results {
		agents := len(r.Pairing.Agents)
		for g, game := range r.Games {
			seat := (r.Pairing.First + g/agents) % r.Pairing.Seats()
			for _, o := range r.Pairing.Opponents {
				points[o-from] += game.Outcome.Points(seat)
				games[o-from]++
			}
		}
	}
	for i := range points {
		if games[i] > 0 {
			p.record.Scores[i] += float64(fresh * (points[i]/games[i] - p.record.Scores[i]))
		}
	}
}
