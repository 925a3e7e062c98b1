package genetic

import (
	"cmp"
	"slices"

	"github.com/lanista/lanista/engines"
)

// Genome is one weight vector of a population. Two genomes may carry equal
// weights; their IDs differ.
type Genome struct {
	ID      int             `json:"id"`   // never used again for another genome
	Born    int             `json:"born"` // the generation it was made for, from 1
	Weights engines.Weights `json:"weights"`
	Parents []int           `json:"parents,omitempty"` // IDs; two for a cross, one for a mutant
}

// record counts a genome's games. Wins + Draws + Losses = Games.
type record struct {
	Games  int `json:"games"`
	Wins   int `json:"wins"` // for more than two seats, games won outright
	Draws  int `json:"draws"`
	Losses int `json:"losses"`
	// Points is the sum of the game scores, each in [0, 1]. For two seats it is
	// Wins + Draws/2.
	Points float64 `json:"points"`
}

// count adds one game seen from a seat. A game shared with others is a draw
// where the seat ties for the first place, and a loss where anyone is ahead.
func (r *record) count(o engines.Outcome, seat int) {
	r.Games++
	r.Points += o.Points(seat)
	if o.Place(seat) != 1 {
		r.Losses++
		return
	}
	for other := range o.Seats() {
		if other != seat && o.Place(other) == 1 {
			r.Draws++
			return
		}
	}
	r.Wins++
}

// ranking lists slots best first: by fitness, then more games, then the earlier
// generation of birth, then the lower slot. Selection reads it from the top,
// replacement from the bottom.
func ranking(slots []int, members []Genome, records []record, fitness []float64) []int {
	ranked := slices.Clone(slots)
	slices.SortFunc(ranked, func(a, b int) int {
		return cmp.Or(
			cmp.Compare(fitness[b], fitness[a]),
			cmp.Compare(records[b].Games, records[a].Games),
			cmp.Compare(members[a].Born, members[b].Born),
			cmp.Compare(a, b),
		)
	})
	return ranked
}

// everyone lists the slots of a population.
func everyone(n int) []int {
	slots := make([]int, n)
	for i := range slots {
		slots[i] = i
	}
	return slots
}
