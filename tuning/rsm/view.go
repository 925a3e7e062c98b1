package rsm

import (
	"math"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning/pairwise"
)

// view is the coordinates, from 0 to 1, in which an answer is assessed: those of the
// box, or, where only directions count, the ratios of the other weights to the
// answer's largest. A ratio goes to 2, and to -2 where the weight may be negative.
type view struct {
	box     *pairwise.Box
	answer  engines.Weights
	rays    bool
	largest int           // the place of the largest weight
	lowest  []float64     // ratio of every weight
	free    []int         // places of the coordinates' weights
	ranges  engines.Space // of which the box may be a part; nil where it is all
}

const farthestRatio = 2.0

func newView(box *pairwise.Box, answer engines.Weights, scaleFree bool) view {
	v := view{box: box, answer: answer, free: box.Space().Free()}
	for i, w := range answer {
		if math.Abs(w) > math.Abs(answer[v.largest]) {
			v.largest = i
		}
	}
	for i, w := range box.Space() { // a fixed weight gives a vector its length
		scaleFree = scaleFree && (w.Free() || answer[i] == 0)
	}
	if v.rays = scaleFree && answer[v.largest] != 0; !v.rays {
		return v
	}
	v.free = slices.DeleteFunc(v.free, func(i int) bool { return i == v.largest })
	v.lowest = make([]float64, len(answer))
	for i, w := range box.Space() {
		if w.Min < 0 || answer[v.largest] < 0 {
			v.lowest[i] = -farthestRatio
		}
	}
	return v
}

func (v view) dim() int { return len(v.free) }

// tuned reports whether a weight is one of those that are assessed.
func (v view) tuned(i int) bool { return v.box.Space()[i].Free() }

// beyond reports whether the value of a weight lies at a wall of the box that is no end of
// its range.
func (v view) beyond(i int, value float64) bool {
	if v.rays || v.ranges == nil {
		return false
	}
	const near = 1e-9 // of the box
	w, all := v.box.Space()[i], v.ranges[i]
	slack := near * (w.Max - w.Min)
	return value <= w.Min+slack && w.Min > all.Min+slack || value >= w.Max-slack && w.Max < all.Max-slack
}

// of gives the coordinates of weights; false where they lie outside of the view.
func (v view) of(w engines.Weights) ([]float64, bool) {
	if !v.rays {
		return v.box.Unit(w), true
	}
	x, inside := make([]float64, len(v.free)), w[v.largest]*v.answer[v.largest] > 0
	for k, i := range v.free {
		x[k] = (w[i]/w[v.largest] - v.lowest[i]) / (farthestRatio - v.lowest[i])
		inside = inside && x[k] >= 0 && x[k] <= 1
	}
	return x, inside
}

// weights are those of a place, of rays at the length of the answer: the sum of their
// sizes.
func (v view) weights(x []float64) engines.Weights {
	if !v.rays {
		return v.box.Nearest(x)
	}
	w := make(engines.Weights, len(v.answer))
	w[v.largest] = v.answer[v.largest]
	for k, i := range v.free {
		w[i] = (v.lowest[i] + x[k]*(farthestRatio-v.lowest[i])) * w[v.largest]
	}
	factor := length(v.answer) / length(w)
	for i := range w {
		w[i] *= factor
	}
	return w
}

func length(w engines.Weights) float64 {
	sum := 0.0
	for _, v := range w {
		sum += math.Abs(v)
	}
	return sum
}

// log gives the pairs in the coordinates of the view, without those of which a point
// lies outside.
func (v view) log(games pairwise.Log) pairwise.Log {
	if !v.rays {
		return games
	}
	var out pairwise.Log
	for _, g := range games {
		a, ok1 := v.of(v.box.Nearest(g.A))
		b, ok2 := v.of(v.box.Nearest(g.B))
		if ok1 && ok2 {
			out = append(out, pairwise.Outcome{A: a, B: b, Score: g.Score, Games: g.Games})
		}
	}
	return out
}

// moved are the coordinates of the answer with two weights moved by so many quarters of
// their ranges, beyond them if need be; false where that is no place at all.
func (v view) moved(i int, quarters float64, j int, others float64) ([]float64, bool) {
	if !v.rays {
		x, _ := v.of(v.answer)
		for k, at := range v.free {
			if at == i {
				x[k] += quarters / 4
			}
			if at == j {
				x[k] += others / 4
			}
		}
		return x, true
	}
	w, space := slices.Clone(v.answer), v.box.Space()
	w[i] += quarters * (space[i].Max - space[i].Min) / 4
	w[j] += others * (space[j].Max - space[j].Min) / 4
	x, _ := v.of(w)
	return x, w[v.largest]*v.answer[v.largest] > 0
}

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
