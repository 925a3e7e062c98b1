package genetic

import (
	"math/rand/v2"

	"github.com/lanista/lanista/engines"
)

// Average makes the child halfway between its parents: the crossover of the
// Risk procedure, and the intermediate recombination of Schwefel (Numerical
// Optimization of Computer Models, 1981). It halves the variance of a
// population in every generation, so it needs mutation.
type Average struct{}

// Cross returns the midpoint of the parents; a whole-numbered weight that falls
// between two numbers takes either.
func (Average) Cross(r *rand.Rand, space engines.Space, a, b engines.Weights) engines.Weights {
	child := make(engines.Weights, len(space))
	for i, w := range space {
		child[i] = settle(r, w, between(w, a[i], b[i], 0.5))
	}
	return child
}
