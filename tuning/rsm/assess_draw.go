package rsm

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
)

// draw draws n surfaces, from each prior as many as its evidence is worth, to the power of
// 1/doubt: where strength is no surface of any of the priors, evidence says too much.
func (a *assessment) draw(n int, doubt float64, rng *rand.Rand, how func(f *surface, n int, rng *rand.Rand) [][]float64) {
	best := slices.MaxFunc(a.surfaces, func(x, y surface) int { return cmp.Compare(x.evidence, y.evidence) }).evidence
	total, worth := 0.0, make([]float64, len(a.surfaces))
	for k, f := range a.surfaces {
		worth[k] = math.Exp((f.evidence - best) / doubt)
		total += worth[k]
	}
	counts := make([]int, len(a.surfaces))
	for k := range n {
		left := (float64(k) + 0.5) / float64(n) * total
		at := 0
		for at < len(worth)-1 && left > worth[at] {
			left -= worth[at]
			at++
		}
		counts[at]++
	}
	a.drawn = make([][]float64, 0, n)
	for at, count := range counts {
		a.drawn = append(a.drawn, how(&a.surfaces[at], count, rng)...)
	}
	a.mean = make([]float64, a.model.size())
	for _, theta := range a.drawn {
		for i, v := range theta {
			a.mean[i] += v / float64(n)
		}
	}
}

// freely draws from what the games and the Gaussian prior leave open.
func (a *assessment) freely(f *surface, n int, rng *rand.Rand) [][]float64 {
	out := make([][]float64, n)
	for k := range out {
		out[k] = f.sample(rng)
	}
	return out
}

// withinReach draws from that and from what is known beforehand of the maximum, see
// nearness: by elliptical slice sampling (I. Murray, R. P. Adams and D. J. C. MacKay,
// "Elliptical slice sampling", AISTATS 2010), whose steps go along an ellipse through the
// present parameters and through others drawn freely.
func (a *assessment) withinReach(f *surface, n int, rng *rand.Rand) [][]float64 {
	const (
		first = 20 // steps, that forget where the walk begins
		apart = 5  // steps from one draw to the next
		tries = 60 // points of an ellipse: its arc shrinks to nothing
	)
	if n == 0 {
		return nil
	}
	now := f.sample(rng)
	near := a.nearness(now)
	var out [][]float64
	for k := 1; len(out) < n; k++ {
		other := f.sample(rng)
		level := near - rng.ExpFloat64()
		angle := 2 * math.Pi * rng.Float64()
		from, to := angle-2*math.Pi, angle
		for range tries {
			next := f.between(now, other, angle)
			if v := a.nearness(next); v > level {
				now, near = next, v
				break
			}
			if angle < 0 {
				from = angle
			} else {
				to = angle
			}
			angle = from + (to-from)*rng.Float64()
		}
		if k > first && k%apart == 0 {
			out = append(out, now)
		}
	}
	return out
}

// nearness is the log density beforehand of the slopes, given the curvatures, up to a
// constant: along every axis the maximum lies a normal distance from the answer, as far as
// in a range in which nothing is known. A slope is that distance times the curvature. A
// prior of slopes that knows nothing of curvatures is in favour of steep axes, because
// they leave room for more slopes; and along an axis that the games do not resolve, where
// a search that took it for steep has looked close by alone, nothing speaks against them.
// What is less curved than flat, or convex, counts as that.
func (a *assessment) nearness(theta []float64) float64 {
	const (
		reach = 0.3 // of the range; that of a uniform draw is 0.29
		flat  = 1.0 // logits
	)
	values, vectors := eigen(a.model.hessian(theta), 0)
	sum := 0.0
	for j, v := range values {
		slope := 0.0
		for i, g := range theta[:a.model.dim] {
			slope += g * vectors.At(i, j)
		}
		deviation := reach * max(v, flat)
		sum -= math.Log(deviation) + square(slope/deviation)/2
	}
	return sum
}

// sample draws parameters.
func (f *surface) sample(rng *rand.Rand) []float64 {
	x := blas64.Vector{N: len(f.theta), Inc: 1, Data: make([]float64, len(f.theta))}
	for i := range x.Data {
		x.Data[i] = rng.NormFloat64()
	}
	blas64.Trsv(blas.NoTrans, f.root.RawTriangular(), x)
	for i, v := range f.theta {
		x.Data[i] += v
	}
	return x.Data
}

// between is a point of the ellipse about the mean that leads through two others.
func (f *surface) between(x, y []float64, angle float64) []float64 {
	sin, cos := math.Sincos(angle)
	out := make([]float64, len(f.theta))
	for i, m := range f.theta {
		out[i] = m + (x[i]-m)*cos + (y[i]-m)*sin
	}
	return out
}
