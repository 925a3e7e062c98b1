package tournament

import (
	"math"

	"github.com/lanista/lanista/rating"
)

// Scores returns the mean score, in points, of the games of the pairing's k-th agent, and the
// number of these games. Forfeited games have no score and are not counted.
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

// ScoreSum computes the mean game score of an agent over many pairings, and its standard error.
// The zero value is empty.
type ScoreSum struct {
	copies rating.Copies
	games  int
	mean   float64 // mean over all pairings

	distinct, squares float64 // mean over different pairings, and the sum of squared deviations from it (Welford's method)
}

// Add enters an agent's mean score in one pairing, a group of games from one start. games is the
// number of these games.
func (s *ScoreSum) Add(mean float64, games int) { s.AddCopy(mean, games, 1) }

// AddCopy enters an agent's mean score in a pairing that repeats an earlier one move by move. nth
// is the number of the copy, counted from 1. Every copy counts for the mean; all copies together
// count once for the standard error.
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
		s.squares += float64(d * (mean - s.distinct))
	}
}

// Mean returns the mean score over all pairings with its standard error, or nil if no pairing was
// entered. The error is NaN if no two pairings differ.
func (s *ScoreSum) Mean() *rating.MeanScore {
	if s.copies.Clusters == 0 {
		return nil
	}
	return &rating.MeanScore{Mean: s.mean, Games: s.games, Error: rating.Float(s.deviation() / math.Sqrt(s.copies.Effective()))}
}

// deviation returns the standard deviation of the mean scores of different pairings. It is NaN if
// there is only one.
func (s *ScoreSum) deviation() float64 {
	if s.copies.Distinct < 2 {
		return math.NaN()
	}
	return math.Sqrt(s.squares / float64(s.copies.Distinct-1))
}
