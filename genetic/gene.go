package genetic

import (
	"math"
	"math/rand/v2"

	"github.com/lanista/lanista/engines"
)

// A gene is one weight of a genome. Operators work on it on its own scale, which is
// the logarithm for a log weight, and hand the result to repair.

// draw returns a value uniform in the weight's range, on its own scale.
func draw(r *rand.Rand, w engines.Weight) float64 {
	switch {
	case !w.Free():
		return w.Default
	case w.Kind.Has(engines.Integer) && !w.Kind.Has(engines.Log):
		lo, hi := math.Ceil(w.Min), math.Floor(w.Max)
		return min(lo+math.Floor(r.Float64()*(hi-lo+1)), hi)
	}
	return w.Snap(w.FromUnit(r.Float64()))
}

// between returns the point at a share t of the way from a to b, on the
// weight's own scale. A share outside [0, 1] lies beyond a or b.
func between(w engines.Weight, a, b, t float64) float64 {
	switch {
	case a == b:
		return a
	case w.Kind.Has(engines.Log):
		return math.Exp((1-t)*math.Log(a) + t*math.Log(b))
	}
	return (1-t)*a + t*b
}

// shift moves a value by a share of the weight's range, on its own scale.
func shift(w engines.Weight, v, share float64) float64 {
	switch {
	case !w.Free():
		return w.Default
	case w.Kind.Has(engines.Log):
		return w.FromUnit(w.Unit(v) + share)
	}
	return v + share*(w.Max-w.Min)
}

// repair makes a value allowed. A value beyond the range stops at its border: a
// weight that does no good is best at 0, and a population must be able to get
// there. A value between two whole numbers goes to either with the probability
// that keeps its mean, for rounding to the nearest would swallow small steps.
func repair(r *rand.Rand, w engines.Weight, v float64) float64 {
	if w.Kind.Has(engines.Integer) && v > w.Min && v < w.Max && v != math.Trunc(v) {
		floor := math.Floor(v)
		if r.Float64() < v-floor {
			floor++
		}
		v = floor
	}
	return w.Snap(v)
}

// centre returns the weighted mean of vectors, each weight on its own scale,
// not yet snapped. Without weight all vectors count alike.
func centre(space engines.Space, vectors []engines.Weights, weight []float64) []float64 {
	mean := make([]float64, len(space))
	for i, w := range space {
		sum, total := 0.0, 0.0
		for k, v := range vectors {
			x, share := v[i], 1.0
			if w.Kind.Has(engines.Log) {
				x = math.Log(x)
			}
			if weight != nil {
				share = weight[k]
			}
			sum += share * x
			total += share
		}
		mean[i] = sum / total
		if w.Kind.Has(engines.Log) {
			mean[i] = math.Exp(mean[i])
		}
	}
	return mean
}
