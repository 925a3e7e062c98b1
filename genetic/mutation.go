package genetic

import (
	"math/rand/v2"

	"github.com/lanista/lanista/engines"
)

// Mutator changes weights by chance.
type Mutator interface {
	// Step returns the step that a child mutates with, as a share of a weight's
	// range: inherited is the (geometric mean of the) parents' own step, 0 for
	// none; progress is how far the run is, in [0, 1]; free is the number of
	// weights that may change.
	Step(r *rand.Rand, inherited, progress float64, free int) float64
	// Mutate returns a new value for a weight, within its kind and range.
	Mutate(r *rand.Rand, w engines.Weight, v, step float64) float64
	// Inherits says whether a genome keeps its step and hands it on.
	Inherits() bool
}

// The kinds of mutation.
const (
	MutateReset        = "reset"
	MutateGaussian     = "gaussian"
	MutatePolynomial   = "polynomial"
	MutateSelfAdaptive = "self_adaptive"
)

// MutationKinds lists the kinds of mutation.
var MutationKinds = []string{MutateReset, MutateGaussian, MutatePolynomial, MutateSelfAdaptive}

func newMutator(o MutationOptions) Mutator {
	switch o.Kind {
	case MutateReset:
		return Reset{}
	case MutatePolynomial:
		return Polynomial{Eta: o.Eta}
	case MutateSelfAdaptive:
		return SelfAdaptive{First: o.Step}
	}
	return Gaussian{First: o.Step, Last: o.FinalStep}
}

// mutateSome changes each free weight with probability rate.
func mutateSome(r *rand.Rand, m Mutator, space engines.Space, v engines.Weights, rate, step float64) {
	for _, i := range space.Free() {
		if r.Float64() < rate {
			v[i] = m.Mutate(r, space[i], v[i], step)
		}
	}
}

// mutateCount changes count different free weights, drawn at random; 0 changes
// all.
func mutateCount(r *rand.Rand, m Mutator, space engines.Space, v engines.Weights, count int, step float64) {
	free := space.Free()
	if count > 0 && count < len(free) {
		r.Shuffle(len(free), func(i, j int) { free[i], free[j] = free[j], free[i] })
		free = free[:count]
	}
	for _, i := range free {
		v[i] = m.Mutate(r, space[i], v[i], step)
	}
}
