package problems

import (
	"math/rand/v2"

	"github.com/lanista/lanista/tuning/bench"
)

// Funnels is a kind of problem whose strength function has two hills. One hill is wide. The other
// is half as wide and about 70 Elo higher. A search that climbs from a random point usually ends on
// the lower, wide hill.
const Funnels bench.Kind = "funnels"

// FunnelDims contains the numbers of weights with which problems with two hills of strength are
// measured. With 2 weights, a search can cover the whole range.
var FunnelDims = []int{2, EdgeDim}

// funnels computes the loss of strength in a problem with two hills. The strength of a point is the
// larger of its strengths on the two hills.
type funnels struct {
	narrow, wide *bowl
	size         float64 // loss of strength at the top of the wide hill
}

// newFunnels returns the loss of strength in a problem with two hills. The narrow hill is at the
// optimum, and the wide hill is at a random place.
func newFunnels(rng *rand.Rand, w *wild) *funnels {
	const share = 0.2 // of the loss of a random point on the wide hill
	f := &funnels{narrow: newRound(w.target), wide: newRound(plain.place(w.random(rng)))}
	w.base = f.wide
	f.size = share * w.typicalBase(rng)
	return f
}

func (f *funnels) String() string { return "two hills" }

func (f *funnels) lost(y []float64) float64 {
	const steeper = 4 // the square of the ratio of their widths
	return min(steeper*f.narrow.lost(y), f.size+f.wide.lost(y))
}
