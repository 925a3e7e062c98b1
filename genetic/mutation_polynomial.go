package genetic

import (
	"math"
	"math/rand/v2"

	"github.com/lanista/lanista/engines"
)

// Polynomial is the bounded polynomial mutation of Deb (Deb and Goyal, "A
// combined genetic adaptive search (GeneAS) for engineering design", 1996; the
// bounded form as in NSGA-II): the larger Eta, the smaller the changes, about
// 1/Eta of the range. It never leaves the range.
type Polynomial struct{ Eta float64 }

// Step is 0: Eta is the measure.
func (Polynomial) Step(*rand.Rand, float64, float64, int) float64 { return 0 }

// Inherits is false.
func (Polynomial) Inherits() bool { return false }

// Mutate returns the new value.
func (m Polynomial) Mutate(r *rand.Rand, w engines.Weight, v, _ float64) float64 {
	x, u, power := w.Unit(v), r.Float64(), m.Eta+1
	var delta float64
	if u < 0.5 {
		delta = math.Pow(2*u+(1-2*u)*math.Pow(1-x, power), 1/power) - 1
	} else {
		delta = 1 - math.Pow(2*(1-u)+(2*u-1)*math.Pow(x, power), 1/power)
	}
	return settle(r, w, shift(w, v, delta))
}
