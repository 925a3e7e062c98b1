package genetic

import (
	"math/rand/v2"

	"github.com/lanista/lanista/engines"
)

// OnePoint gives the child the first weights of one parent and the rest of the
// other, cut at a random place (Holland, Adaptation in Natural and Artificial
// Systems, 1975). Weights that belong together should stand together.
type OnePoint struct{}

// Cross returns the child; with at least two weights it has one or more of
// each parent.
func (OnePoint) Cross(r *rand.Rand, space engines.Space, a, b engines.Weights) engines.Weights {
	child := make(engines.Weights, len(space))
	cut := len(space)
	if len(space) > 1 {
		cut = 1 + r.IntN(len(space)-1)
	}
	copy(child, a[:cut])
	copy(child[cut:], b[cut:])
	return child
}
