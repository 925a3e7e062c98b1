package genetic

import (
	"math"
	"math/rand/v2"

	"github.com/lanista/lanista/engines"
)

// Gaussian adds normal noise (Rechenberg, Evolutionsstrategie, 1973). Its
// standard deviation is a share of the weight's range that goes from First to
// Last over the run by a constant factor per generation; Last 0 means that it
// stays at First.
type Gaussian struct{ First, Last float64 }

// Step is the present standard deviation.
func (m Gaussian) Step(_ *rand.Rand, _, progress float64, _ int) float64 {
	if m.Last == 0 || m.Last == m.First {
		return m.First
	}
	return m.First * math.Pow(m.Last/m.First, progress)
}

// Inherits is false: all genomes of a generation share one step.
func (Gaussian) Inherits() bool { return false }

// Mutate returns the new value.
func (Gaussian) Mutate(r *rand.Rand, w engines.Weight, v, step float64) float64 {
	return settle(r, w, shift(w, v, step*r.NormFloat64()))
}
