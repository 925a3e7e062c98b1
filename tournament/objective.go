package tournament

import (
	"math"

	"github.com/lanista/lanista/engines"
)

// Objective says what a game is worth to an agent. The zero value is by places:
// the share of the other seats that it beat, a tie counting half.
//
// By score, it is 1 / (1 + exp(-d/Scale)), with d what the agent scored above
// another, on average over the others: a number in (0, 1) that is one half for
// equal scores and nearly proportional to d where d is small against Scale. A
// strategy that learns from it sees by how much an agent was better, not only
// that it was, which is worth up to twice the games.
type Objective struct {
	// Scale is the difference of scores that counts as clear, above 0; 0 means
	// that places count, not scores. [ScoreScale] measures one.
	Scale float64 `json:"scale,omitempty"`
}

// ByScore reports whether scores count.
func (o Objective) ByScore() bool { return o.Scale > 0 }

// Points is what a game is worth to a seat, in [0, 1]. A game without scores,
// among them one that was forfeited, counts by places.
func (o Objective) Points(r engines.Outcome, seat int) float64 {
	mine, scored := r.Score(seat)
	if !scored || o.Scale <= 0 || r.Seats() < 2 {
		return r.Points(seat)
	}
	sum := 0.0
	for other := range r.Seats() {
		if other != seat {
			theirs, _ := r.Score(other)
			sum += 1 / (1 + math.Exp(-(mine-theirs)/o.Scale))
		}
	}
	return sum / float64(r.Seats()-1)
}
