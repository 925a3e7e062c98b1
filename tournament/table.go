package tournament

import (
	"fmt"

	"github.com/lanista/lanista/rating"
)

// Table is the standings at one time. Wins, draws and losses of an agent add up
// to its games; every game of k seats is counted by k agents. Agents who played
// apart won, drew and lost against those who played the same deals.
type Table struct {
	Games int `json:"games"`
	rating.Variety
	Pairings int `json:"pairings"` // copies included
	Forfeits int `json:"forfeits"`
	// ForfeitsByKind counts the forfeits by kind; nil if there are none.
	ForfeitsByKind ForfeitCounts `json:"forfeits_by_kind,omitempty"`
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
	Standings []rating.Standing `json:"standings"`
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

// Cell is one agent's record against another. Of games with more than two seats
// it compares the places of the two.
type Cell struct {
	Games  int     `json:"games"`
	Wins   int     `json:"wins"`
	Draws  int     `json:"draws"`
	Losses int     `json:"losses"`
	Score  float64 `json:"score"` // (wins + draws/2) / games
}
