package problems

import (
	"math/rand/v2"

	"github.com/lanista/lanista/tuning/bench"
)

// Funnels has a wide hill and a second one that is half as wide and about 70 Elo higher. A
// search that climbs ends on the lower hill from most start weights.
const Funnels bench.Kind = "funnels"

// FunnelDims are the numbers of weights of its table: few, in which a search can look
// everywhere, and as many as the edges have.
var FunnelDims = []int{2, EdgeDim}

// funnels is the higher of two hills at every place.
type funnels struct {
	narrow, wide *bowl
	size         float64 // of what the wide one's top loses
}

// newFunnels puts the narrow hill at the target and the wide one anywhere.
func newFunnels(rng *rand.Rand, w *wild) *funnels {
	const share = 0.2 // of what a random point loses on the wide hill
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
