package genetic

import (
	"math/rand/v2"

	"github.com/lanista/lanista/engines"
)

// Reset draws a weight anew, uniform in its range: the mutation of the Risk
// procedure, and the random replacement of Michalewicz's uniform mutation (1992).
type Reset struct{}

// Step is 0: a reset knows no distance.
func (Reset) Step(*rand.Rand, float64, float64, int) float64 { return 0 }

// Inherits is false.
func (Reset) Inherits() bool { return false }

// Mutate returns the new value; v has no part in it.
func (Reset) Mutate(r *rand.Rand, w engines.Weight, _, _ float64) float64 { return draw(r, w) }
