package tournament

import (
	"math"

	"github.com/lanista/lanista/rating"
)

// Scores returns the mean of what the k-th agent of the pairing scored in its
// games, and of how many; games is 0 where no points were counted. A game that
// was forfeited has none.
func (r Result) Scores(k int) (mean float64, games int) {
	for g := range r.Games {
		seat := r.Pairing.SeatOf(g, k)
		if seat < 0 {
			continue
		}
		if score, ok := r.Games[g].Outcome.Score(seat); ok {
			mean += score
			games++
		}
	}
	return mean / float64(max(games, 1)), games
}

// ScoreSum adds up what an agent scored.
type ScoreSum struct {
	copies rating.Copies
	games  int
	mean   float64 // of all clusters' means

	distinct, squares float64 // mean of the different clusters' means, and the squares of the distances from it (Welford)
}

// Add enters what was scored on average in some games of one cluster.
func (s *ScoreSum) Add(mean float64, games int) { s.AddCopy(mean, games, 1) }

// AddCopy enters the nth copy, counted from 1, of a cluster. All copies count for the
// mean, and together as one for its error.
func (s *ScoreSum) AddCopy(mean float64, games, nth int) {
	if games == 0 {
		return
	}
	s.copies.Add(nth)
	s.games += games
	s.mean += (mean - s.mean) / float64(s.copies.Clusters)
	if nth == 1 {
		d := mean - s.distinct
		s.distinct += d / float64(s.copies.Distinct)
		s.squares += d * (mean - s.distinct)
	}
}

// Mean returns the mean of the clusters' means, nil if nothing was scored.
func (s *ScoreSum) Mean() *rating.MeanScore {
	if s.copies.Clusters == 0 {
		return nil
	}
	return &rating.MeanScore{Mean: s.mean, Games: s.games, Error: s.deviation() / math.Sqrt(s.copies.Effective())}
}

// deviation is the standard deviation of the different clusters' means, 0 of a single
// one.
func (s *ScoreSum) deviation() float64 {
	if s.copies.Distinct < 2 {
		return 0
	}
	return math.Sqrt(s.squares / float64(s.copies.Distinct-1))
}

// enterScores books the scores of the nth copy of a cluster, where they matter.
func (s *Standings) enterScores(r *Result, nth int) {
	if !r.Objective.ByScore() && r.Pairing.Seats() > 1 {
		return
	}
	if s.scores == nil {
		s.scores = make([]ScoreSum, len(s.names))
	}
	for k, agent := range r.Pairing.Agents {
		mean, games := r.Scores(k)
		s.scores[agent].AddCopy(mean, games, nth)
	}
}
