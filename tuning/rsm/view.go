package rsm

import (
	"math"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning/pairwise"
)

// view converts weight vectors to the coordinates in which the precision of a result is assessed,
// from 0 to 1. Usually there is one coordinate for each tuned weight: its place in the range that
// was searched.
//
// If only the ratios of the weights matter, a coordinate is the ratio of a weight to a reference
// weight. The reference is the weight with the largest absolute value in the result, and has no
// coordinate. Ratios from 0 to 2, or from -2 to 2 if they may be negative, become coordinates from
// 0 to 1.
type view struct {
	box     *pairwise.Box
	result  engines.Weights
	rays    bool          // only the ratios matter, so that all points of a ray from the origin are equal
	largest int           // index of the reference weight
	lowest  []float64     // smallest ratio of every weight: 0 or -2
	free    []int         // index of the weight of every coordinate
	ranges  engines.Space // full ranges of the weights, which the box may be a part of; nil if they are those of the box
}

// farthestRatio is the largest ratio of a weight to the reference weight, the largest weight of the
// result, that the coordinates of a [view] can express.
const farthestRatio = 2.0

func newView(box *pairwise.Box, result engines.Weights, scaleFree bool) view {
	v := view{box: box, result: result, free: box.Space().Free()}
	for i, w := range result {
		if math.Abs(w) > math.Abs(result[v.largest]) {
			v.largest = i
		}
	}
	for i, w := range box.Space() { // a fixed weight determines the length of a vector
		scaleFree = scaleFree && (w.Free() || result[i] == 0)
	}
	if v.rays = scaleFree && result[v.largest] != 0; !v.rays {
		return v
	}
	v.free = slices.DeleteFunc(v.free, func(i int) bool { return i == v.largest })
	v.lowest = make([]float64, len(result))
	for i, w := range box.Space() {
		if w.Min < 0 || result[v.largest] < 0 {
			v.lowest[i] = -farthestRatio
		}
	}
	return v
}

func (v view) dim() int { return len(v.free) }

func (v view) tuned(i int) bool { return v.box.Space()[i].Free() }

// beyond reports whether better values of weight i may lie outside of the search box. They may if
// value is at an edge of the box and the weight's own range continues there.
func (v view) beyond(i int, value float64) bool {
	if v.rays || v.ranges == nil {
		return false
	}
	const near = 1e-9 // share of the box
	w, all := v.box.Space()[i], v.ranges[i]
	slack := near * (w.Max - w.Min)
	return value <= w.Min+slack && w.Min > all.Min+slack || value >= w.Max-slack && w.Max < all.Max-slack
}

// of converts weight vector w to the coordinates of the view, from 0 to 1; see [view]. If the
// coordinates are ratios to the largest weight of the result, it may return false. It does so if a
// ratio is out of range, or if that weight is 0 or has the opposite sign in w.
func (v view) of(w engines.Weights) ([]float64, bool) {
	if !v.rays {
		return v.box.Unit(w), true
	}
	x, inside := make([]float64, len(v.free)), w[v.largest]*v.result[v.largest] > 0
	for k, i := range v.free {
		x[k] = (w[i]/w[v.largest] - v.lowest[i]) / (farthestRatio - v.lowest[i])
		inside = inside && x[k] >= 0 && x[k] <= 1
	}
	return x, inside
}

// weights returns the weight vector at the coordinates x. If only ratios matter, it is scaled so
// that its absolute weights have the same sum as those of the result.
func (v view) weights(x []float64) engines.Weights {
	if !v.rays {
		return v.box.Nearest(x)
	}
	w := make(engines.Weights, len(v.result))
	w[v.largest] = v.result[v.largest]
	for k, i := range v.free {
		w[i] = (v.lowest[i] + x[k]*(farthestRatio-v.lowest[i])) * w[v.largest]
	}
	factor := length(v.result) / length(w)
	for i := range w {
		w[i] *= factor
	}
	return w
}

// length returns the sum of the absolute weights. If only the ratios of weights matter, vectors are
// scaled to equal length.
func length(w engines.Weights) float64 {
	sum := 0.0
	for _, v := range w {
		sum += math.Abs(v)
	}
	return sum
}

// log converts recorded games to the coordinates of the view (see [view]): the weight vectors
// that played are converted. It leaves out the results of a pair of vectors if the view does not
// contain one of them.
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

// moved returns the coordinates of the result after two weights have changed. Weight i changes by
// quarters/4 of its range, and weight j by others/4 of its range. The point may lie outside of the
// search box. moved returns false if the coordinates are ratios to the largest weight and this
// weight becomes 0 or changes its sign.
func (v view) moved(i int, quarters float64, j int, others float64) ([]float64, bool) {
	if !v.rays {
		x, _ := v.of(v.result)
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
	w, space := slices.Clone(v.result), v.box.Space()
	w[i] += quarters * (space[i].Max - space[i].Min) / 4
	w[j] += others * (space[j].Max - space[j].Min) / 4
	x, _ := v.of(w)
	return x, w[v.largest]*v.result[v.largest] > 0
}

// Errors returns the standard error of every weight of a result. It is for strategies whose model
// is not a quadratic; see [Assess] for a quadratic. maxima contains weights that may be the best:
// the highest point of each of many surfaces, drawn at random from the model. An error is the
// distance from the result within which 95% of the values in maxima lie, divided by 1.96. It is NaN
// if maxima show too little about the weight. If only the ratios of the weights matter (scaleFree),
// the vectors in maxima are first scaled to the sum of the result's absolute weights.
func Errors(s pairwise.Setup, result engines.Weights, maxima []engines.Weights, scaleFree bool) []float64 {
	v := newView(s.Box, result, scaleFree)
	if v.rays { // scaled to equal length
		scaled := make([]engines.Weights, len(maxima))
		for k, w := range maxima {
			scaled[k] = slices.Clone(w)
			factor := length(result) / max(length(w), math.SmallestNonzeroFloat64)
			for i := range w {
				scaled[k][i] *= factor
			}
		}
		maxima = scaled
	}
	rng := s.Rand("assessment")
	return v.errors(maxima, make([]float64, len(result)), 1, rng.Float64)
}

// errors returns the standard error of every weight of the result. maxima are points at which
// strength may be highest, drawn at random. An error is chosen so that 95% of the maxima lie within
// 1.96 errors of the result. It is raised to the weight's element of least if it is smaller, and is
// then multiplied by widening.
//
// An error is NaN, that is unknown, in three cases:
//
//   - The weight is not tuned.
//   - Too many maxima may lie beyond the search box; see [view.outside].
//   - The error is hardly smaller than that of points drawn uniformly from the box. The function
//     uniform draws the coordinates of these points, from 0 to 1.
func (v view) errors(maxima []engines.Weights, least []float64, widening float64, uniform func() float64) []float64 {
	const (
		known = 0.95 // share of the error of random points above which a weight is unknown
		blind = 400  // number of random points
	)
	var guesses []engines.Weights
	for range blind {
		x := make([]float64, v.dim())
		for i := range x {
			x[i] = uniform()
		}
		guesses = append(guesses, v.weights(x))
	}
	at, _ := v.of(v.result)
	result := v.weights(at)
	out := make([]float64, len(result))
	for i := range out {
		out[i] = widening * max(spread(maxima, result, i), least[i])
		if !v.tuned(i) || !(out[i] < known*spread(guesses, result, i)) || v.outside(maxima, i) {
			out[i] = math.NaN()
		}
	}
	return out
}

// outside reports whether the best value of weight i may lie outside of the search box. maxima
// contains weight vectors that may be the best. outside returns true if more than 5% of them lie at
// an edge of the box beyond which the range of weight i continues.
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

// spread returns a standard error for weight i. It is the distance from the result's value that 95%
// of the values in places do not exceed, divided by 1.96.
func spread(places []engines.Weights, result engines.Weights, i int) float64 {
	const share, deviations = 0.95, 1.96
	distances := make([]float64, len(places))
	for k, p := range places {
		distances[k] = math.Abs(p[i] - result[i])
	}
	slices.Sort(distances)
	return distances[min(int(share*float64(len(distances))), len(distances)-1)] / deviations
}
