package genetic

import (
	"math"
	"math/rand/v2"

	"github.com/lanista/lanista/engines"
)

// SelfAdaptive adds normal noise whose standard deviation a genome carries
// itself: a child takes its parents' step times exp(N(0,1)/sqrt(n)) for n free
// weights, and then mutates by it, so that steps which make good children spread
// (Schwefel 1981; Baeck, Evolutionary Algorithms in Theory and Practice, 1996).
// First is the step of a genome without parents.
type SelfAdaptive struct{ First float64 }

// The step of a genome stays within these shares of a range, so that neither a
// lucky streak nor an unlucky one ends the search.
const (
	smallestStep = 1e-4
	largestStep  = 0.5
)

// Step mutates the inherited step.
func (m SelfAdaptive) Step(r *rand.Rand, inherited, _ float64, free int) float64 {
	if inherited == 0 {
		return m.First
	}
	step := inherited * math.Exp(r.NormFloat64()/math.Sqrt(float64(max(free, 1))))
	return min(max(step, smallestStep), largestStep)
}

// Inherits is true.
func (SelfAdaptive) Inherits() bool { return true }

// Mutate returns the new value.
func (SelfAdaptive) Mutate(r *rand.Rand, w engines.Weight, v, step float64) float64 {
	return settle(r, w, shift(w, v, step*r.NormFloat64()))
}
