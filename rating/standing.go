package rating

import (
	"fmt"
	"math"
	"strings"
)

// Standing is a row of a rating table: an agent of a tournament or of a rating list, or an
// opponent of a verification with the results of the verified agent against it.
type Standing struct {
	Rank  int    `json:"rank,omitempty" doc:"from 1; absent of the opponents of a verification"`
	Index int    `json:"-"` // place among the agents as they were entered
	Agent string `json:"agent"`
	Table int    `json:"table,omitempty" doc:"group of agents that met, from 1; absent if all agents met"`
	Games int    `json:"games"`
	// Pairings is 0 where only games were counted.
	Pairings int `json:"pairings,omitempty" doc:"of a verification: pairings against the opponent, copies included"`
	Variety
	// Wins counts games in the first place alone, Draws games in a shared first place and
	// Losses all others, lost by forfeit or not.
	Wins   int `json:"wins"`
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
	// Forfeits counts the games that the agent lost by failing, of an opponent of a
	// verification those that either side lost so.
	Forfeits       int            `json:"forfeits,omitempty" doc:"games that were lost by failing"`
	ForfeitsByKind map[string]int `json:"forfeits_by_kind,omitempty"`
	// Points is the sum of the scores of all games, each in [0, 1].
	Points float64 `json:"points,omitempty" doc:"of a tournament: sum of the scores of all games"`
	// Score is the mean score of the games, in [0, 1]; 0 without games.
	Score Float `json:"score" doc:"mean of the games, from 0 to 1"`
	// Rating is in Elo above the anchor of the table, or of the verified agent above the
	// opponent. It may be unknown.
	Rating Float `json:"rating" doc:"in Elo above the anchor of the table, in a verification that of the result above the opponent; null if it is unknown"`
	// Interval covers Rating. It is open at both ends if there are fewer than
	// [LeastPairings] different pairings.
	Interval Interval `json:"interval"`
	// Error is the standard error of the rating in Elo, or the mean of the arms of an
	// asymmetrical interval over the normal quantile. 0 means that it was not computed.
	Error Float `json:"error,omitempty" doc:"standard error of the rating in Elo"`
	LOS   Float `json:"los" doc:"probability of being stronger than the anchor, or that the result is stronger than the opponent"`
	// Best is 0 where it was not computed.
	Best Float `json:"best,omitempty" doc:"probability of being the strongest of all"`
	// Next compares the agent with the one below it in the table; nil for the last.
	Next *Lead `json:"next,omitempty"`
	// Pentanomial counts the different pairs of games by the agent's points in them: 0,
	// 1/2, 1, 3/2 and 2. It is nil where games do not come in pairs.
	Pentanomial []int `json:"pentanomial,omitempty" doc:"different pairs of games by points: 0, 1/2, 1, 3/2, 2"`
	// Places counts the games by place, for more than two seats.
	Places []int `json:"places,omitempty" doc:"games by place, for more than two seats"`
	// Scored is nil where points do not count.
	Scored *Scored `json:"scored,omitempty"`
	// Same states that the opponent plays like the verified agent: the difference is 0, and
	// what the games show of it is chance.
	Same  bool   `json:"same,omitempty" doc:"the opponent plays like the result"`
	Apart bool   `json:"apart,omitempty" doc:"the results bound the strength on one side alone"`
	Skill *Skill `json:"skill,omitempty"`
}

// Lead compares an agent with the next in a table.
type Lead struct {
	Difference Float    `json:"difference" doc:"in Elo"`
	Interval   Interval `json:"interval"` // open at both ends if one of the two has too few different pairings
	LOS        Float    `json:"los" doc:"probability that the difference is above 0"`
}

// Skill is a rating on the scale of its model, trueskill, weng-lin or glicko2.
type Skill struct {
	Mean       float64 `json:"mean"`
	Deviation  float64 `json:"deviation"`
	Volatility float64 `json:"volatility,omitempty" doc:"of glicko2"`
}

// MeanScore is the mean of the points that an agent scored, in games that count points.
type MeanScore struct {
	Mean  float64 `json:"mean"`
	Error float64 `json:"error" doc:"standard error of the mean"`
	Games int     `json:"games"`
}

// String formats the mean and its error: "19973 ± 279".
func (m MeanScore) String() string { return points(m.Mean) + " ± " + points(m.Error) }

// Signed formats a difference of means with its sign: "+7570 ± 339".
func (m MeanScore) Signed() string {
	if text := m.String(); strings.HasPrefix(text, "-") {
		return text
	}
	return "+" + m.String()
}

// points formats a number of points, with decimals only for small numbers.
func points(v float64) string {
	if math.Abs(v) >= 100 {
		return fmt.Sprintf("%.0f", v)
	}
	return fmt.Sprintf("%.3g", v)
}

// Scored is the score of the agent of a Standing in points.
type Scored struct {
	Agent MeanScore `json:"agent"`
	// Against is nil unless the agent is an opponent of a verification.
	Against *Compared `json:"against,omitempty"`
}

// Compared is the score of a verified agent on the deals of an opponent.
type Compared struct {
	Result     MeanScore `json:"result"`
	Difference MeanScore `json:"difference" doc:"deal by deal, the result's less the opponent's"`
}

// String formats the agent's mean, after that of the verified agent if there is one:
// "19973 ± 279 against 12403 ± 185, +7570 ± 339 on the same deal".
func (s Scored) String() string {
	if s.Against == nil {
		return s.Agent.String()
	}
	return fmt.Sprintf("%v against %v, %s on the same deal", s.Against.Result, s.Agent, s.Against.Difference.Signed())
}
