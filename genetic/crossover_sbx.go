package genetic

import (
	"math"
	"math/rand/v2"

	"github.com/lanista/lanista/engines"
)

// SBX is simulated binary crossover (Deb and Agrawal, "Simulated binary
// crossover for continuous search space", Complex Systems 9, 1995). A child's
// distance from one of its parents follows the distribution that one-point
// crossover of binary strings has; the larger Eta, the nearer it stays.
type SBX struct{ Eta float64 }

// Cross returns one of the two children that the operator defines, chosen anew
// for every weight.
func (c SBX) Cross(r *rand.Rand, space engines.Space, a, b engines.Weights) engines.Weights {
	child := make(engines.Weights, len(space))
	for i, w := range space {
		u := r.Float64()
		spread := math.Pow(2*u, 1/(c.Eta+1))
		if u > 0.5 {
			spread = math.Pow(1/(2*(1-u)), 1/(c.Eta+1))
		}
		t := (1 - spread) / 2 // 0.5*((1+spread)*a + (1-spread)*b)
		if r.Uint64()&1 == 0 {
			t = 1 - t
		}
		child[i] = settle(r, w, between(w, a[i], b[i], t))
	}
	return child
}
