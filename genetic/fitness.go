package genetic

import (
	"math"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
	"github.com/lanista/lanista/rating"
)

// Fitness is a fitness function: it says what the members of a population are
// worth, from the games that they have played.
type Fitness interface {
	// Of returns the fitness of every member, by slot, in [0, 1].
	Of(e Evidence) []float64
}

// GroupFitness is a Fitness under which a group is ranked by its own games. The
// members of a group are otherwise ranked by the fitness that they have in the
// population.
type GroupFitness interface {
	Fitness
	// OfGroup returns the fitness of every member, by slot, where the evidence
	// holds the games of one group alone.
	OfGroup(e Evidence) []float64
}

// Evidence is all that is known about a population.
type Evidence struct {
	Space   engines.Space
	Members []Genome // by slot
	// Past are the genomes that are no longer members, or never were (the guests,
	// with negative IDs), but stand in Results.
	Past    []Genome
	Results []HeadToHead
}

// HeadToHead sums up the games of two genomes. At a table of more than two
// seats, every two of those seated are such a pair.
type HeadToHead struct {
	A      int     `json:"a"` // IDs
	B      int     `json:"b"`
	Games  int     `json:"games"`
	Points float64 `json:"points"` // of A; B has Games - Points
}

// WinRate is the share of points: (wins + draws/2) / games. It is the fitness of
// the Risk procedure.
type WinRate struct {
	// Unplayed is the fitness of a genome without games, in [0, 1].
	Unplayed float64
}

var _ GroupFitness = WinRate{}

// Of adds up the games of each member.
func (f WinRate) Of(e Evidence) []float64 {
	slot := make(map[int]int, len(e.Members))
	for i, g := range e.Members {
		slot[g.ID] = i
	}
	games, points := make([]int, len(e.Members)), make([]float64, len(e.Members))
	for _, h := range e.Results {
		if i, ok := slot[h.A]; ok {
			games[i] += h.Games
			points[i] += h.Points
		}
		if i, ok := slot[h.B]; ok {
			games[i] += h.Games
			points[i] += float64(h.Games) - h.Points
		}
	}
	fitness := make([]float64, len(e.Members))
	for i := range fitness {
		fitness[i] = f.Unplayed
		if games[i] > 0 {
			fitness[i] = points[i] / float64(games[i])
		}
	}
	return fitness
}

// OfGroup adds up the games that each member has played in the group.
func (f WinRate) OfGroup(e Evidence) []float64 { return f.Of(e) }

// Validate refuses an Unplayed outside of [0, 1].
func (f WinRate) Validate() error { return keys.Within(0, 1).Check("unplayed", f.Unplayed) }

// BradleyTerry is the strength of the Bradley-Terry model: the odds that a genome
// beats another are those of their strengths (Zermelo 1929; Hunter, "MM
// algorithms for generalized Bradley-Terry models", Annals of Statistics 32,
// 2004). It knows whom a record was made against, and it shrinks: a normal prior
// around the common mean keeps nine lucky games from looking like strength. Use it when
// weights explain little of strength, so that [Genomic] has nothing to go by.
type BradleyTerry struct {
	// Prior is the standard deviation of strength in the population, in Elo,
	// expected before any game; positive.
	Prior float64
}

// Of returns the score that each member is expected to make against the average
// member.
func (f BradleyTerry) Of(e Evidence) []float64 {
	p, n := newPosterior(e, math.Pow(rating.EloPerLogit/f.Prior, 2))
	return expected(p.peak(n)[:len(e.Members)])
}

// Validate refuses a Prior that is not positive.
func (f BradleyTerry) Validate() error { return checkPrior(f.Prior) }

func checkPrior(prior float64) error {
	if math.IsInf(prior, 1) {
		return keys.Errorf("prior", "%v is not a finite number", prior)
	}
	return keys.Above(0).Check("prior", prior)
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
