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
	// Forfeits is the number of games that either side lost by failing, and Verdicts
	// counts them by their kinds.
	Forfeits int              `json:"forfeits"`
	Verdicts engines.Verdicts `json:"forfeits_by_verdict,omitempty"`
	Score    float64          `json:"score"`  // mean worth of the games to the answer, in [0, 1]
	Elo      float64          `json:"rating"` // of the answer above the opponent; always finite
	// Interval covers Elo with a probability of 95%; it is infinite on a side that
	// is open. Both sides are open if there are fewer than [rating.LeastPairings]
	// different pairings.
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

// matches plays the answer against every opponent for an equal share of games.
func (v *verification) matches(ctx context.Context, games int) error {
	first := len(v.finalists)
	opponents := make([]int, len(v.field)-first)
	if len(opponents) == 0 {
		return nil
	}
	tallies := make([]*tally, len(opponents))
	for i := range opponents {
		opponents[i] = first + i
		tallies[i] = v.newTally(v.field[first+i].Name)
	}
	var part tournament.Pairings
	for deal := range max(1, games/v.perDeal(len(opponents))) {
		part = append(part, v.compare(v.answer, opponents, v.deal("verification", deal), false)...)
	}
	for r, err := range v.play(ctx, "matches", part) {
		if err != nil {
			return err
		}
		for _, k := range rivals(r.Pairing) {
			tallies[r.Pairing.Agents[k]-first].add(r, k)
		}
	}
	for _, t := range tallies {
		v.verdict.Matches = append(v.verdict.Matches, t.match())
	}
	return nil
}
