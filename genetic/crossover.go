package genetic

import (
	"math/rand/v2"

	"github.com/lanista/lanista/elementary"
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/keys"
)

// Crosser is a crossover operator: it makes a child of two parents.
type Crosser interface {
	// Cross returns the weights of the child in a new slice, within the kinds and ranges of
	// the space (see [engines.Space.Snap]). a and b are the weights of two different genomes,
	// either of which may be the fitter one; Cross must not change them.
	Cross(r *rand.Rand, space engines.Space, a, b engines.Weights) engines.Weights
}

// Average is the crossover operator whose child is the midpoint of its parents. It is the
// crossover of the article that [Paper] describes, and the intermediate recombination of Schwefel
// (Numerical Optimization of Computer Models, 1981). It halves the variance of a population in
// every generation, so it requires mutation.
type Average struct{}

// Cross returns the midpoint of the parents. The midpoint of a whole-number weight is rounded up or
// down at random.
func (Average) Cross(r *rand.Rand, space engines.Space, a, b engines.Weights) engines.Weights {
	return onLine(r, space, a, b, func() float64 { return 0.5 })
}

// onLine returns a child whose numbers lie on the line through the parents a and b. share is called
// for every number and returns its position on the line: 0 is a, and 1 is b. A weight of kind
// Choices comes from either parent.
func onLine(r *rand.Rand, space engines.Space, a, b engines.Weights, share func() float64) engines.Weights {
	child := make(engines.Weights, len(space))
	for i, w := range space {
		if w.Kind.Has(engines.Choices) {
			child[i] = inherit(r, a[i], b[i])
			continue
		}
		t := share()
		child[i] = repair(r, w, between(w, a[i], b[i], t))
	}
	return child
}

// Uniform is the crossover operator that takes each weight from either parent with equal
// probability (Syswerda, "Uniform crossover in genetic algorithms", ICGA 1989).
type Uniform struct{}

// Cross returns a child with each weight from either parent at random.
func (Uniform) Cross(r *rand.Rand, space engines.Space, a, b engines.Weights) engines.Weights {
	child := make(engines.Weights, len(space))
	for i := range space {
		child[i] = inherit(r, a[i], b[i])
	}
	return child
}

// OnePoint is the crossover operator that takes the weights before a random index from one parent
// and all others from the second parent. (Holland, Adaptation in Natural and Artificial Systems,
// 1975.) Use it if neighbouring weights belong together, such as the weights of one phase of a
// game.
type OnePoint struct{}

// Cross returns a child with the first weights of one parent and the last weights of the other.
// If there are at least two weights, it has at least one of each parent.
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

// Weighted is the crossover operator whose children have the fitter half of the population as
// parents. A child starts from the mean of all these parents, in which the logarithm of its rank
// determines how much a parent counts; parents of equal fitness count equally (Hansen and Ostermeier,
// "Completely derandomized self-adaptation in evolution strategies", Evolutionary Computation 9,
// 2001). The mean of many parents contains little of the luck of each. A choice comes from one
// parent. Weighted needs the mutation [Covariance], which makes the children differ.
type Weighted struct{}

// Cross returns the midpoint of two parents. A [Breeder] does not call it: it starts every child
// from the weighted mean of all parents.
func (Weighted) Cross(r *rand.Rand, space engines.Space, a, b engines.Weights) engines.Weights {
	return Average{}.Cross(r, space, a, b)
}

// Blend is the crossover operator BLX-alpha (Eshelman and Schaffer, "Real-coded genetic
// algorithms and interval-schemata", FOGA 1993). Each weight of the child is uniform in the
// interval between its parents, widened on either side by Alpha times its length. Alpha lies in
// [0, 10]. With Alpha = (sqrt 3 - 1)/2 = 0.366 the variance of a population without selection
// stays constant; a smaller Alpha reduces it, a larger one increases it. Use Blend if the best
// weights may lie outside the first population, with a Spread above 0.
type Blend struct{ Alpha float64 }

// Cross returns a child with each weight drawn uniformly from the widened interval between its
// parents.
func (c Blend) Cross(r *rand.Rand, space engines.Space, a, b engines.Weights) engines.Weights {
	return onLine(r, space, a, b, func() float64 { return float64((1+float64(2*c.Alpha))*r.Float64()) - c.Alpha })
}

// Validate returns an error for an Alpha outside [0, 10].
func (c Blend) Validate() error { return keys.Within(0, 10).Check("alpha", c.Alpha) }

// SBX is simulated binary crossover (Deb and Agrawal, "Simulated binary crossover for
// continuous search space", Complex Systems 9, 1995). The distance of a child from one of its
// parents is distributed as in one-point crossover of binary strings. A larger Eta, in [0,
// 1000], gives smaller distances; Deb uses 2 to 20. Use it if good children lie close to one
// of their parents and ranges are wide.
type SBX struct{ Eta float64 }

// Cross returns one of the two children of simulated binary crossover. The choice between the two
// is made separately for every weight.
func (c SBX) Cross(r *rand.Rand, space engines.Space, a, b engines.Weights) engines.Weights {
	return onLine(r, space, a, b, func() float64 {
		u := float64(r.Float64())
		spread := elementary.Pow(2*u, 1/(c.Eta+1))
		if u > 0.5 {
			spread = elementary.Pow(1/(2*(1-u)), 1/(c.Eta+1))
		}
		t := float64((1 - spread) / 2) // 0.5*((1+spread)*a + (1-spread)*b)
		if r.Uint64()&1 == 0 {
			t = 1 - t
		}
		return t
	})
}

// Validate returns an error for an Eta outside [0, 1000].
func (c SBX) Validate() error { return keys.Within(0, 1000).Check("eta", c.Eta) }
