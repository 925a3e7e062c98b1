package tournament

import (
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
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

// Points is what a game is worth to a seat, in [0, 1]: the mean of what it is
// worth over each of the others, one half to a lone seat.
func (o Objective) Points(r engines.Outcome, seat int) float64 {
	if _, scored := r.Score(seat); !scored || !o.ByScore() || r.Seats() < 2 {
		return r.Points(seat)
	}
	sum := 0.0
	for other := range r.Seats() {
		if other != seat {
			sum += o.Over(r, seat, other)
		}
	}
	return sum / float64(r.Seats()-1)
}

// Over is what a game is worth to a seat over another one, in [0, 1]. A game
// without scores, among them one that was forfeited, counts by places.
func (o Objective) Over(r engines.Outcome, seat, other int) float64 {
	if mine, scored := r.Score(seat); scored && o.ByScore() {
		theirs, _ := r.Score(other)
		return rating.Logistic((mine - theirs) / o.Scale)
	}
	switch mine, theirs := r.Place(seat), r.Place(other); {
	case mine < theirs:
		return 1
	case mine > theirs:
		return 0
	}
	return 0.5
}
