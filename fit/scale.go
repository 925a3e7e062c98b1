package fit

import (
	"math"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/training"
)

// cone is the set of coefficient vectors that correspond to allowed weights. These are all vectors
// k w with a positive scale k and weights w within their ranges. Coefficients of columns that
// belong to no weight can have any value.
type cone struct {
	space   engines.Space
	columns int
}

// at returns the lower and upper bounds of the coefficients b = k w for a given scale k and weights
// w within their ranges.
func (c cone) at(k float64) (low, high []float64) {
	low, high = c.unbounded()
	for j, w := range c.space {
		low[j], high[j] = k*w.Min, k*w.Max
		if w.Kind.Has(engines.Fixed) {
			low[j], high[j] = k*w.Default, k*w.Default
		}
	}
	return low, high
}

// signs returns the bounds of the coefficients if their common scale is any positive number. A
// coefficient is a weight multiplied by the scale. Its lower bound is 0 if the weight cannot be
// negative, and its upper bound is 0 if the weight cannot be positive. All other bounds are
// infinite.
func (c cone) signs() (low, high []float64) {
	low, high = c.unbounded()
	one, other := c.at(1)
	for j := range c.space {
		if one[j] >= 0 {
			low[j] = 0
		}
		if other[j] <= 0 {
			high[j] = 0
		}
	}
	return low, high
}

func (c cone) unbounded() (low, high []float64) {
	low, high = make([]float64, c.columns), make([]float64, c.columns)
	for j := range low {
		low[j], high[j] = math.Inf(-1), math.Inf(1)
	}
	return low, high
}

// slack is the relative tolerance for rounding errors in comparisons: of a weight with its bound,
// and of two losses.
const slack = 1e-9

// scales returns the smallest and the largest scale k for which all weights b/k are within their
// ranges. If there is no such scale, least is greater than largest.
func (c cone) scales(b []float64) (least, largest float64) {
	least, largest = 0, math.Inf(1)
	low, high := c.at(1)
	for j := range c.space {
		switch {
		case b[j] > 0 && high[j] <= 0, b[j] < 0 && low[j] >= 0:
			return 1, 0
		case b[j] > 0:
			least = max(least, b[j]/high[j]*(1-slack))
		case b[j] < 0:
			least = max(least, b[j]/low[j]*(1-slack))
		}
		if low[j] > 0 {
			largest = min(largest, b[j]/low[j]*(1+slack))
		}
		if high[j] < 0 {
			largest = min(largest, b[j]/high[j]*(1+slack))
		}
	}
	return least, largest
}

// mostNarrowed limits the scales that [cone.narrow] tries. A scale differs from the given one by at
// most a factor of e^mostNarrowed.
const mostNarrowed = 5.0

// narrowed is the length of the interval of scales at which [cone.narrow] ends. The length is the
// natural logarithm of the ratio of the ends.
const narrowed = 0.01

// narrow fits the coefficients again with all weights within their ranges. The weights are the
// coefficients divided by a common scale k, which narrow finds by a golden-section search. It tries
// scales within a factor e^5 of around. It returns the best scale, the objective there and the
// coefficients.
//
// The objective is convex in the coefficients, and their bounds are proportional to the scale. The
// minimum within the bounds is therefore a convex function of the scale.
func (c cone) narrow(o *objective, b []float64, around float64) (k, value float64, found []float64, err error) {
	const ratio = 0.6180339887498949
	try := func(x float64) (float64, []float64, error) {
		low, high := c.at(around * math.Exp(x))
		found, err := minimise(o, slices.Clone(b), low, high)
		if err != nil {
			return 0, nil, err
		}
		return o.value(found) + o.absolute(found), found, nil
	}
	from, to := -mostNarrowed, mostNarrowed
	x1, x2 := to-ratio*(to-from), from+ratio*(to-from)
	f1, b1, err := try(x1)
	if err != nil {
		return 0, 0, nil, err
	}
	f2, b2, err := try(x2)
	for to-from > narrowed && err == nil {
		if f1 <= f2 {
			to, x2, f2, b2 = x2, x1, f1, b1
			x1 = to - ratio*(to-from)
			f1, b1, err = try(x1)
		} else {
			from, x1, f1, b1 = x1, x2, f2, b2
			x2 = from + ratio*(to-from)
			f2, b2, err = try(x2)
		}
	}
	if f1 <= f2 {
		return around * math.Exp(x1), f1, b1, err
	}
	return around * math.Exp(x2), f2, b2, err
}

// atEnd reports whether [cone.narrow] has found the best scale at an end of the interval that it
// searches. A better scale may then lie outside of the interval. share is the scale that narrow
// returned, divided by the one that it was given.
func atEnd(share float64) bool { return math.Abs(math.Log(share)) > mostNarrowed-2*narrowed }

// extent returns the smallest scale k at which every weight b/k fits its range in absolute value,
// without regard to its sign. It does not depend on the units of the weights. It is 0 if there is
// no such scale or if all coefficients of weights are 0.
func (c cone) extent(b []float64) float64 {
	least := 0.0
	low, high := c.at(1)
	for j := range c.space {
		if b[j] != 0 {
			least = max(least, math.Abs(b[j])/max(math.Abs(low[j]), math.Abs(high[j])))
		}
	}
	if math.IsInf(least, 1) {
		return 0
	}
	return least
}

// along is the feature matrix of a fit that determines only the best common scale of given weights.
// Its first column is the evaluation with these weights, which replaces the columns of all weights.
// The other columns, such as that of the constant term, are unchanged.
type along struct {
	Rows
	weights []float64
}

// Columns returns the number of columns: one for the evaluation, and one for each feature that
// belongs to no weight.
func (a along) Columns() int { return 1 + a.Rows.Columns() - len(a.weights) }

// Terms appends row i of the matrix to dst. The first term is the evaluation with the given
// weights. The features that belong to no weight follow, such as the constant term.
func (a along) Terms(i int, dst []training.Term) []training.Term {
	at := len(dst)
	dst = a.Rows.Terms(i, append(dst, training.Term{}))
	kept, worth := at+1, 0.0
	for _, t := range dst[at+1:] {
		if beyond := int(t.Column) - len(a.weights); beyond >= 0 {
			dst[kept] = training.Term{Column: int32(beyond + 1), Value: t.Value}
			kept++
		} else {
			worth += a.weights[t.Column] * float64(t.Value)
		}
	}
	dst[at].Value = float32(worth)
	return dst[:kept]
}
