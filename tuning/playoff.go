package tuning

import (
	"context"
	"math"

	"github.com/lanista/lanista/tournament"
)

// Placing is a finalist's result in the playoff.
type Placing struct {
	Estimate Estimate `json:"estimate"`
	Games    int      `json:"games"`
	Score    float64  `json:"score"` // mean points, in [0, 1]: the first's against all, the others' against the first
	Error    float64  `json:"error"` // standard error of Score, by clusters
}

// playoff plays every other finalist against the first on common deals and makes
// the winner the answer.
func (v *verification) playoff(ctx context.Context, games int) error {
	others := make([]int, len(v.finalists)-1)
	for i := range others {
		others[i] = 1 + i
	}
	var part tournament.Pairings
	for deal := range max(1, games/v.perDeal(len(others))) {
		seed := v.deal("playoff", deal)
		// At larger tables the two take turns in the single seat.
		part = append(part, v.compare(0, others, seed, deal%2 == 1)...)
	}
	scores, played := make([]spread, len(v.finalists)), make([]int, len(v.finalists))
	for r, err := range v.play(ctx, "playoff", part) {
		if err != nil {
			return err
		}
		agents := r.Pairing.Agents
		played[agents[0]] += r.Pairing.Games
		for _, k := range rivals(r.Pairing) {
			points := versus(r, k)
			scores[agents[0]].add(points)
			scores[agents[k]].add(1 - points)
			played[agents[k]] += r.Pairing.Games
		}
	}
	for i, f := range v.finalists {
		v.verdict.Playoff = append(v.verdict.Playoff, Placing{f, played[i], scores[i].mean(), scores[i].err()})
	}
	v.met, v.answer = scores, choose(v.verdict.Playoff)
	return nil
}

// choose returns the place of the answer: the first, or the best of those that
// beat it by more than two standard errors.
func choose(playoff []Placing) int {
	best, most := 0, 0.0
	for i, p := range playoff[1:] {
		if p.Score-0.5 > 2*p.Error && p.Score > most {
			best, most = 1+i, p.Score
		}
	}
	return best
}

// spread is the moments of the scores of some clusters.
type spread struct {
	n            int
	sum, squares float64
}

func (s *spread) add(points float64) {
	s.n++
	s.sum += points
	s.squares += points * points
}

func (s *spread) mean() float64 { return s.sum / float64(s.n) }

// err is the standard error of the mean. Few clusters may happen to end alike;
// the variance counts one more that did not.
func (s *spread) err() float64 {
	n := float64(s.n)
	variance := max(0, s.squares/n-s.mean()*s.mean())
	return math.Sqrt((variance + 0.25/n) / n)
}
