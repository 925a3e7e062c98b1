package tournament

import (
	"fmt"

	"github.com/lanista/lanista/rating"
)

// Table contains the standings of a tournament, final or interim. An agent's wins, draws and losses
// add up to its games, so a game of k seats counts once for each of its k agents. If agents play
// separate games that are compared, an agent wins, draws and loses against the agents that played
// from the same start.
type Table struct {
	Games int `json:"games"`
	rating.Variety
	Pairings int `json:"pairings"` // number of pairings, copies included
	Forfeits int `json:"forfeits"`
	// ForfeitsByKind counts the forfeited games by the kind of failure. It is nil if there are
	// none.
	ForfeitsByKind ForfeitCounts `json:"forfeits_by_kind,omitempty"`
	// Seats contains the mean score of every seat, in [0, 1]. Seats[0] belongs to the first seat.
	// Separate games of agents do not count, so Seats is empty if there are no others.
	Seats []float64 `json:"seats"`
	// Prior is the number of virtual draws that the rating model added per agent, 0 for none.
	Prior float64 `json:"prior"`
	// Confidence is the probability that an interval covers the true value.
	Confidence float64 `json:"confidence"`
	// Anchor is the name of the agent whose rating is defined as 0. It is empty if the mean of
	// all ratings is 0.
	Anchor string `json:"anchor,omitempty"`
	// Standings contains a row per agent, sorted by rating, then score, then name, then the order
	// of the agents.
	Standings []rating.Standing `json:"standings"`
	// Crosstable has a row and a column per agent, in the order of Standings. An element is nil
	// on the diagonal and for two agents that have not met.
	Crosstable [][]*Cell `json:"crosstable"`
	// Superiority contains the probability that the agent of the row is stronger than the agent
	// of the column, in the order of Standings.
	Superiority rating.Matrix `json:"superiority"`
	// Misfit is the score between two agents that contradicts the ratings most. It is nil if
	// chance explains the differences between scores and ratings.
	Misfit *Misfit `json:"misfit,omitempty"`
}

// Misfit describes a score between two agents that contradicts the ratings of all agents; see
// [rating.Misfit].
type Misfit struct {
	Agent     string  `json:"agent"`
	Against   string  `json:"against"`
	Score     float64 `json:"score" doc:"mean score of agent against the other, from 0 to 1"`
	Predicted float64 `json:"predicted" doc:"the score that the ratings predict"`
	P         float64 `json:"p" doc:"probability that chance alone causes so large a difference for any pair of agents"`
}

// String describes the contradiction between score and ratings in a sentence.
func (m *Misfit) String() string {
	return fmt.Sprintf("ratings do not describe %s against %s: %.3f, they predict %.3f", m.Agent, m.Against, m.Score, m.Predicted)
}

// Cell contains the results of one agent against another. In games with more than two seats, the
// agent with the better place wins.
type Cell struct {
	Games  int     `json:"games" doc:"number of games"`
	Wins   int     `json:"wins" doc:"of the row's agent"`
	Draws  int     `json:"draws" doc:"number of draws"`
	Losses int     `json:"losses" doc:"of the row's agent"`
	Score  float64 `json:"score" doc:"mean score of the row's agent, from 0 to 1"` // (wins + draws/2) / games
}
