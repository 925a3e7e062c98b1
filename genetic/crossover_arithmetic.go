package genetic

import (
	"math/rand/v2"

	"github.com/lanista/lanista/engines"
)

// Arithmetic puts the child at a random place on the line between its parents,
// the same share for all weights (Michalewicz, Genetic Algorithms + Data
// Structures = Evolution Programs, 1992: whole arithmetical crossover).
type Arithmetic struct{}

// Cross returns the child.
func (Arithmetic) Cross(r *rand.Rand, space engines.Space, a, b engines.Weights) engines.Weights {
	t := r.Float64()
	child := make(engines.Weights, len(space))
	for i, w := range space {
		child[i] = settle(r, w, between(w, a[i], b[i], t))
	}
	return child
}
