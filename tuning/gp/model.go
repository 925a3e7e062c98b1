package gp

import (
	"math"
	"math/rand/v2"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning/pairwise"
)

// model predicts the strength of weights, in logits. The strength is a linear function of the
// parameters. For a place v in [coordinates] and z = v - origin it is
//
//	f(v) = g'z - z'Hz/2 + sum of a_m cos(w_m'v + p_m)
//
// The parameters are, in this order:
//
//   - the slopes g
//   - the curvature that all axes have in common
//   - for each axis, how far its curvature deviates from the common one
//   - the mixed curvatures, those of two axes
//   - the amplitudes a of the cosines, one octave after the other
//
// An octave is a length scale, half of the one before. Cosines with Gaussian amplitudes of equal
// variance approximate a Gaussian process with one length scale (Rahimi and Recht, "Random features
// for large-scale kernel machines", 2007). Several octaves model a strength that is smooth in one
// place and has edges in another.
type model struct {
	dim     int
	origin  []float64
	cosines []cosine
	first   []int // index of the first parameter of every octave, and the number of all parameters
}

// cosine is one of the cosine terms of the model of strength: cos(w'v + phase) at the place v,
// where w is the field frequency. If most elements of w are 0, the term depends on few weights
// only.
type cosine struct {
	frequency []float64
	phase     float64
}

// longest is the longest length scale of the cosine terms: the distance over which a term changes
// noticeably, as a share of the ranges of the weights. The other length scales are shorter.
const longest = 0.5

// newModel returns a model of strength with random cosine terms. origin is the place from which the
// quadratic part is measured. octaves contains the number of cosines for every length scale, from
// the longest on; each scale is half of the one before.
//
// The frequency vector w of a cosine is random. Its distribution makes the cosines together behave
// like a Matérn process of order 3/2 with the length scale l:
//
//	w = n / (l sqrt(o)) / sqrt(chi2_3 / 3)
//
// Here n has standard normal elements for the o weights that the cosine depends on, and zeros for
// the others. Up to three weights, a cosine depends on all of them. With more weights, two fifths
// of the cosines depend on one weight, two fifths on two, and the others on all. The reason is that
// strength is often a sum of functions of few weights.
func newModel(origin []float64, octaves []int, rng *rand.Rand) model {
	f := model{dim: len(origin), origin: origin}
	f.first = []int{f.quadratic()}
	length := longest
	for _, n := range octaves {
		for range n {
			f.cosines = append(f.cosines, newCosine(f.dim, length, rng))
		}
		f.first = append(f.first, f.first[len(f.first)-1]+n)
		length /= 2
	}
	return f
}

func newCosine(dim int, length float64, rng *rand.Rand) cosine {
	const few, sparse, pairs = 3, 0.4, 0.8
	on := dim
	if dim > few {
		switch share := rng.Float64(); {
		case share < sparse:
			on = 1
		case share < pairs:
			on = 2
		}
	}
	chi := 0.0
	for range 3 {
		n := rng.NormFloat64()
		chi += n * n
	}
	w := cosine{frequency: make([]float64, dim)}
	for _, i := range rng.Perm(dim)[:on] {
		w.frequency[i] = rng.NormFloat64() / (length * math.Sqrt(float64(on)*chi/3))
	}
	w.phase = 2 * math.Pi * rng.Float64()
	return w
}

// quadratic returns the number of parameters of the model's quadratic part. These are all
// parameters except the amplitudes of the cosine terms.
func (f *model) quadratic() int { return 2*f.dim + 1 + f.dim*(f.dim-1)/2 }

func (f *model) size() int { return f.first[len(f.first)-1] }

// groups returns the number of groups of parameters that have a common prior. One group is the
// slopes, one the common curvature of all axes, and one the deviations from it. The amplitudes of
// the cosine terms on each length scale are a group, too.
func (f *model) groups() int { return octaveGroup + len(f.first) - 1 }

const (
	slopeGroup = iota
	commonGroup
	deviationGroup
	octaveGroup // group of the first octave; the other octaves have the following groups
)

// group returns the number of the group that parameter j belongs to. The parameters of a group have
// a common prior.
func (f *model) group(j int) int {
	switch {
	case j < f.dim:
		return slopeGroup
	case j == f.dim:
		return commonGroup
	case j < f.first[0]:
		return deviationGroup
	}
	k := octaveGroup
	for j >= f.first[k-octaveGroup+1] {
		k++
	}
	return k
}

// share returns the factor by which the prior precision (inverse variance) of parameter j differs
// from that of its group. It is 0.5 if j is the deviation of a coordinate's curvature from the
// common curvature, and otherwise 1. With this factor the prior of the quadratic does not change if
// the axes are rotated.
func (f *model) share(j int) float64 {
	if f.dim < j && j <= 2*f.dim {
		return 0.5
	}
	return 1
}

// add adds the derivatives of the strength at the place v to row, multiplied by sign. There is one
// derivative for each parameter of the model.
func (f *model) add(row, v []float64, sign float64) {
	d := f.dim
	squares := 0.0
	k := 2*d + 1
	for i := range d {
		z := v[i] - f.origin[i]
		row[i] += sign * z
		row[d+1+i] -= sign * z * z / 2
		squares += z * z
		for j := i + 1; j < d; j++ {
			row[k] -= sign * z * (v[j] - f.origin[j])
			k++
		}
	}
	row[d] -= sign * squares / 2
	for _, w := range f.cosines {
		angle := w.phase
		for i, x := range w.frequency {
			angle += x * v[i]
		}
		row[k] += sign * math.Cos(angle)
		k++
	}
}

// coordinates converts points to places, the input vectors of the model of strength. A point has a
// coordinate in [0, 1] for every tuned weight. Points that must have equal strength get the same
// place. For example, if only the ratios of the weights matter, all points with the same ratios
// have the same place.
type coordinates struct {
	box *pairwise.Box
	// logs states that only the ratios of the weights matter and that all are positive. A place then
	// consists of the logarithms of the weights minus their mean, divided by width, plus 0.5. width is
	// the width of the widest range of a logarithm. If only ratios matter and weights may be 0, a
	// place is the normalised point.
	logs  bool
	width float64
}

// newCoordinates returns a converter from points of a search box to places, the inputs of the model
// of strength; see [coordinates]. box contains the ranges of the weights and may be a part of a
// larger search box. scaleFree states that only the ratios of the weights matter.
func newCoordinates(box *pairwise.Box, scaleFree bool) coordinates {
	c := coordinates{box: box, logs: scaleFree && !box.ScaleFree()}
	for _, w := range box.Space() {
		switch {
		case w.Free() && w.Min > 0:
			c.width = max(c.width, math.Log(w.Max/w.Min))
		case !w.Free() && fixed(w) == 0: // 0 has no logarithm
		default:
			c.logs = false
		}
	}
	return c
}

// fixed returns the constant value of a weight that is not tuned: its default, limited to its
// range.
func fixed(w engines.Weight) float64 { return min(max(w.Default, w.Min), w.Max) }

// effective returns the number of independent directions in which strength can vary. It is one
// less than the number of coordinates if only the ratios of the weights matter.
func (c coordinates) effective() int {
	if c.logs || c.box.ScaleFree() {
		return max(c.box.Dim()-1, 1)
	}
	return c.box.Dim()
}

// place converts the point u, with coordinates from 0 to 1, to its place in the model; see
// [coordinates]. It stores the place in v. Both have one element for every free weight.
func (c coordinates) place(v, u []float64) {
	copy(v, u)
	if !c.logs {
		c.box.Normalise(v)
		return
	}
	mean := 0.0
	space := c.box.Space()
	for k, i := range space.Free() {
		v[k] = math.Log(space[i].FromUnit(u[k])) / c.width
		mean += v[k] / float64(len(v))
	}
	for k := range v {
		v[k] += 0.5 - mean
	}
}
