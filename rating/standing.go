package rating

import (
	"fmt"
	"math"
	"strings"
)

// Standing is a row of a rating table. It describes an agent of a tournament or of a rating list.
// In the table of a verification it describes an opponent, and the results are those of the
// verified agent against this opponent.
type Standing struct {
	Rank  int    `json:"rank,omitempty" doc:"rank from 1; absent for the opponents of a verification"`
	Index int    `json:"-"` // number of the agent, from 0, in the order of entry
	Agent string `json:"agent"`
	Table int    `json:"table,omitempty" doc:"number of the agent's group, from 1: agents of different groups have not met, not even through other agents; absent if there is one group"`
	Games int    `json:"games" doc:"number of games, equal ones included"`
	// Pairings is the number of pairings. A pairing contains the games on one deal in all seat
	// orders. The number is 0 if only games were counted.
	Pairings int `json:"pairings,omitempty" doc:"number of pairings against the opponent, equal ones included; only in a verification"`
	Variety
	// Wins counts games in which the agent alone took first place, Draws games in which it shared
	// first place, and Losses all others. Games lost by forfeit are included.
	Wins   int `json:"wins" doc:"games in which the agent alone was first"`
	Draws  int `json:"draws" doc:"games in which it shared the first place"`
	Losses int `json:"losses" doc:"all other games"`
	// Forfeits counts the games that the agent lost by failing, such as by an illegal move. For
	// an opponent of a verification it counts the forfeits of both sides.
	Forfeits       int            `json:"forfeits,omitempty" doc:"number of games lost by failing, such as by a crash"`
	ForfeitsByKind map[string]int `json:"forfeits_by_kind,omitempty"`
	// Points is the sum of the scores of all games, each in [0, 1].
	Points float64 `json:"points,omitempty" doc:"sum of the scores of all games; only in a tournament"`
	// Score is the mean score of the games, in [0, 1]; 0 without games.
	Score Float `json:"score" doc:"mean score of the games, from 0 to 1"`
	// Rating is the rating in Elo relative to the anchor of the table. In a verification it is
	// the strength of the verified agent relative to the opponent. In a rating list it is on the
	// scale of the list. NaN means unknown.
	Rating Float `json:"rating" doc:"difference in Elo from the anchor of the table, in rate on the chosen scale; in a verification, how far the result is above the opponent; null if unknown"`
	// Interval is the confidence interval of Rating. It is open at both ends if there are fewer
	// than [LeastPairings] different pairings.
	Interval Interval `json:"interval"`
	// Error is the standard error of Rating, in the unit of Rating. If the interval is asymmetric, it is the
	// mean length of the two sides divided by the normal quantile. 0 means that it was not
	// computed.
	Error Float `json:"error,omitempty" doc:"standard error of the rating, in the unit of the rating"`
	// LOS is NaN if there are fewer than [LeastPairings] different pairings.
	LOS Float `json:"los" doc:"in a table of agents the probability of being stronger than their mean, whichever agent is the anchor; of a result that of being stronger than the opponent; null with too few different games"`
	// Best is the probability that the agent is the strongest of the table. 0 means that it was
	// not computed. It is NaN if an agent of the table has fewer than [LeastPairings] different
	// pairings.
	Best Float `json:"best,omitempty" doc:"probability of being the strongest of all; null if an agent of the table has too few different games"`
	// Next compares the agent with the agent below it in the table. It is nil for the last agent.
	Next *Lead `json:"next,omitempty"`
	// LeastCertain compares the first agent of a tournament with the agent over which its lead is
	// least certain. It is nil if this is the agent that Next compares, and for all other agents.
	LeastCertain *LeadOver `json:"least_certain,omitempty" doc:"the lead of the first agent of a tournament over the agent over which it is least certain; absent if that is the agent of next"`
	// Leads compares the agent of a gauntlet with each of its opponents, in the order of the table. It is
	// nil unless the agent met all others, at least two, and these did not meet each other.
	Leads []LeadOver `json:"leads,omitempty" doc:"leads over each opponent; only of the agent of a gauntlet that played all others"`
	// Pentanomial counts the different pairs of games by the agent's points in them: 0, 1/2, 1,
	// 3/2 and 2. It is nil if games do not come in pairs.
	Pentanomial []int `json:"pentanomial,omitempty" doc:"number of different pairs of games by their points: 0, 1/2, 1, 3/2, 2"`
	// Places counts the agent's games by place, if games have more than two seats; otherwise it
	// is nil.
	Places []int `json:"places,omitempty" doc:"number of games by place, in games of more than two seats"`
	// Scored contains the mean number of points, such as in 2048, that the agent scored in a
	// game. It is nil for games without points, and for games of several seats unless the objective
	// of the run is by score.
	Scored *Scored `json:"scored,omitempty"`
	// Same states that the opponent plays exactly like the verified agent. The true difference is
	// 0, and any measured difference is chance.
	Same bool `json:"same,omitempty" doc:"whether the opponent chooses the same moves as the result"`
	// SameGames states that every pairing ended in the same way whichever of the two had which seat,
	// so that no game shows a difference. It is set only by package tuning and is not stored.
	SameGames bool `json:"-"`
	// Apart states that the agent is not in the core of the table, the largest group of agents
	// whose ratings are finite without a prior. For example, it has won all its games. It is set in
	// tournaments and in rating lists.
	Apart bool   `json:"apart,omitempty" doc:"whether the rating is finite only because of the prior, for example because the agent won or lost all its games; in a tournament and in a rating list"`
	Skill *Skill `json:"skill,omitempty"`
}

// Lead is the difference in strength between two agents of a rating table, with its uncertainty. It
// is positive if the first of the two agents is the stronger. The unit is Elo; in a rating list it
// is a point of the list's scale.
type Lead struct {
	Difference Float    `json:"difference" doc:"in Elo; in rate, on the scale of its ratings"`
	Interval   Interval `json:"interval"` // of Difference; open at both ends if one of the agents has fewer than LeastPairings different pairings
	LOS        Float    `json:"los" doc:"probability that the difference is above 0; null if the interval is open at both ends"`
	// NormalizedElo is the difference in normalized Elo, and NormalizedError half the width of its
	// interval. Both are nil except in a tournament of two agents whose games come in pairs, with at
	// least [LeastPairings] different pairs that do not all have the same score.
	NormalizedElo   *float64 `json:"normalized_elo,omitempty" doc:"difference in normalised Elo; only in a match of two agents that plays pairs of games"`
	NormalizedError *float64 `json:"normalized_error,omitempty" doc:"half the width of the interval of normalized_elo"`
}

// LeadOver is the [Lead] of an agent over the other agent named in the field Agent.
type LeadOver struct {
	Agent string `json:"agent" doc:"name of the other agent"`
	Lead
}

// Skill is a rating in the units of one of the models trueskill, weng-lin and glicko2.
type Skill struct {
	Mean       float64 `json:"mean" doc:"in the unit of the rating model"`
	Deviation  float64 `json:"deviation" doc:"in the unit of the rating model"`
	Volatility float64 `json:"volatility,omitempty" doc:"volatility of the rating system glicko2"`
}

// MeanScore is the mean number of points that an agent scored in a game, with the standard error
// of this mean. It exists only for games that count points, such as 2048.
type MeanScore struct {
	Mean  float64 `json:"mean" doc:"points of a game"`
	Error Float   `json:"error" doc:"standard error of the mean; null for a single observation"`
	Games int     `json:"games" doc:"number of games"`
}

// String formats the mean and its error: "19973 ± 279", or "19973 ± -" if the error is not known.
func (m MeanScore) String() string { return m.format(m.size()) }

// size returns the larger of the mean's absolute value and its error. An unknown error is ignored.
func (m MeanScore) size() float64 {
	if !m.Error.Known() {
		return math.Abs(m.Mean)
	}
	return max(math.Abs(m.Mean), float64(m.Error))
}

// format returns the mean and its error as text, such as "19973 ± 279". For size see
// [FormatPoints].
func (m MeanScore) format(size float64) string {
	text := "-"
	if m.Error.Known() {
		text = FormatPoints(float64(m.Error), size)
	}
	return FormatPoints(m.Mean, size) + " ± " + text
}

// FormatPoints formats a number of points of a game, such as "19973" or "1.25". It is a whole
// number from 100 on, and has three significant digits below. Very small and very large numbers
// have an exponent. A value that is not finite is "open".
//
// size is the size of the scores from which v was computed. If v is so small that it may be only
// their rounding error, it is formatted as "0".
func FormatPoints(v, size float64) string {
	switch a := math.Abs(v); {
	case !Float(v).Known():
		return "open"
	case a <= 1e-12*size:
		return "0"
	case a >= 100 && a < 1e15:
		return fmt.Sprintf("%.0f", v)
	}
	return fmt.Sprintf("%.3g", v)
}

// Scored contains the mean number of points that an agent scored in a game, for games that count
// points, such as 2048.
type Scored struct {
	Agent MeanScore `json:"agent"`
	// Against compares the points of the verified agent with the points of an opponent. It is nil
	// except in the table of a verification.
	Against *Compared `json:"against,omitempty"`
}

// Compared contains the mean points of a verified agent in the games against one opponent, and
// their difference.
type Compared struct {
	Result     MeanScore `json:"result"`
	Difference MeanScore `json:"difference" doc:"mean points of the result minus those of the opponent, on the same deals"`
}

// String formats the agent's mean number of points. In the table of a verification, the mean of
// the verified agent comes first: "19973 ± 279 against 12403 ± 185, +7570 ± 339 on the same
// deal".
func (s Scored) String() string {
	if s.Against == nil {
		return s.Agent.String()
	}
	result, ahead := s.Against.Result, s.Against.Difference
	difference := ahead.format(max(result.size(), s.Agent.size(), ahead.size()))
	if !strings.HasPrefix(difference, "-") {
		difference = "+" + difference
	}
	return fmt.Sprintf("%v against %v, %s on the same deal", result, s.Agent, difference)
}
