package genetic

import (
	"math"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
)

// Judge says what the members of a population are worth.
type Judge interface {
	// Judge returns the fitness of every member, by slot, in [0, 1].
	Judge(e Evidence) []float64
}

// Evidence is all that is known about a population.
type Evidence struct {
	Space   engines.Space
	Members []Genome
	// Past are the genomes that are no longer members, or never were (the fixed
	// opponents, with negative IDs), but stand in Duels.
	Past  []Genome
	Duels []Duel
}

// Duel sums up the games of two genomes. At a table of more than two seats,
// every two of those seated duel.
type Duel struct {
	A      int     `json:"a"` // IDs
	B      int     `json:"b"`
	Games  int     `json:"games"`
	Points float64 `json:"points"` // of A; B has Games - Points
}

// The kinds of fitness.
const (
	FitnessWinRate = "win_rate"
	FitnessRating  = "rating"
	FitnessGenomic = "genomic"
)

// FitnessKinds lists the kinds of fitness.
var FitnessKinds = []string{FitnessWinRate, FitnessRating, FitnessGenomic}

func newJudge(o Options) Judge {
	switch o.Fitness {
	case FitnessWinRate:
		return WinRate{Unplayed: o.Unplayed}
	case FitnessGenomic:
		return Genomic{Prior: o.Prior, Heritability: o.Heritability}
	}
	return Rating{Prior: o.Prior}
}

// WinRate is the share of points: wins over games, a draw counting half. It is
// the fitness of the Risk procedure.
type WinRate struct {
	// Unplayed is the fitness of a genome without games.
	Unplayed float64
}

// Judge adds up the duels of each member.
func (j WinRate) Judge(e Evidence) []float64 {
	slot := make(map[int]int, len(e.Members))
	for i, g := range e.Members {
		slot[g.ID] = i
	}
	records := make([]Record, len(e.Members))
	for _, d := range e.Duels {
		if i, ok := slot[d.A]; ok {
			records[i].Games += d.Games
			records[i].Points += d.Points
		}
		if i, ok := slot[d.B]; ok {
			records[i].Games += d.Games
			records[i].Points += float64(d.Games) - d.Points
		}
	}
	fitness := make([]float64, len(records))
	for i, r := range records {
		fitness[i] = r.Rate(j.Unplayed)
	}
	return fitness
}

// Rating is the strength of the Bradley-Terry model (Zermelo 1929; Hunter, "MM
// algorithms for generalized Bradley-Terry models", Annals of Statistics 32,
// 2004): the odds that a genome beats another are those of their strengths. It
// knows whom a record was made against, and it shrinks: a normal prior of
// standard deviation Prior (Elo) around the common mean keeps nine lucky games
// from looking like strength.
type Rating struct{ Prior float64 }

// Judge returns the score that each member is expected to make against the
// average member.
func (j Rating) Judge(e Evidence) []float64 {
	p, n := newPosterior(e, math.Pow(rating.EloPerLogit/j.Prior, 2))
	return expected(p.peak(n)[:len(e.Members)])
}

// expected turns log-strengths into expected scores against their mean.
func expected(strength []float64) []float64 {
	mean := 0.0
	for _, s := range strength {
		mean += s / float64(len(strength))
	}
	scores := make([]float64, len(strength))
	for i, s := range strength {
		scores[i] = rating.Logistic(s - mean)
	}
	return scores
}
