package bench

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/lanista/lanista/engines"
)

// Kind is the name of a family of strength functions, such as "multi".
type Kind string

// These are the kinds of strength functions of the benchmark problems. A strength function gives
// the strength of an agent, in Elo, for each vector of weights x. Its optimum is x*.
const (
	Quad  Kind = "quad"  // a round quadratic: S(x) = -s |x-x*|^2
	Ill   Kind = "ill"   // a rotated quadratic: S(x) = -s (x-x*)' Q (x-x*), condition of Q 1000
	Multi Kind = "multi" // multimodal: a round quadratic minus 100 mean(1 - cos(2 pi (x-x*)/3)) Elo
)

// Kinds contains the kinds of strength functions of the benchmark problems, and Dims the numbers of
// weights that the problems have. Reports list both in this order.
var (
	Kinds = []Kind{Quad, Ill, Multi}
	Dims  = []int{4, 10, 32}
)

const (
	Upper      = 10.0 // the box is [0, Upper]^d
	edge       = 0.5  // smallest distance of the optimum from the edges of the box
	condition  = 1000.0
	MeanRegret = 400.0 // mean regret of a uniform random point, in Elo
	ripple     = 100.0 // the part of MeanRegret that comes from the cosines of Multi
	period     = 3.0   // period of these cosines
)

// strength is the function of a benchmark problem that gives every weight vector its strength. A
// strategy does not know the function.
type strength struct {
	kind    Kind
	optimum []float64
	scale   float64
	axes    *mat.Dense // rows are the axes of Ill, scaled by the root of their curvature
	free    bool       // only the direction of a point matters
	wide    bool       // points may lie outside the box

	steepness float64 // factor of the whole function
}

// newStrength returns the strength function for a kind, a number of weights and a seed. Its scale
// is set so that a uniform random point is weaker than the optimum by MeanRegret, on average. This
// is exact for the quadratics. It is approximate for Multi, where the mean of the cosines over the
// box is taken to be 0.
func newStrength(kind Kind, dim int, seed uint64) (*strength, error) {
	if dim < 1 {
		return nil, fmt.Errorf("bench: dimension %d is below the minimum 1", dim)
	}
	rng := engines.Rand(engines.Seed(seed, engines.Purpose("duel suite"), engines.Purpose(string(kind)), uint64(dim)))
	s := &strength{kind: kind, optimum: make([]float64, dim), steepness: 1}
	for i := range s.optimum {
		s.optimum[i] = edge + (Upper-2*edge)*rng.Float64()
	}
	target, spread := MeanRegret, 1.0
	switch kind {
	case Quad:
	case Multi:
		target -= ripple
	case Ill:
		spread = s.rotate(rng)
	default:
		return nil, fmt.Errorf("bench: unknown kind of problem %q; one of quad, ill, multi", kind)
	}
	middle := slices.Repeat([]float64{Upper / 2}, dim)
	// The mean E (x-x*)'Q(x-x*) is trace(Q) var(x) + (m-x*)'Q(m-x*), where m is the middle of the
	// box and a coordinate has the variance Upper^2/12.
	trace := spread * float64(dim)
	s.scale = target / (trace*Upper*Upper/12 + s.quadratic(middle))
	return s, nil
}

// rotate draws random axes for a rotated quadratic (kind Ill) and returns the mean curvature along
// them.
func (s *strength) rotate(rng *rand.Rand) float64 {
	d := len(s.optimum)
	gauss := mat.NewDense(d, d, nil)
	for i := range d {
		for j := range d {
			gauss.Set(i, j, rng.NormFloat64())
		}
	}
	var qr mat.QR
	var q, r mat.Dense
	qr.Factorize(gauss)
	qr.QTo(&q)
	qr.RTo(&r)
	curvature, sum, all := make([]float64, d), 0.0, curvatures(Ill, d)
	for i, k := range rng.Perm(d) {
		curvature[i] = all[k]
		sum += curvature[i]
	}
	s.axes = mat.NewDense(d, d, nil)
	for i := range d {
		root := math.Sqrt(curvature[i]) * math.Copysign(1, r.At(i, i))
		for j := range d {
			s.axes.Set(i, j, root*q.At(j, i))
		}
	}
	return sum / float64(d)
}

// quadratic returns (x-x*)' Q (x-x*), where x* is the optimum. In a problem of the kind Ill, Q has
// different curvatures along random axes; otherwise it is the identity matrix. Entries of x beyond
// the length of x* are ignored.
func (s *strength) quadratic(x []float64) float64 {
	sum := 0.0
	if s.axes == nil {
		for i, o := range s.optimum {
			sum += (x[i] - o) * (x[i] - o)
		}
		return sum
	}
	var few [32]float64 // large enough for the suite's problems
	off := few[:0]
	for i, o := range s.optimum {
		off = append(off, x[i]-o)
	}
	for i := range off {
		dot := 0.0
		for j, a := range s.axes.RawRowView(i)[:len(off)] {
			dot += a * off[j]
		}
		sum += dot * dot
	}
	return sum
}

// At returns the strength of a point in Elo. It is 0 at the optimum.
func (s *strength) At(x []float64) float64 {
	x = s.effective(x)
	v := -s.scale * s.quadratic(x)
	if s.kind == Multi {
		sum := 0.0
		for i, o := range s.optimum {
			sum += 1 - math.Cos(2*math.Pi*(x[i]-o)/period)
		}
		v -= ripple * sum / float64(len(s.optimum))
	}
	return v * s.steepness
}

// effective returns the point at which the strength function is evaluated for x. Usually it is x.
// If points outside the box are as strong as the nearest point inside, it is that nearest point. If
// only the direction of a point matters, it is the point in the same direction with the length of
// the optimum.
func (s *strength) effective(x []float64) []float64 {
	if s.wide {
		x = s.inside(x)
	}
	if s.free {
		x = s.onto(x)
	}
	return x
}

// inside returns the point nearest to x in the box of the weights' ranges.
func (s *strength) inside(x []float64) []float64 {
	out := make([]float64, len(s.optimum))
	for i := range out {
		out[i] = min(max(x[i], 0), Upper)
	}
	return out
}

// onto returns a copy of the point x that is scaled to the length of the optimum. If x is 0, it
// returns 0.
func (s *strength) onto(x []float64) []float64 {
	var xx, oo float64
	for i, o := range s.optimum {
		xx += x[i] * x[i]
		oo += o * o
	}
	out := make([]float64, len(s.optimum))
	if xx == 0 {
		return out
	}
	for i := range out {
		out[i] = x[i] * math.Sqrt(oo/xx)
	}
	return out
}
