package genetic

import "github.com/lanista/lanista/engines"

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
