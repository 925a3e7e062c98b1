package documents

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/results/evidence"
	"github.com/lanista/lanista/tuning"
)

// Vector contains a value for every weight: a number or, for a weight with choices, the text of
// the choice. In JSON it is an object with the names of the weights as keys, in the order of the
// weights. An unknown number is null.
type Vector struct {
	names  []string
	values []float64
	texts  map[int]string // the texts of choices, by index
}

// NewVector returns a Vector for numbers in the order of the weights in space, such as standard
// errors. A weight whose values are choices gets an unknown number. NewVector returns nil if v is
// nil. For the weights themselves use [NewWeights].
func NewVector(space engines.Space, v []float64) *Vector {
	if v == nil {
		return nil
	}
	out := &Vector{values: slices.Clone(v[:min(len(v), len(space))])}
	for i := range out.values {
		out.names = append(out.names, space[i].Name)
		if space[i].Kind.Has(engines.Choices) {
			out.values[i] = math.NaN()
		}
	}
	return out
}

// NewWeights returns a Vector for the values of weights, in the order of space. A choice is
// represented by its text. It returns nil if v is nil.
func NewWeights(space engines.Space, v []float64) *Vector {
	out := NewVector(space, v)
	if out == nil {
		return nil
	}
	for i := range out.values {
		if text := space[i].Value(v[i]).Choice; text != "" {
			if out.texts == nil {
				out.texts = make(map[int]string)
			}
			out.texts[i] = text
		}
	}
	return out
}

// MarshalJSON returns the vector as a JSON object.
func (v *Vector) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	out.WriteByte('{')
	for i, name := range v.names {
		if i > 0 {
			out.WriteByte(',')
		}
		key, err := json.Marshal(name)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(rating.Float(v.values[i]))
		if text, ok := v.texts[i]; ok {
			value, err = json.Marshal(text)
		}
		if err != nil {
			return nil, err
		}
		out.Write(key)
		out.WriteByte(':')
		out.Write(value)
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

// UnmarshalJSON parses a JSON object and keeps the order of its keys.
func (v *Vector) UnmarshalJSON(data []byte) error {
	d := json.NewDecoder(bytes.NewReader(data))
	if _, err := d.Token(); err != nil {
		return err
	}
	*v = Vector{}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return err
		}
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			return err
		}
		value, text := rating.Float(math.NaN()), ""
		if raw[0] == '"' {
			err = json.Unmarshal(raw, &text)
		} else {
			err = json.Unmarshal(raw, &value)
		}
		if err != nil {
			return err
		}
		if text != "" {
			if v.texts == nil {
				v.texts = make(map[int]string)
			}
			v.texts[len(v.names)] = text
		}
		v.names, v.values = append(v.names, name.(string)), append(v.values, float64(value)) // keys of an object are strings
	}
	return nil
}

// Weight is the JSON document of a weight of a game.
type Weight struct {
	Name    string   `json:"name"`
	Kind    string   `json:"kind"`
	Min     float64  `json:"min" doc:"smallest value"`
	Max     float64  `json:"max" doc:"largest value"`
	Default float64  `json:"default" doc:"start value"`
	Doc     string   `json:"doc"`
	Choices []string `json:"choices,omitempty" doc:"the texts of a weight of kind choices; min, max and default are their indices, from 0"`
}

func newWeight(w engines.Weight) Weight {
	return Weight{w.Name, w.Kind.String(), w.Min, w.Max, w.Default, w.Doc, w.Choices}
}

// Best is the JSON document of the weights that a strategy recommends.
type Best struct {
	Name            string            `json:"name,omitempty" doc:"how it was chosen"`
	Weights         *Vector           `json:"weights"`
	Settings        map[string]string `json:"settings,omitempty" doc:"of the agents that it was found for"`
	Fitness         rating.Float      `json:"fitness" doc:"by the strategy's own games, which overestimate the strength; null if the strategy has none"`
	Games           int               `json:"games" doc:"behind the fitness"`
	KeptStart       bool              `json:"kept_start,omitempty" doc:"the weights are the start weights"`
	Error           *Vector           `json:"error,omitempty" doc:"standard errors"`
	Importance      *Vector           `json:"importance,omitempty" doc:"in Elo: the cost of moving the weight by a quarter of its range, by the strategy's model"`
	ImportanceError *Vector           `json:"importance_error,omitempty" doc:"standard errors of importance"`
	Interaction     rating.Matrix     `json:"interaction,omitempty" doc:"in Elo, in the order of the weights: the loss if two move up by a quarter of their ranges, minus the losses if each moves alone; 0 if unknown"`
	Curves          []Curve           `json:"curves,omitempty" doc:"strength over the range of each weight, by the strategy's model"`
}

// Curve is the JSON document of the strength that a model predicts over the range of one weight,
// while the other weights keep the values of the result.
type Curve struct {
	Weight string        `json:"weight"`
	X      rating.Floats `json:"x" doc:"values of the weight"`
	Elo    rating.Floats `json:"elo" doc:"above the result"`
	Low    rating.Floats `json:"low" doc:"lower end of the interval of elo"`
	High   rating.Floats `json:"high" doc:"upper end of the interval of elo"`
}

func newCurves(space engines.Space, list []tuning.Curve) (out []Curve) {
	for _, c := range list {
		out = append(out, Curve{space[c.Weight].Name, c.X, c.Elo, c.Low, c.High})
	}
	return out
}

func newBest(space engines.Space, a results.Result) *Best {
	return &Best{
		Name: a.Name, Weights: NewWeights(space, a.Weights), Settings: a.Settings, Fitness: a.Fitness, Games: a.Games, KeptStart: a.KeptStart,
		Error: NewVector(space, a.Error), Importance: NewVector(space, a.Importance), ImportanceError: NewVector(space, a.ImportanceError), Interaction: a.Interaction, Curves: newCurves(space, a.Curves),
	}
}

// Candidate is the JSON document of a weight vector that a verification compared with others.
type Candidate struct {
	Name     string            `json:"name"`
	Weights  *Vector           `json:"weights"`
	Settings map[string]string `json:"settings,omitempty" doc:"absent if they are those of the result"`
}

func newCandidate(space engines.Space, c results.Candidate) Candidate {
	return Candidate{c.Name, NewWeights(space, c.Weights), c.Settings}
}

// Refused is the JSON document of a candidate that the verification rejected, so that the start
// weights became the result. It contains the candidate's rating relative to them.
type Refused struct {
	Candidate
	evidence.Rating
	Verification []rating.Standing `json:"verification,omitempty" doc:"its matches; absent if it lost the playoff"`
}

// Round is the JSON document of a finished round of a search.
type Round struct {
	Round         int          `json:"round" doc:"number of the round, from 1"`
	Games         int          `json:"games" doc:"games of this round"`
	TotalGames    int          `json:"total_games" doc:"of the run, this round included"`
	Forfeits      int          `json:"forfeits,omitempty" doc:"games of this round that were lost by failing"`
	Best          *Best        `json:"best,omitempty" doc:"the best weights so far"`
	BestFitness   rating.Float `json:"best_fitness" doc:"of the population; null if the strategy keeps none"`
	MeanFitness   rating.Float `json:"mean_fitness" doc:"of the population; null if the strategy keeps none"`
	FitnessSpread rating.Float `json:"fitness_spread" doc:"standard deviation over the population"`
	MeanWeights   *Vector      `json:"mean_weights,omitempty" doc:"over the population"`
	SpreadWeights *Vector      `json:"spread_weights,omitempty" doc:"standard deviations over the population"`
	Seconds       float64      `json:"seconds" doc:"duration"`
}

// rounds converts the rounds of a run to JSON documents.
func rounds(space engines.Space, list []results.Generation) []Round {
	out := make([]Round, 0, len(list))
	for _, g := range list {
		r := Round{
			Round: g.Number, Games: g.Games, TotalGames: g.Total, Forfeits: g.Forfeits,
			BestFitness: rating.Float(g.BestFitness), MeanFitness: rating.Float(g.MeanFitness), FitnessSpread: rating.Float(g.Spread),
			MeanWeights: NewVector(space, g.MeanWeights), SpreadWeights: NewVector(space, g.SpreadWeights), Seconds: g.Elapsed.Seconds(),
		}
		if len(g.Best.Weights) > 0 {
			r.Best = newBest(space, g.Best)
		}
		out = append(out, r)
	}
	return out
}

// History is the JSON document of the rounds that follow a given round of a run.
type History struct {
	After   int     `json:"after" doc:"the round that the list begins after"`
	History []Round `json:"history"`
	Last    int     `json:"last" doc:"the last round; ask for what comes after it"`
}

// NewHistory returns the JSON document of the rounds of a run that follow a given round. after is
// the number of the given round.
func NewHistory(after int, space engines.Space, list []results.Generation) History {
	h := History{After: after, History: rounds(space, list), Last: after}
	if n := len(list); n > 0 {
		h.Last = list[n-1].Number
	}
	return h
}

// Points is the JSON document of the weight vectors that were played in some rounds.
type Points struct {
	Weights []string `json:"weights" doc:"the names, in the order of the vectors"`
	Points  []Point  `json:"points"`
	Thinned bool     `json:"thinned" doc:"there were more than the limit; these are evenly spread"`
}

// Point is a weight vector that took part in the games of a round, with its score, as JSON.
type Point struct {
	Round   int           `json:"round" doc:"number of the round, from 1"`
	Weights rating.Floats `json:"weights"`
	Score   rating.Float  `json:"score" doc:"mean score, from 0 to 1; null if unknown"`
	Games   int           `json:"games" doc:"number of games"`
}

// NewPoints returns the JSON document of weight vectors that were played. names are the names of
// the weights, and most is the largest number of vectors in the document.
func NewPoints(names []string, trials []results.Trial, most int) Points {
	p := Points{Weights: names, Points: []Point{}, Thinned: most > 0 && len(trials) >= most}
	for _, t := range trials {
		p.Points = append(p.Points, Point{t.Round, rating.Floats(t.Weights), rating.Float(t.Score), t.Games})
	}
	return p
}

// Genomes is the JSON document of a genetic strategy's population after a round, best member
// first.
type Genomes struct {
	Weights []string `json:"weights" doc:"the names, in the order of the vectors"`
	Genomes []Genome `json:"genomes"`
}

// Genome is the JSON document of a member of a population.
type Genome struct {
	ID      int           `json:"id" doc:"number of the member, from 1"`
	Born    int           `json:"born" doc:"the generation in which it was made"`
	Weights rating.Floats `json:"weights"`
	Games   int           `json:"games" doc:"number of games"`
	Wins    int           `json:"wins" doc:"number of games"`
	Draws   int           `json:"draws" doc:"number of games"`
	Losses  int           `json:"losses" doc:"number of games"`
	Fitness rating.Float  `json:"fitness" doc:"null if it has not played"`
}

// NewGenome converts a member of a population to its JSON document.
func NewGenome(m tuning.Member) Genome {
	return Genome{m.ID, m.Born, rating.Floats(m.Weights), m.Games, m.Wins, m.Draws, m.Losses, rating.Float(m.Fitness)}
}
