package tournament

import (
	"fmt"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
)

// Table is the standings at one time. Wins, draws and losses of an agent add up
// to its games; every game of k seats is counted by k agents. Agents who played
// apart won, drew and lost against those who played the same deals.
type Table struct {
	Games int `json:"games"`
	rating.Variety
	Clusters int `json:"clusters"` // pairings, copies included
	Forfeits int `json:"forfeits"`
	// ForfeitsByKind counts the forfeits by kind; nil if there are none.
	ForfeitsByKind engines.ForfeitCounts `json:"forfeits_by_kind,omitempty"`
	// Seats is the mean score of every seat, in [0, 1]: Seats[0] is the
	// first-seat rate.
	Seats []float64 `json:"seats"`
	// Prior is the number of virtual draws per agent in the ratings, 0 for none.
	Prior float64 `json:"prior"`
	// Confidence is the probability that an interval covers the truth.
	Confidence float64 `json:"confidence"`
	// Anchor names the agent whose rating is 0; empty if the mean is.
	Anchor string `json:"anchor,omitempty"`
	// Standings are sorted by rating, then score, then name, then place in the
	// field.
	Standings []Standing `json:"standings"`
	// Crosstable has a row and a column per agent, in the order of Standings;
	// nil on the diagonal and where two agents have not met.
	Crosstable [][]*Cell `json:"crosstable"`
	// Superiority is, in the same order, the probability that the agent of the
	// row is stronger than that of the column.
	Superiority [][]float64 `json:"superiority"`
	// Misfit is the result that the ratings describe worst; nil if the differences
	// between results and ratings are within chance.
	Misfit *Misfit `json:"misfit,omitempty"`
}

// Misfit is a score between two agents that the ratings do not describe; see
// [rating.Misfit].
type Misfit struct {
	Agent     string  `json:"agent"`
	Against   string  `json:"against"`
	Score     float64 `json:"score"`     // of Agent against Against, in [0, 1]
	Predicted float64 `json:"predicted"` // the score that the ratings predict
	P         float64 `json:"p"`         // probability of so large a difference for any pair by chance
}

// String states the misfit in a sentence.
func (m *Misfit) String() string {
	return fmt.Sprintf("ratings do not describe %s against %s: %.3f, they predict %.3f", m.Agent, m.Against, m.Score, m.Predicted)
}

// Standing is one agent's line of a Table.
type Standing struct {
	Rank  int    `json:"rank"`  // from 1
	Index int    `json:"index"` // place in the field
	Agent string `json:"agent"`
	Games int    `json:"games"`
	rating.Variety
	Wins   int `json:"wins"`   // games in the first place alone
	Draws  int `json:"draws"`  // games in a shared first place
	Losses int `json:"losses"` // all others, lost by forfeit or not
	// Forfeits counts the games that the agent lost by failing, and ForfeitsByKind
	// counts them by kind.
	Forfeits       int                   `json:"forfeits"`
	ForfeitsByKind engines.ForfeitCounts `json:"forfeits_by_kind,omitempty"`
	// Points is the sum of the scores of all games, each in [0, 1].
	Points float64 `json:"points"`
	// Score is Points over Games, 0 without games.
	Score float64 `json:"score"`
	// Rating is the Bradley-Terry rating in Elo.
	Rating float64 `json:"rating"`
	// Interval covers the rating with the table's confidence. It is open at both ends
	// if the agent has fewer than [rating.LeastPairings] different pairings.
	Interval rating.Interval `json:"interval"`
	// Error is the standard error of the rating in Elo; where the interval is
	// not symmetrical, the mean of its arms over the normal quantile.
	Error float64 `json:"error"`
	// LOS is the probability that the agent is stronger than the mean.
	LOS float64 `json:"los"`
	// Best is the probability that the agent is the strongest of all.
	Best float64 `json:"best"`
	// Next compares the agent with the next in the table; nil for the last.
	Next *Lead `json:"next,omitempty"`
	// Pairs counts the different clusters of two games by the agent's score in them:
	// 0, 1/2, 1, 3/2 and 2 points.
	Pairs [5]int `json:"pairs"`
	// Places counts the games by place, for more than two seats.
	Places []int `json:"places,omitempty"`
	// Scored is the mean of what the agent scored, where the objective is by
	// score or the game has one seat.
	Scored *MeanScore `json:"scored,omitempty"`
}

// Lead is how far one agent stands above another.
type Lead struct {
	Difference float64 `json:"difference"` // in Elo
	// Interval covers the difference. It is open at both ends if one of the two agents
	// has fewer than [rating.LeastPairings] different pairings.
	Interval rating.Interval `json:"interval"`
	LOS      float64         `json:"los"` // the probability that the difference is above 0
}

// Cell is one agent's record against another. Of games with more than two seats
// it compares the places of the two.
type Cell struct {
	Games  int     `json:"games"`
	Wins   int     `json:"wins"`
	Draws  int     `json:"draws"`
	Losses int     `json:"losses"`
	Score  float64 `json:"score"` // (wins + draws/2) / games
}
