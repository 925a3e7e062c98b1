package ratinglist

import (
	"math"

	"github.com/lanista/lanista/rating"
)

// List is a rating list: the agents of a file of games with their ratings, and statistics of the
// file.
type List struct {
	Model string `json:"model"`
	Games int    `json:"games" doc:"finished games that count"`
	// Distinct is the number of games in different deals. A game with the same moves as an earlier
	// game counts if its deal has another game that differs.
	Distinct int `json:"distinct" doc:"games of different deals; a deal that the same agents played before, move by move, does not count"`
	// Pairings is the number of different observations. An observation is a group of games from
	// the same start, or a single game without such a group.
	Pairings int `json:"-"`
	// Paired is the number of games that share their start with another game of the same players, so
	// that together they are one observation. It is nil if the file or the model has no such groups.
	Paired *int `json:"paired,omitempty" doc:"games that belong to a pair or a larger deal; absent if the file or the model has no deals"`
	// Unfinished is the number of games without a result. They do not count for the ratings.
	Unfinished int `json:"unfinished,omitempty" doc:"games without a result, which do not count"`
	// Damaged is the number of games that cannot be used, such as the last game of a PGN that is
	// being written. They do not count. Damage is the error of the first of them.
	Damaged int   `json:"damaged,omitempty" doc:"games that cannot be read, which do not count"`
	Damage  error `json:"-"`
	// LeftOut is the number of finished games that the options leave out by the names of players.
	LeftOut int `json:"left_out,omitempty" doc:"games that the options leave out"`
	// UnusedNames contains the names by which the options select or rename players and that no game
	// contains.
	UnusedNames []string `json:"unused_names,omitempty"`
	// Scale is the name of the scale of the ratings: logistic, ordo or bayeselo.
	Scale string `json:"scale" doc:"of the ratings: logistic, ordo or bayeselo"`
	// Confidence is the probability that an interval covers the true value.
	Confidence float64 `json:"confidence" doc:"probability that an interval covers the true value"`
	// Anchors contains the names of the agents with given ratings, sorted.
	Anchors []string `json:"anchors,omitempty"`
	// Standings contains a row for every agent, sorted by group of agents who met, then rating,
	// then score, then name.
	Standings []rating.Standing `json:"standings"`
	// Table contains the fitted parameters other than ratings, if all agents met directly or
	// through others. If they did not, Tables has an entry for each group of agents who met.
	Table
	Tables []Table `json:"tables,omitempty"`
	// Misfit is the score between two agents that contradicts the ratings most. It is nil if
	// chance explains the differences between scores and ratings. It is computed only for the
	// model bradley-terry without an advantage of the first seat.
	Misfit *Misfit `json:"misfit,omitempty"`
	// Reference compares the ratings with a reference, if the options contain one.
	Reference *Reference `json:"reference,omitempty"`
	// Match is the result between the two agents, for a file with exactly two agents.
	Match *Match `json:"match,omitempty"`
	// Test is the result of a sequential test, nil if the options request none.
	Test *Test `json:"sprt,omitempty"`
	// Crosstable and Superiority have a row and a column per agent in the order of Standings.
	// Crosstable contains the score of the row's agent against the column's agent, nil if they
	// have not met. Superiority contains the probability that the row's agent is stronger, nil if
	// they cannot be compared.
	Crosstable  [][]*Cell    `json:"crosstable,omitempty" doc:"the row's agent against the column's, in the order of the standings; null if they have not met"`
	Superiority [][]*float64 `json:"superiority,omitempty" doc:"probability that the row's agent is stronger than the column's"`
}

// withoutIntervals removes all intervals and probabilities from the list. It is used if the file
// contains too few different games for them.
func (l *List) withoutIntervals() {
	unknown := rating.Float(math.NaN())
	for i := range l.Standings {
		l.Standings[i].Interval, l.Standings[i].LOS = rating.Open(), unknown
		if next := l.Standings[i].Next; next != nil {
			next.Interval, next.LOS = rating.Open(), unknown
		}
	}
	for _, row := range l.Superiority {
		clear(row)
	}
	if l.Match != nil {
		l.Match.Interval, l.Match.NormalizedError, l.Match.LOS = nil, nil, unknown
	}
	l.FirstSeatInterval = nil
	for i := range l.Tables {
		l.Tables[i].FirstSeatInterval = nil
	}
}

// Cell contains the results of one agent against another. In games of more than two seats, the
// agent with the better place wins.
type Cell struct {
	Games int     `json:"games" doc:"number of games"`
	Score float64 `json:"score" doc:"mean score of the row's agent, from 0 to 1; a tie counts half"`
}

// Table contains the fitted parameters of a rating table, except the ratings: for example the
// advantage of the first seat and the draw parameter. A rating list has a table for each group of
// agents who met, directly or through others. A parameter that the model does not have is absent.
type Table struct {
	// Prior is the number of virtual draws per agent, 0 for none.
	Prior float64 `json:"prior,omitempty" doc:"virtual draws of each agent"`
	// FirstSeat is the advantage of the first seat: in points of the scale ordo if the list is on
	// it, otherwise in Elo. Its interval is absent if no agent's strength is bounded on both sides by
	// the results.
	FirstSeat         *float64         `json:"first_seat,omitempty" doc:"advantage of the first seat: on the scale ordo of a list on it, otherwise in Elo of the logistic scale"`
	FirstSeatInterval *rating.Interval `json:"first_seat_interval,omitempty"`
	// FirstSeatConfounded reports whether the games do not determine FirstSeat, because the agents'
	// seats follow from the agents: some differences in strength predict the same results as an
	// advantage. FirstSeat is then absent.
	FirstSeatConfounded bool `json:"first_seat_confounded,omitempty" doc:"whether the games cannot separate the advantage of the first seat from strength"`
	// DrawElo is the draw parameter of rao-kupper and bayeselo in Elo: the difference in strength
	// at which the stronger agent wins half the games. It is absent if all games were drawn.
	DrawElo *float64 `json:"draw_elo,omitempty" doc:"Elo by which an agent must be stronger to win half its games"`
	// Nu is the draw parameter of davidson: equal agents draw the share nu/(2+nu) of their games.
	Nu *float64 `json:"nu,omitempty" doc:"draw parameter of davidson: equal agents draw nu/(2+nu) of their games"`
}

// Match contains the results between the two agents of a file, seen from the agent who comes
// first in the file.
type Match struct {
	First  string `json:"first"`
	Second string `json:"second"`
	// Clusters counts the different clusters of games by the score of the first agent. A cluster
	// is a single game (lost, drawn, won) or a pair of games with swapped seats (0, 1/2, 1, 3/2
	// and 2 points).
	Clusters rating.Counts `json:"counts" doc:"different games, or pairs of games with swapped seats, by the points of the first agent"`
	// Others is the number of games in clusters of another size. Clusters and the fields that follow
	// from it (NormalizedElo, PairsRatio, PairingGain) ignore them; Elo and LOS do not.
	Others int `json:"others,omitempty" doc:"games that are in no such group"`
	// Elo is the difference in strength, on the logistic scale, that corresponds to the mean
	// score of all games, copies included. The interval is computed as in a table by
	// bradley-terry. Both are absent for scores of 0 and 1.
	Elo      *float64         `json:"elo,omitempty" doc:"of the first agent above the second, on the logistic scale"`
	Interval *rating.Interval `json:"interval,omitempty"`
	// NormalizedElo is the difference in normalized Elo, whose unit is a standard deviation of
	// one game's score. NormalizedError is half the width of its interval. Both are absent if all
	// clusters have the same score.
	NormalizedElo   *float64 `json:"normalized_elo,omitempty" doc:"in normalised Elo"`
	NormalizedError *float64 `json:"normalized_error,omitempty" doc:"half the width of the interval of normalized_elo"`
	// LOS is the probability that the first agent is stronger, as in the table. It is NaN with too few
	// different games.
	LOS rating.Float `json:"los" doc:"probability that the first agent is stronger"`
	// PairsRatio is the number of clusters that the first agent won divided by the number that it
	// lost. It is absent if it lost none.
	PairsRatio *float64 `json:"pairs_ratio,omitempty" doc:"pairs won divided by pairs lost; absent if none was lost"`
	// PairingGain is the factor by which playing in pairs with swapped seats reduced the number
	// of games needed for the same error. It is absent for single games, and if all pairs have
	// the same score.
	PairingGain float64 `json:"pairing_gain,omitempty" doc:"factor by which pairs with swapped seats reduced the games needed; absent if all pairs have the same score"`
}

// Test is the result of a sequential probability ratio test of the games in a file of two agents.
type Test struct {
	Elo    [2]float64 `json:"elo" doc:"the two hypotheses"`
	Unit   string     `json:"unit" doc:"unit of elo: normalised Elo, Elo, or BayesElo as in cutechess"`
	Bounds [2]float64 `json:"bounds" doc:"of llr, at which the test ends"`
	// LLR is the log-likelihood ratio of the hypotheses. It is absent if too many games have no
	// partner with swapped seats; Unpaired is then the number of such games.
	LLR      *float64        `json:"llr,omitempty" doc:"log-likelihood ratio of the hypotheses; absent if too many games have no partner with swapped seats"`
	Unpaired int             `json:"unpaired,omitempty" doc:"games without a partner; only without llr"`
	Decision rating.Decision `json:"-"`
	Verdict  string          `json:"decision"`
}
