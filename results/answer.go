package results

import (
	"encoding/json"
	"math"

	"github.com/lanista/lanista/engines"
)

// Answer is what a run has found, with its evidence. The zero Answer says that
// it found nothing to single out, as a tournament does.
type Answer struct {
	Weights  engines.Weights
	Settings engines.Settings // of the agents it was found for
	Name     string           // what it is: "the fittest genome", "the mean of the iterates"
	Fitness  float64          // by the strategy's own games, which flatter
	Games    int              // behind Fitness
	// Error is the standard error of every weight, nil where there is none.
	Error []float64

	// Rating is by the verification's games alone; nil where none was played.
	Rating *Rating
	// Standings are those of the verification, or of a tournament.
	Standings []Standing
	// Importance and Interaction are what the strategy's model says about the
	// weights, in Elo; see tuning.Report.
	Importance  []float64
	Interaction [][]float64
}

// Rating is a strength in Elo with its 95 % interval.
type Rating struct {
	Elo       float64
	Low, High float64
	Games     int    // behind it
	Against   string // what 0 stands for
}

// Standing is one row of a table.
type Standing struct {
	Agent  string
	Games  int
	Wins   int
	Draws  int
	Losses int
	Score  float64 // mean, in [0, 1]
	Rating Rating
	LOS    float64 // likelihood of being stronger than the anchor
}

// number is a float64 in JSON, which has no NaN (it becomes null) and no
// infinities (they become texts): an answer that won all its games has an
// interval without an end.
type number float64

func (n number) MarshalJSON() ([]byte, error) {
	switch x := float64(n); {
	case math.IsNaN(x):
		return []byte("null"), nil
	case math.IsInf(x, 0):
		return []byte(map[bool]string{true: `"inf"`, false: `"-inf"`}[x > 0]), nil
	}
	return json.Marshal(float64(n))
}

func (n *number) UnmarshalJSON(data []byte) error {
	switch string(data) {
	case "null":
		*n = number(math.NaN())
	case `"inf"`:
		*n = number(math.Inf(1))
	case `"-inf"`:
		*n = number(math.Inf(-1))
	default:
		return json.Unmarshal(data, (*float64)(n))
	}
	return nil
}

// storedAnswer is an Answer as the store keeps it.
type storedAnswer struct {
	Name        string           `json:"name,omitempty"`
	Weights     []float64        `json:"weights,omitempty"`
	Settings    engines.Settings `json:"settings,omitempty"`
	Fitness     number           `json:"fitness"`
	Games       int              `json:"games"`
	Error       []number         `json:"error,omitempty"`
	Rating      *storedRating    `json:"rating,omitempty"`
	Standings   []storedStanding `json:"standings,omitempty"`
	Importance  []number         `json:"importance,omitempty"`
	Interaction [][]number       `json:"interaction,omitempty"`
}

type storedRating struct {
	Elo      number    `json:"elo"`
	Interval [2]number `json:"interval"`
	Games    int       `json:"games"`
	Against  string    `json:"against,omitempty"`
}

type storedStanding struct {
	Agent  string       `json:"agent"`
	Games  int          `json:"games"`
	Wins   int          `json:"wins"`
	Draws  int          `json:"draws"`
	Losses int          `json:"losses"`
	Score  number       `json:"score"`
	Rating storedRating `json:"rating"`
	LOS    number       `json:"los"`
}

func fromAnswer(a Answer) storedAnswer {
	s := storedAnswer{
		Name: a.Name, Weights: a.Weights, Settings: a.Settings, Fitness: number(a.Fitness), Games: a.Games,
		Error: numbers(a.Error), Importance: numbers(a.Importance),
	}
	if a.Rating != nil {
		r := fromRating(*a.Rating)
		s.Rating = &r
	}
	for _, row := range a.Interaction {
		s.Interaction = append(s.Interaction, numbers(row))
	}
	for _, t := range a.Standings {
		s.Standings = append(s.Standings, storedStanding{
			t.Agent, t.Games, t.Wins, t.Draws, t.Losses, number(t.Score), fromRating(t.Rating), number(t.LOS),
		})
	}
	return s
}

func (s storedAnswer) answer() Answer {
	a := Answer{
		Name: s.Name, Weights: s.Weights, Settings: s.Settings, Fitness: float64(s.Fitness), Games: s.Games,
		Error: floats(s.Error), Importance: floats(s.Importance),
	}
	if s.Rating != nil {
		r := s.Rating.rating()
		a.Rating = &r
	}
	for _, row := range s.Interaction {
		a.Interaction = append(a.Interaction, floats(row))
	}
	for _, t := range s.Standings {
		a.Standings = append(a.Standings, Standing{
			t.Agent, t.Games, t.Wins, t.Draws, t.Losses, float64(t.Score), t.Rating.rating(), float64(t.LOS),
		})
	}
	return a
}

func fromRating(r Rating) storedRating {
	return storedRating{number(r.Elo), [2]number{number(r.Low), number(r.High)}, r.Games, r.Against}
}

func (s storedRating) rating() Rating {
	return Rating{float64(s.Elo), float64(s.Interval[0]), float64(s.Interval[1]), s.Games, s.Against}
}

func numbers(v []float64) []number {
	if v == nil {
		return nil
	}
	out := make([]number, len(v))
	for i, x := range v {
		out[i] = number(x)
	}
	return out
}

func floats(v []number) []float64 {
	if v == nil {
		return nil
	}
	out := make([]float64, len(v))
	for i, x := range v {
		out[i] = float64(x)
	}
	return out
}
