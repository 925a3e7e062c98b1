package genetic

import (
	"math/rand/v2"

	"github.com/lanista/lanista/engines"
)

// Blend is BLX-alpha (Eshelman and Schaffer, "Real-coded genetic algorithms and
// interval-schemata", FOGA 1993): each weight of the child is uniform in the
// interval that its parents span, widened by Alpha of its length on either side.
// With Alpha = (sqrt 3 - 1)/2 = 0.366 the variance of a population without
// selection stays what it is; less contracts it, more spreads it.
type Blend struct{ Alpha float64 }

// Cross returns the child.
func (c Blend) Cross(r *rand.Rand, space engines.Space, a, b engines.Weights) engines.Weights {
	child := make(engines.Weights, len(space))
	for i, w := range space {
		t := (1+2*c.Alpha)*r.Float64() - c.Alpha
		child[i] = settle(r, w, between(w, a[i], b[i], t))
	}
	return child
}
