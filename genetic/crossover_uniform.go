package genetic

import (
	"math/rand/v2"

	"github.com/lanista/lanista/engines"
)

// Uniform gives the child each weight of either parent with equal chance
// (Syswerda, "Uniform crossover in genetic algorithms", ICGA 1989).
type Uniform struct{}

// Cross returns the child.
func (Uniform) Cross(r *rand.Rand, space engines.Space, a, b engines.Weights) engines.Weights {
	child := make(engines.Weights, len(space))
	for i := range space {
		if r.Uint64()&1 == 0 {
			child[i] = a[i]
		} else {
			child[i] = b[i]
		}
	}
	return child
}
