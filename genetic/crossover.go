package genetic

import (
	"math/rand/v2"

	"github.com/lanista/lanista/engines"
)

// Crosser makes a child's weights of those of two parents. The child has the
// kinds and ranges of the space, and nothing of it is shared with the parents.
type Crosser interface {
	Cross(r *rand.Rand, space engines.Space, a, b engines.Weights) engines.Weights
}

// The kinds of crossover.
const (
	CrossAverage    = "average"
	CrossUniform    = "uniform"
	CrossOnePoint   = "one_point"
	CrossArithmetic = "arithmetic"
	CrossBlend      = "blend"
	CrossSBX        = "sbx"
)

// CrossoverKinds lists the kinds of crossover.
var CrossoverKinds = []string{CrossAverage, CrossUniform, CrossOnePoint, CrossArithmetic, CrossBlend, CrossSBX}

func newCrosser(o CrossoverOptions) Crosser {
	switch o.Kind {
	case CrossAverage:
		return Average{}
	case CrossUniform:
		return Uniform{}
	case CrossOnePoint:
		return OnePoint{}
	case CrossArithmetic:
		return Arithmetic{}
	case CrossSBX:
		return SBX{Eta: o.Eta}
	}
	return Blend{Alpha: o.Alpha}
}
