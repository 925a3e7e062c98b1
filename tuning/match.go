package tuning

import (
	"context"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tournament"
)

// Match is the answer against one opponent. Its statistics are those of
// clusters: every deal is played in all seat orders that matter.
type Match struct {
	Opponent string `json:"opponent"`
	Clusters int    `json:"-"`
	// Games is the number of games that the match rests on. In games of one seat
	// the answer's own are common to all matches.
	Games int `json:"games"`
	// Wins, Draws and Losses count games, of agents who play apart comparisons.
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
	// Forfeits is the number of games that either side lost by failing, and Verdicts
	// counts them by their kinds.
	Forfeits int              `json:"forfeits"`
	Verdicts engines.Verdicts `json:"forfeits_by_verdict,omitempty"`
	Score    float64          `json:"score"`  // mean worth of the games to the answer, in [0, 1]
	Elo      float64          `json:"rating"` // of the answer above the opponent; always finite
	// Interval covers Elo with a probability of 95%; it is infinite on a side that
	// is open.
	Interval rating.Interval `json:"interval"`
	LOS      float64         `json:"los"` // probability that the answer is the stronger
	// Scored is what both scored, where the objective is by score or the game has
	// one seat, and points were counted; otherwise nil.
	Scored *Scored `json:"scored,omitempty"`
}

// Scored is what the answer and an opponent scored on the same deals.
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
			v.verdict.Matches = append(v.verdict.Matches, t.match())
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
// one more opponent if no opponent plays like them and the games suffice.
func (v *verification) toMeet(games int) (others []int, guard int) {
	guard = -1
	for i := len(v.finalists); i < len(v.field); i++ {
		if v.Start != nil && v.playAlike(i, v.answer) {
			continue
		}
		others = append(others, i)
		if guard < 0 && v.start >= 0 && v.playAlike(i, v.start) {
			guard = i
		}
	}
	if v.start < 0 || guard >= 0 || v.playAlike(v.start, v.answer) {
		return others, guard
	}
	if games < v.perDeal(len(others)+1) {
		v.verdict.Unguarded = true
		return others, guard
	}
	return append(others, v.start), v.start
}
