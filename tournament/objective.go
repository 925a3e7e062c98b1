package tournament

import (
	"context"
	"fmt"
	"math"

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

// ScoreScale measures the scale of an objective by score: the standard deviation
// of the difference between two scores of one agent, over so many deals, at least
// two. At a table it plays all seats, and the differences are those between
// seats; in games of one seat they are those between deals. It is a function of
// its arguments alone. It fails where the game counts no points, and where all
// scores are alike.
func ScoreScale(ctx context.Context, x Executor, agent engines.Agent, seats, deals int, seed uint64, t Terms) (float64, error) {
	if deals < 2 {
		return 0, fmt.Errorf("a scale of scores needs 2 deals or more, not %d", deals)
	}
	schedule := make(Pairings, deals)
	for i := range schedule {
		schedule[i] = Pairing{
			Agents: make([]int, seats), Games: 1, Apart: seats == 1,
			Seed: engines.Seed(seed, engines.Purpose("score scale"), uint64(i)),
		}
	}
	t.Objective = Objective{}
	var lone ScoreSum   // of games of one seat
	var squares float64 // of the differences at tables
	pairs := 0
	for r, err := range Run(ctx, x, []engines.Agent{agent}, schedule, Options{Terms: t, Batch: "score scale"}) {
		if err != nil {
			return 0, err
		}
		o := r.Games[0].Outcome
		for seat := range o.Seats() {
			score, ok := o.Score(seat)
			if !ok {
				continue // forfeited, or there are no scores
			}
			lone.Add(score, 1)
			for other := range seat {
				theirs, _ := o.Score(other)
				squares += (score - theirs) * (score - theirs)
				pairs++
			}
		}
	}
	scale := math.Sqrt(squares / float64(max(pairs, 1)))
	if seats == 1 {
		scale = lone.deviation() * math.Sqrt2 // of the difference of two that are independent
	}
	switch {
	case lone.copies.Clusters == 0:
		return 0, fmt.Errorf("no game of %s had scores", agent.Name)
	case scale == 0 || math.IsNaN(scale):
		return 0, fmt.Errorf("the scores of %s do not differ in %d games: by score nothing can be told", agent.Name, deals)
	}
	return scale, nil
}
