package tournament

import (
	"math"
)

// MeanScore is what an agent scored in games that count points.
type MeanScore struct {
	Mean  float64 `json:"mean"`
	Error float64 `json:"error"` // standard error of the mean, by clusters
	Games int     `json:"games"`
}

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
	clusters, games int
	mean, squares   float64 // of the clusters' means; squares of the distances from the mean (Welford)
}

// Add enters what was scored on average in some games of one cluster.
func (s *ScoreSum) Add(mean float64, games int) {
	if games == 0 {
		return
	}
	s.clusters++
	s.games += games
	d := mean - s.mean
	s.mean += d / float64(s.clusters)
	s.squares += d * (mean - s.mean)
}

// Mean returns the mean of the clusters' means, nil if nothing was scored.
func (s *ScoreSum) Mean() *MeanScore {
	if s.clusters == 0 {
		return nil
	}
	return &MeanScore{Mean: s.mean, Games: s.games, Error: s.deviation() / math.Sqrt(float64(s.clusters))}
}

// deviation is the standard deviation of the clusters' means, 0 of a single one.
func (s *ScoreSum) deviation() float64 {
	if s.clusters < 2 {
		return 0
	}
	return math.Sqrt(s.squares / float64(s.clusters-1))
}

// enterScores books what was scored, where that matters.
func (s *Standings) enterScores(r *Result) {
	if !r.Objective.ByScore() && r.Pairing.Seats() > 1 {
		return
	}
	if s.scores == nil {
		s.scores = make([]ScoreSum, len(s.names))
	}
	for k, agent := range r.Pairing.Agents {
		mean, games := r.Scores(k)
		s.scores[agent].Add(mean, games)
	}
}
