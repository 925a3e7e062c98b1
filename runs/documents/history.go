package documents

import (
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/tuning"
)

// History is what the rounds of a run have brought, from a round on.
type History struct {
	After  int     `json:"after" doc:"the round that the list begins after"`
	Rounds []Round `json:"rounds"`
	Last   int     `json:"last" doc:"the last round; ask for what comes after it"`
}

// Round is what one round has brought.
type Round struct {
	N             int        `json:"n"`
	Games         int        `json:"games"`
	Total         int        `json:"total" doc:"games of the run, this round included"`
	Forfeits      int        `json:"forfeits"`
	Best          *float64   `json:"best" doc:"fitness of the best of the population; it flatters"`
	Mean          *float64   `json:"mean" doc:"mean fitness of the population"`
	Spread        *float64   `json:"spread" doc:"its standard deviation"`
	Answer        []*float64 `json:"answer" doc:"the answer so far"`
	MeanWeights   []*float64 `json:"mean_weights" doc:"over the population; empty where there is none"`
	SpreadWeights []*float64 `json:"spread_weights"`
	Seconds       float64    `json:"seconds"`
}

// NewHistory is the document of the rounds after the n-th.
func NewHistory(after int, rounds []results.Generation) History {
	h := History{After: after, Rounds: []Round{}, Last: after}
	for _, g := range rounds {
		h.Rounds = append(h.Rounds, Round{
			g.Number, g.Games, g.Total, g.Forfeits, known(g.BestFitness), known(g.MeanFitness), known(g.Spread),
			knownAll(g.Best.Weights), knownAll(g.MeanWeights), knownAll(g.SpreadWeights), g.Elapsed.Seconds(),
		})
		h.Last = g.Number
	}
	return h
}

// knownAll is known of every number.
func knownAll(v []float64) []*float64 {
	list := make([]*float64, len(v))
	for i, x := range v {
		list[i] = known(x)
	}
	return list
}

// Points are what was played in some rounds.
type Points struct {
	Weights []string `json:"weights" doc:"the names, in the order of the vectors"`
	Points  []Point  `json:"points"`
	Thinned bool     `json:"thinned" doc:"there were more than the limit; these are evenly spread"`
}

// Point is a vector that was played.
type Point struct {
	Round   int        `json:"n"`
	Weights []*float64 `json:"weights"`
	Score   *float64   `json:"score"`
	Games   int        `json:"games"`
}

// NewPoints is the document of what was played, at most so many.
func NewPoints(names []string, trials []results.Trial, most int) Points {
	p := Points{Weights: names, Points: []Point{}, Thinned: most > 0 && len(trials) >= most}
	for _, t := range trials {
		p.Points = append(p.Points, Point{t.Round, knownAll(t.Weights), known(t.Score), t.Games})
	}
	return p
}

// Genomes are the population of a round, best first.
type Genomes struct {
	Weights []string `json:"weights" doc:"the names, in the order of the vectors"`
	Genomes []Genome `json:"genomes"`
}

// Genome is a member of a population.
type Genome struct {
	ID      int        `json:"id"`
	Born    int        `json:"born" doc:"the round in which it was made"`
	Weights []*float64 `json:"weights"`
	Games   int        `json:"games"`
	Wins    int        `json:"wins"`
	Draws   int        `json:"draws"`
	Losses  int        `json:"losses"`
	Fitness *float64   `json:"fitness"`
}

// NewGenome is the document of a member of a population.
func NewGenome(m tuning.Member) Genome {
	return Genome{m.ID, m.Born, knownAll(m.Weights), m.Games, m.Wins, m.Draws, m.Losses, known(m.Fitness)}
}
