package genetic

import "math/rand/v2"

// Replacer says who makes room for children.
type Replacer interface {
	// Children is the number of children that a generation needs; 0 leaves it to
	// the crossover and the mutation.
	Children(population int) int
	// Slots returns the slots that n children take, lowest first. Ranked lists
	// all slots, best first.
	Slots(r *rand.Rand, ranked []int, n int) []int
}

// The kinds of replacement.
const (
	ReplaceWorst        = "worst"
	ReplaceGenerational = "generational"
	ReplaceSteady       = "steady"
)

// ReplacementKinds lists the kinds of replacement.
var ReplacementKinds = []string{ReplaceWorst, ReplaceGenerational, ReplaceSteady}

func newReplacer(o Options) Replacer {
	switch o.Replacement {
	case ReplaceWorst:
		return Worst{}
	case ReplaceSteady:
		return Steady{}
	}
	return Generational{Elites: o.Elites}
}
