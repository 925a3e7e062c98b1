package ratinglist

import "github.com/lanista/lanista/rating"

// List is a rating list.
type List struct {
	Model string `json:"model"`
	Games int    `json:"games"`
	// Distinct is the number of games without copies. A copy is a game whose moves equal those
	// of an earlier game of the same two agents.
	Distinct int `json:"distinct"`
	// Pairings is the number of different observations: deals, and games that belong to no
	// deal.
	Pairings int `json:"-"`
	// Unfinished is the number of games without a result, which are left out.
	Unfinished int `json:"unfinished,omitempty"`
	// Scale is the scale of the ratings: logistic, ordo or bayeselo.
	Scale string `json:"scale"`
	// Confidence is the probability that an interval covers the true value.
	Confidence float64 `json:"confidence"`
	// Standings are sorted by table, then rating, then score, then name.
	Standings []rating.Standing `json:"standings"`
	// Table contains the other fitted parameters if all agents met, directly or through others.
	// Otherwise Tables has an entry for each group of agents who met.
	Table
	Tables []Table `json:"tables,omitempty"`
	// Misfit is the score that the ratings describe worst; nil if the differences between
	// scores and ratings are within chance. Only bradley-terry without a first seat has it.
	Misfit *Misfit `json:"misfit,omitempty"`
	// Match is the result between the two agents of a file with two agents.
	Match *Match `json:"match,omitempty"`
	// Test is the result of a sequential test.
	Test *Test `json:"sprt,omitempty"`
	// Crosstable and Superiority have a row and a column per agent in the order of Standings.
	// Crosstable contains the score of the row's agent against the column's, nil if they have
	// not met. Superiority contains the probability that the row's agent is stronger, nil if
	// they cannot be compared.
	Crosstable  [][]*Cell    `json:"crosstable,omitempty"`
	Superiority [][]*float64 `json:"superiority,omitempty"`
}

// withoutIntervals removes all intervals from the list.
func (l *List) withoutIntervals() {
	for i := range l.Standings {
		l.Standings[i].Interval = rating.Open()
		if next := l.Standings[i].Next; next != nil {
			next.Interval = rating.Open()
		}
	}
	if l.Match != nil {
		l.Match.Interval, l.Match.NormalizedError = nil, nil
	}
	l.FirstSeatInterval = nil
	for i := range l.Tables {
		l.Tables[i].FirstSeatInterval = nil
	}
}

// Cell is the record of one agent against another. For games of more than two seats it
// compares the places of the two.
type Cell struct {
	Games int     `json:"games"`
	Score float64 `json:"score"` // a tie counting half
}

// Table contains the fitted parameters of agents who met, besides their ratings. Parameters
// that the model does not have are absent.
type Table struct {
	// Prior is the number of virtual draws per agent, 0 for none.
	Prior float64 `json:"prior,omitempty"`
	// FirstSeat is the advantage of the first seat in Elo. Its interval is absent if no agent
	// has bounded strength on both sides.
	FirstSeat         *float64         `json:"first_seat,omitempty"`
	FirstSeatInterval *rating.Interval `json:"first_seat_interval,omitempty"`
	// DrawElo is the difference in Elo at which an agent wins half its games, for rao-kupper
	// and bayeselo. It is absent if all games were drawn.
	DrawElo *float64 `json:"draw_elo,omitempty"`
	// Nu is Davidson's parameter of draws: equal agents draw the share nu/(2+nu) of their
	// games.
	Nu *float64 `json:"nu,omitempty"`
}

// Match is the result between two agents, from the point of view of the first in the file.
type Match struct {
	First  string `json:"first"`
	Second string `json:"second"`
	// Clusters counts the different clusters by the score of the first agent: lost, drawn and
	// won for single games, and 0, 1/2, 1, 3/2 and 2 points for pairs.
	Clusters rating.Counts `json:"counts"`
	// Others is the number of games in clusters of another size, which the fields below ignore.
	Others int `json:"others,omitempty"`
	// Elo is the Elo difference of the mean score of all games, copies included, on the
	// logistic scale. It is absent for scores of 0 and 1. The interval is absent if an end is
	// open.
	Elo      *float64         `json:"elo,omitempty"`
	Interval *rating.Interval `json:"interval,omitempty"`
	// NormalizedElo is the normalized Elo, with the half width of its interval. Both are absent
	// if all clusters have the same score.
	NormalizedElo   *float64 `json:"normalized_elo,omitempty"`
	NormalizedError *float64 `json:"normalized_error,omitempty"`
	LOS             float64  `json:"los"`
	// PairsRatio is the number of clusters won divided by the number lost. It is absent if none
	// was lost.
	PairsRatio *float64 `json:"pairs_ratio,omitempty"`
	// PairingGain is the factor by which playing in pairs reduced the number of games for the
	// same error. It is absent for single games.
	PairingGain float64 `json:"pairing_gain,omitempty"`
}

// Test is the result of a sequential test of a match.
type Test struct {
	Elo    [2]float64 `json:"elo"`
	Bounds [2]float64 `json:"bounds"`
	// LLR is the log-likelihood ratio. It is absent if too many games have no partner; Unpaired
	// is then their number.
	LLR      *float64        `json:"llr,omitempty"`
	Unpaired int             `json:"unpaired,omitempty"`
	Decision rating.Decision `json:"-"`
	Verdict  string          `json:"decision"`
}
