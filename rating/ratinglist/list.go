package ratinglist

import "github.com/lanista/lanista/rating"

// List is a rating list.
type List struct {
	Model string `json:"model"`
	Games int    `json:"games"`
	// Distinct is the number of games without copies: games of a deal that two agents had
	// played before, move by move.
	Distinct int `json:"distinct"`
	// Pairings is the number of different observations: deals, and games by themselves.
	Pairings int `json:"-"`
	// Unfinished is the number of games that had no result and were left out.
	Unfinished int `json:"unfinished,omitempty"`
	// Scale is the scale of the ratings: logistic, ordo or bayeselo.
	Scale string `json:"scale"`
	// Confidence is the probability that an interval covers the truth.
	Confidence float64 `json:"confidence"`
	// Standings are sorted by table, then rating, then score, then name.
	Standings []rating.Standing `json:"standings"`
	// Table is what else was fitted, where all agents met: directly or through
	// others. Otherwise Tables has an entry for every group of agents who did.
	Table
	Tables []Table `json:"tables,omitempty"`
	// Match is the result between the two agents of a file of two.
	Match *Match `json:"match,omitempty"`
	// Test is what a sequential test comes to.
	Test *Test `json:"sprt,omitempty"`
	// Crosstable and Superiority have a row and a column per agent in the order
	// of Standings: what the one scored against the other, nil where they have
	// not met; and how likely the one is the stronger, nil where they cannot be
	// compared.
	Crosstable  [][]*Cell    `json:"crosstable,omitempty"`
	Superiority [][]*float64 `json:"superiority,omitempty"`
}

// withoutIntervals removes the intervals.
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

// Cell is one agent's record against another. Of games with more than two seats
// it compares the places of the two.
type Cell struct {
	Games int     `json:"games"`
	Score float64 `json:"score"` // a tie counting half
}

// Table is what was fitted for agents who met, besides their ratings. What was not
// is absent.
type Table struct {
	// Prior is the number of virtual draws per agent, 0 for none.
	Prior float64 `json:"prior,omitempty"`
	// FirstSeat is the worth of the first seat in Elo; its interval is absent where
	// all agents stand apart.
	FirstSeat         *float64         `json:"first_seat,omitempty"`
	FirstSeatInterval *rating.Interval `json:"first_seat_interval,omitempty"`
	// DrawElo is the lead in Elo that wins half the games, of rao-kupper and
	// bayeselo; absent if all games were drawn.
	DrawElo *float64 `json:"draw_elo,omitempty"`
	// Nu is Davidson's parameter of draws: equals draw a share of nu/(2+nu).
	Nu *float64 `json:"nu,omitempty"`
}

// Match is the result between two agents, from the side of the first in the file.
type Match struct {
	First  string `json:"first"`
	Second string `json:"second"`
	// Clusters counts the different clusters by the score of the first agent in them:
	// lost, drawn and won of single games, and 0, 1/2, 1, 3/2 and 2 points of pairs.
	Clusters rating.Counts `json:"counts"`
	// Others is the number of games in clusters of another size, which are not in
	// what follows.
	Others int `json:"others,omitempty"`
	// Elo is that of the mean score of all games, copies included, on the logistic scale;
	// absent at 0 and 1. The interval is absent where it is open.
	Elo      *float64         `json:"elo,omitempty"`
	Interval *rating.Interval `json:"interval,omitempty"`
	// NormalizedElo is in standard deviations of a game, with the half width of its
	// interval; absent where all clusters ended alike.
	NormalizedElo   *float64 `json:"normalized_elo,omitempty"`
	NormalizedError *float64 `json:"normalized_error,omitempty"`
	LOS             float64  `json:"los"`
	// PairsRatio is the number of clusters won over that of clusters lost;
	// absent if none was lost.
	PairsRatio *float64 `json:"pairs_ratio,omitempty"`
	// PairingGain is how many times fewer games the same error took for being played
	// in pairs; absent of single games.
	PairingGain float64 `json:"pairing_gain,omitempty"`
}

// Test is the result of a sequential test of a match.
type Test struct {
	Elo    [2]float64 `json:"elo"`
	Bounds [2]float64 `json:"bounds"`
	// LLR is absent where too many games have no partner; Unpaired then is their number.
	LLR      *float64        `json:"llr,omitempty"`
	Unpaired int             `json:"unpaired,omitempty"`
	Decision rating.Decision `json:"-"`
	Verdict  string          `json:"decision"`
}
