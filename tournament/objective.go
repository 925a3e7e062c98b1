package tournament

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/rating"
)

// Objective defines the value of a game to an agent, in [0, 1]. The zero value of the type counts
// places: the value of a game is the share of the other seats that the agent beat, and a tie counts
// one half.
//
// With a Scale it counts scores. Against one other agent the value is then 1 / (1 + exp(-d/Scale)),
// where d is the difference between the two scores. The value of the game is the mean over the
// other agents. It is one half for equal scores, and nearly proportional to d for small d. A score
// contains more information than a place, so a tuning strategy may need fewer games.
type Objective struct {
	// Scale is the difference of scores, in points, that counts as a clear result. 0 means that
	// places count. [ScoreScale] measures a suitable value.
	Scale float64 `json:"scale,omitempty"`
}

// Validate returns a [keys.KeyError] if Scale is negative or not finite, otherwise nil.
func (o Objective) Validate() error {
	if !(o.Scale >= 0) || math.IsInf(o.Scale, 1) {
		return keys.Errorf("scale", "%v is not a number of points of at least 0", o.Scale)
	}
	return nil
}

// ByScore reports whether the value of a game depends on scores and not on places.
func (o Objective) ByScore() bool { return o.Scale > 0 }

// Points returns the value of a game to the agent in a seat, in [0, 1]. It is the mean of
// [Objective.Over] for all other seats, or one half in a game of one seat.
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

// Over returns the value of a game, in [0, 1], to the agent in a seat compared with the agent in
// the seat other. It depends on the scores if [Objective.ByScore] is true and the game has scores.
// Otherwise it depends on the places: 1 for the better place, 0.5 for equal places, and 0 for the
// worse.
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

// mostScaleDeals is the largest number of deals (starts of the game) that ScoreScale accepts. It
// limits the memory.
const mostScaleDeals = 10_000_000

// ScoreScale measures a suitable [Objective.Scale]: the standard deviation of the difference
// between two scores of the same agent. The agent plays all seats of one game on each of the given
// number of deals, at least two. In games of several seats, the two scores are those of two seats
// in the same game. In games of one seat, they are those of two games. The result depends only on
// the arguments.
//
// ScoreScale returns an error if no game has scores or all scores are equal, if deals is not within
// 2 to 1e7, and if seats is not within 1 to engines.MaxSeats.
func ScoreScale(ctx context.Context, x Executor, agent engines.Agent, seats, deals int, seed uint64, t Terms) (float64, error) {
	if err := errors.Join(
		keys.Within(2, mostScaleDeals).Check("deals", float64(deals)),
		keys.Within(1, engines.MaxSeats).Check("seats", float64(seats)),
	); err != nil {
		return 0, fmt.Errorf("tournament: a scale of scores: %w", err)
	}
	schedule := make(Pairings, deals)
	for i := range schedule {
		schedule[i] = Pairing{
			Agents: make([]int, seats), Games: 1, Apart: seats == 1,
			Seed: engines.Seed(seed, engines.Purpose("score scale"), uint64(i)),
		}
	}
	var lone ScoreSum   // scores of all games
	var squares float64 // sum of the squared differences between seats
	pairs := 0
	for r, err := range Run(ctx, x, []engines.Agent{agent}, schedule, Options{Terms: t, Batch: "score scale"}) {
		if err != nil {
			return 0, err
		}
		o := r.Games[0].Outcome
		for seat := range o.Seats() {
			score, ok := o.Score(seat)
			if !ok {
				continue // forfeited, or a game without scores
			}
			lone.Add(score, 1)
			for other := range seat {
				theirs, _ := o.Score(other)
				squares += float64((score - theirs) * (score - theirs))
				pairs++
			}
		}
	}
	scale := math.Sqrt(squares / float64(max(pairs, 1)))
	if seats == 1 {
		scale = lone.deviation() * math.Sqrt2 // standard deviation of the difference of two independent scores
	}
	switch {
	case lone.copies.Clusters == 0:
		return 0, fmt.Errorf("no game of %s had scores", agent.Name)
	case scale == 0 || math.IsNaN(scale):
		return 0, fmt.Errorf("the scores of %s do not differ in %d games, so that an objective by score has no scale; use other weights, or an objective by places", agent.Name, deals)
	}
	return scale, nil
}
