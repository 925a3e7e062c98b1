package genetic

import (
	"math"
	"math/rand/v2"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
)

// Crosser makes a child of two parents.
type Crosser interface {
	// Cross returns the weights of the child: within the kinds and ranges of the
	// space ([engines.Space.Snap] brings them there), and in a slice of its own.
	// a and b are the weights of two different genomes and stay as they are.
	Cross(r *rand.Rand, space engines.Space, a, b engines.Weights) engines.Weights
}

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
		child[i] = repair(r, w, between(w, a[i], b[i], 0.5))
	}
	return child
}

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

// OnePoint gives the child the first weights of one parent and the rest of the
// other, cut at a random place (Holland, Adaptation in Natural and Artificial
// Systems, 1975). Use it when neighbouring weights belong together, such as those of the
// phases of a game.
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

// Blend is BLX-alpha (Eshelman and Schaffer, "Real-coded genetic algorithms and
// interval-schemata", FOGA 1993): each weight of the child is uniform in the
// interval that its parents span, widened by Alpha of its length on either side,
// in [0, 10]. With Alpha = (sqrt 3 - 1)/2 = 0.366 the variance of a population without
// selection stays what it is; less contracts it, more spreads it. Use it when the best
// weights may lie outside of the first population, with a Spread above 0.
type Blend struct{ Alpha float64 }

// Cross returns the child.
func (c Blend) Cross(r *rand.Rand, space engines.Space, a, b engines.Weights) engines.Weights {
	child := make(engines.Weights, len(space))
	for i, w := range space {
		t := (1+2*c.Alpha)*r.Float64() - c.Alpha
		child[i] = repair(r, w, between(w, a[i], b[i], t))
	}
	return child
}

// Validate refuses an Alpha outside of [0, 10].
func (c Blend) Validate() error { return keys.Within(0, 10).Check("alpha", c.Alpha) }

// SBX is simulated binary crossover (Deb and Agrawal, "Simulated binary
// crossover for continuous search space", Complex Systems 9, 1995). A child's
// distance from one of its parents follows the distribution that one-point
// crossover of binary strings has; the larger Eta, in [0, 1000], the nearer it
// stays (Deb uses 2 to 20). Use it when good children lie close to one of
// their parents and ranges are wide.
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
		child[i] = repair(r, w, between(w, a[i], b[i], t))
	}
	return child
}

// Validate refuses an Eta outside of [0, 1000].
func (c SBX) Validate() error { return keys.Within(0, 1000).Check("eta", c.Eta) }
