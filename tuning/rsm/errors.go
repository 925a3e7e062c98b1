package rsm

import (
	"math"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning/pairwise"
)

// Errors are the standard errors of an answer's weights where another model than a
// quadratic knows strength: by maxima, the best points of surfaces that were drawn from
// it. 1.96 errors on either side of the answer hold 95% of them. An error is NaN, and a
// length that of a share, where [Assess] says so.
func Errors(s pairwise.Setup, answer engines.Weights, maxima []engines.Weights, scaleFree bool) []float64 {
	v := newView(s.Box, answer, scaleFree)
	if v.rays { // at one length
		scaled := make([]engines.Weights, len(maxima))
		for k, w := range maxima {
			scaled[k] = slices.Clone(w)
			factor := length(answer) / max(length(w), math.SmallestNonzeroFloat64)
			for i := range w {
				scaled[k][i] *= factor
			}
		}
		maxima = scaled
	}
	rng := s.Rand("assessment")
	return v.errors(maxima, rng.Float64)
}

// errors are the distances from the answer that hold 95% of some maxima. They are NaN
// where that is hardly less than for guesses that know nothing.
func (v view) errors(maxima []engines.Weights, uniform func() float64) []float64 {
	const (
		known = 0.95 // of the error of a blind guess: from there on nothing is known
		blind = 400  // guesses
	)
	var guesses []engines.Weights
	for range blind {
		x := make([]float64, v.dim())
		for i := range x {
			x[i] = uniform()
		}
		guesses = append(guesses, v.weights(x))
	}
	at, _ := v.of(v.answer)
	answer := v.weights(at)
	out := make([]float64, len(answer))
	for i := range out {
		out[i] = spread(maxima, answer, i)
		if !v.tuned(i) || !(out[i] < known*spread(guesses, answer, i)) || v.outside(maxima, i) {
			out[i] = math.NaN()
		}
	}
	return out
}

// outside reports whether more than 5% of some maxima may lie beyond the box along a weight.
func (v view) outside(maxima []engines.Weights, i int) bool {
	const most = 0.05
	n := 0
	for _, w := range maxima {
		if v.beyond(i, w[i]) {
			n++
		}
	}
	return float64(n) > most*float64(len(maxima))
}

// spread is the distance from the answer that holds 95% of the places along a weight,
// as a standard deviation.
func spread(places []engines.Weights, answer engines.Weights, i int) float64 {
	const share, deviations = 0.95, 1.96
	distances := make([]float64, len(places))
	for k, p := range places {
		distances[k] = math.Abs(p[i] - answer[i])
	}
	slices.Sort(distances)
	return distances[min(int(share*float64(len(distances))), len(distances)-1)] / deviations
}
