package evidence

import "github.com/lanista/lanista/rating"

// Rating is a strength in Elo, by games that the search has not seen.
type Rating struct {
	Elo      Float    `json:"elo"`
	Interval Interval `json:"interval"`
	Games    int      `json:"games"` // behind it
	rating.Variety
	Against string `json:"against,omitempty"` // what 0 stands for
}

// Standing is one row of a table: an agent of a tournament, or an opponent of a
// verification with what the answer did against it.
type Standing struct {
	Agent string `json:"agent"`
	Games int    `json:"games"`
	rating.Variety
	Wins     int      `json:"wins"`
	Draws    int      `json:"draws"`
	Losses   int      `json:"losses"`
	Forfeits int      `json:"forfeits"` // games that it lost by failing
	Score    Float    `json:"score"`    // mean of its games, in [0, 1]
	Rating   Float    `json:"rating"`   // in Elo, above the anchor of the table
	Interval Interval `json:"interval"`
	LOS      Float    `json:"los"` // probability of being stronger than the anchor
	// Best is the probability of being the strongest of a tournament, 0 where it
	// was not worked out.
	Best Float `json:"best,omitempty"`
	// Next compares the agent with the one below it in the table, nil for the
	// last.
	Next *Lead `json:"next,omitempty"`
	// Pairs counts the different pairs of games by the agent's points in them: 0, 1/2,
	// 1, 3/2 and 2. It is nil where games do not come in pairs.
	Pairs []int `json:"pairs,omitempty"`
	// Scored is what was scored, nil where points do not count.
	Scored *Scored `json:"scored,omitempty"`
}

// Lead is how far one agent stands above another.
type Lead struct {
	Difference Float    `json:"difference"` // in Elo
	Interval   Interval `json:"interval"`
	LOS        Float    `json:"los"` // probability that it is above 0
}
