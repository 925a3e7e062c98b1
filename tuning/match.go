package tuning

import (
	"context"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tournament"
)

// Match is the answer against one opponent. Its statistics are those of
// clusters: every deal is played in all seat orders that matter. Clusters of equal
// content, see [tournament.Result.Content], all count for Score and Elo, and together as
// one for Interval and LOS.
type Match struct {
	Opponent string `json:"opponent"`
	Clusters int    `json:"-"`
	// Games is the number of games that the match rests on. In games of one seat
	// the answer's own are common to all matches.
	Games int `json:"games"`
	rating.Variety
	// Wins, Draws and Losses count games, of agents who play apart comparisons.
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
	// Forfeits is the number of games that either side lost by failing, and ForfeitsByKind
	// counts them by kind.
	Forfeits       int                   `json:"forfeits"`
	ForfeitsByKind engines.ForfeitCounts `json:"forfeits_by_kind,omitempty"`
	Score          float64               `json:"score"`  // mean worth of the games to the answer, in [0, 1]
	Elo            float64               `json:"rating"` // of the answer above the opponent; always finite
	// Interval covers Elo with a probability of 95%; it is infinite on a side that
	// is open. Both sides are open if there are fewer than [rating.LeastPairings]
	// different pairings.
	Interval rating.Interval `json:"interval"`
	LOS      float64         `json:"los"` // probability that the answer is the stronger
	// Itself states that the opponent plays like the answer: the difference is 0, and what
	// the games show of it is chance.
	Itself bool `json:"-"`
	// Scored is what both scored, where the objective is by score or the game has
	// one seat, and points were counted; otherwise nil.
	Scored *Scored `json:"scored,omitempty"`
}

// Scored contains the scores of the result and of an opponent on the same deals.
type Scored struct {
	Answer     tournament.MeanScore `json:"answer"`
	Opponent   tournament.MeanScore `json:"opponent"`
	Difference tournament.MeanScore `json:"difference"` // deal by deal, the answer's less the opponent's
}

// matches plays the answer against every opponent for an equal share of games, on the
// same deals, and then compares it with the start.
func (v *verification) matches(ctx context.Context, games int) error {
	others, guard := v.toMeet(games)
	tallies := make(map[int]*tally, len(others))
	for _, i := range others {
		tallies[i] = v.newTally(v.field[i].Name)
	}
	if len(others) > 0 {
		var part tournament.Pairings
		for deal := range max(1, games/v.perDeal(len(others))) {
			part = append(part, v.compare(v.answer, others, v.deal("verification", deal), false)...)
		}
		for r, err := range v.play(ctx, "matches", part) {
			if err != nil {
				return err
			}
			for _, k := range rivals(r.Pairing) {
				tallies[r.Pairing.Agents[k]].add(r, k)
			}
		}
	}
	for i := len(v.finalists); i < len(v.field); i++ {
		if t := tallies[i]; t != nil {
			m := t.match()
			m.Itself = v.Start != nil && v.playAlike(i, v.answer)
			v.verdict.Matches = append(v.verdict.Matches, m)
		} else {
			v.verdict.Matches = append(v.verdict.Matches, itself(v.field[i].Name))
		}
	}
	if guard >= 0 && guard < len(v.finalists) {
		v.verdict.Matches = append(v.verdict.Matches, tallies[guard].match())
	}
	v.keepStart(tallies[guard])
	return nil
}

// toMeet returns the opponents that the answer has to meet, as places in the field, and
// the one of them that plays like the start, -1 if there is none. The start weights are
// one more opponent if no opponent plays like them and the games suffice. If the answer is
// the start and all opponents play like it, there is nobody to meet.
func (v *verification) toMeet(games int) (others []int, guard int) {
	guard = -1
	different := v.Start == nil
	for i := len(v.finalists); i < len(v.field); i++ {
		others = append(others, i)
		different = different || !v.playAlike(i, v.answer)
		if guard < 0 && v.start >= 0 && v.playAlike(i, v.start) {
			guard = i
		}
	}
	switch {
	case v.start >= 0 && v.playAlike(v.start, v.answer):
		if guard = -1; !different {
			others = nil
		}
		return others, guard
	case v.start < 0 || guard >= 0:
		return others, guard
	}
	if games < v.perDeal(len(others)+1) {
		v.verdict.Unguarded = true
		return others, guard
	}
	return append(others, v.start), v.start
}
