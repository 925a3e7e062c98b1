package documents

import (
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/runs"
	"github.com/lanista/lanista/tournament"
)

// Variety counts the different ones of some games.
type Variety struct {
	Distinct         int `json:"distinct,omitempty" doc:"different games: games with the same moves are one; absent where that is not known, as of games with chance"`
	DistinctPairings int `json:"distinct_pairings,omitempty" doc:"different pairings: the observations that intervals rest on"`
	Openings         int `json:"openings,omitempty" doc:"different openings; absent where they were not counted"`
}

// Misfit is the result that the ratings describe worst.
type Misfit struct {
	_         struct{} `nullable:"true"`
	Agent     string   `json:"agent"`
	Against   string   `json:"against"`
	Score     float64  `json:"score" doc:"of the agent against the other"`
	Predicted float64  `json:"predicted" doc:"the score that the ratings predict"`
	P         float64  `json:"p" doc:"probability of so large a difference for any pair by chance"`
}

// Standings are those of a tournament so far.
type Standings struct {
	Played int `json:"played" doc:"games so far"`
	Variety
	PlannedGames *int              `json:"planned_games" doc:"null where a sequential test decides"`
	Pairings     int               `json:"pairings" doc:"entered, in the order of the schedule"`
	Forfeits     int               `json:"forfeits"`
	Seats        []float64         `json:"seats" doc:"mean score of every seat"`
	Anchor       string            `json:"anchor" doc:"the agent rated 0; empty if the mean is"`
	Agents       []string          `json:"agents" doc:"in the order of the rows and columns"`
	Standings    []rating.Standing `json:"standings"`
	Scores       [][]*float64      `json:"scores" doc:"of the row against the column; null where they have not met"`
	Games        [][]int           `json:"games" doc:"behind each score"`
	Pentanomial  []int             `json:"pentanomial" doc:"of two agents: different deals by what they brought the first one, no point to two; null otherwise"`
	SPRT         *SPRT             `json:"sprt" doc:"the sequential test; null without one"`
	Misfit       *Misfit           `json:"misfit" doc:"the score that the ratings describe worst; null where they describe all within chance"`
}

// SPRT is what a sequential test has come to.
type SPRT struct {
	_           struct{}   `nullable:"true"`
	Agents      [2]string  `json:"agents" doc:"who was tested against whom"`
	Elo         [2]float64 `json:"elo" doc:"the two hypotheses, in normalised Elo"`
	Bounds      [2]float64 `json:"bounds" doc:"of the log-likelihood ratio"`
	LLR         float64    `json:"llr"`
	Decision    string     `json:"decision"`
	Pentanomial []int      `json:"pentanomial" doc:"different pairs of games by half points"`
	Pairs       int        `json:"pairs"`
}

// NewStandings is the document of a table; planned is 0 where nobody can say.
func NewStandings(t tournament.Table, test *runs.Test, planned int) Standings {
	s := Standings{
		Played: t.Games, Pairings: t.Pairings, Forfeits: t.Forfeits, Seats: append([]float64{}, t.Seats...), Anchor: t.Anchor,
		Agents: []string{}, Standings: []rating.Standing{}, Scores: [][]*float64{}, Games: [][]int{}, Variety: Variety(t.Variety),
	}
	if m := t.Misfit; m != nil {
		s.Misfit = &Misfit{Agent: m.Agent, Against: m.Against, Score: m.Score, Predicted: m.Predicted, P: m.P}
	}
	if planned > 0 {
		s.PlannedGames = &planned
	}
	for i, row := range t.Standings {
		s.Agents = append(s.Agents, row.Agent)
		s.Standings = append(s.Standings, row)
		scores, met := make([]*float64, len(t.Crosstable[i])), make([]int, len(t.Crosstable[i]))
		for j, cell := range t.Crosstable[i] {
			if cell != nil {
				scores[j], met[j] = known(cell.Score), cell.Games
			}
		}
		s.Scores, s.Games = append(s.Scores, scores), append(s.Games, met)
	}
	if len(t.Standings) == 2 && len(t.Seats) == 2 {
		s.Pentanomial = firstOf(t, test)
	}
	if test != nil {
		s.SPRT = &SPRT{Agents: test.Agents, Elo: test.Elo, Bounds: test.Bounds, LLR: test.LLR, Decision: test.Decision.String(), Pentanomial: append([]int{}, test.Counts...)}
		for _, n := range test.Counts {
			s.SPRT.Pairs += n
		}
	}
	return s
}

// firstOf are the deals of the first of two agents by what they brought: the one that is
// tested, or the one that stands above.
func firstOf(t tournament.Table, test *runs.Test) []int {
	first := t.Standings[0]
	if test != nil && test.Agents[0] != first.Agent {
		first = t.Standings[1]
	}
	return append([]int{}, first.Pentanomial...)
}
