package problems

import (
	"fmt"
	"math/rand/v2"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning/bench"
)

// These kinds of problems have edges: steps, cliffs, ridges or waves of the strength, as in games
// with whole-number features. Strategies that average points or fit a quadratic find poor results
// on them. As in the problems of package bench, a uniform random point is 400 Elo below the best on
// average. Searches begin in the middle of the ranges.
const (
	kindPlateau bench.Kind = "plateau" // a round quadratic that is flat far away, with a cliff near its top
	Judge       bench.Kind = "judge"   // choices by a linear evaluation of whole numbers: many steps
	kindFractal bench.Kind = "fractal" // a round quadratic with waves of six octaves
	Rosen       bench.Kind = "rosen"   // a narrow curved ridge
	kindRipples bench.Kind = "ripples" // a round quadratic with waves along every weight
	kindCone    bench.Kind = "cone"    // strength falls in proportion to the distance
)

// Edges contains the kinds of benchmark problems in which strength is not a smooth function of
// the weights but has steps, cliffs or waves. Reports list them in this order.
var Edges = []bench.Kind{kindPlateau, Judge, kindFractal, Rosen, kindRipples, kindCone}

// EdgeDim is the number of weights of the benchmark problems of the kinds in [Edges], whose
// strength has steps, cliffs or similar edges.
const EdgeDim = 6

// newDrawn returns the draft of a random benchmark problem with dim weights, generated from seed.
// The kind must be one of those that [isDrawn] accepts. v adds properties of real games. newDrawn
// returns an error if v is invalid or has the properties ScaleFree or Wide, which these kinds
// cannot have.
func newDrawn(kind bench.Kind, dim int, seed uint64, v bench.Variant) (*draft, error) {
	if err := v.Validate(); err != nil {
		return nil, err
	}
	if v.ScaleFree || v.Wide > 1 {
		return nil, fmt.Errorf("%s has no variant in wide ranges or directions", kind)
	}
	v = variantOf(v, kind, dim)
	rng := engines.Rand(engines.Seed(seed, engines.Purpose("edges"), engines.Purpose(string(kind)), uint64(dim)))
	w := &wild{dim: dim, begins: "in the middle"}
	if kind == kindRatios {
		w.form = positive
	}
	d := &draft{land: w, variant: v}
	d.run = engines.Seed(seed, engines.Purpose("edges run"), engines.Purpose(string(kind)), uint64(dim))
	for i := range dim + v.Dead {
		d.space = append(d.space, w.form.weight(i, i < v.Integer))
	}
	w.aim(kind, rng)
	w.shape(kind, rng)
	w.steep = 1
	w.steep = steepness(kind) * bench.MeanRegret / w.typical(rng)
	if v.Scale > 0 {
		w.steep *= v.Scale
	}
	d.start = w.away(kind, d.space, rng)
	d.climb(rng)
	return d, nil
}

// shape sets the strength function of w for a kind of problem. The function has a basic part, such
// as a quadratic around the best weights. Additions, such as waves, make it harder to optimise.
// Their parameters are drawn from rng.
func (w *wild) shape(kind bench.Kind, rng *rand.Rand) {
	round := func(power float64) *bowl {
		b := newRound(w.target)
		b.power = power
		return b
	}
	added := func(share float64, make func(axis []float64, size float64) loss) {
		w.additions = append(w.additions, make(direction(rng, w.dim), share*w.typicalBase(rng)))
	}
	switch kind {
	case kindPlateau:
		w.base = &saturation{bowl: round(2), depth: 0.1 * float64(w.dim)}
		added(0.3, func(axis []float64, size float64) loss {
			return &cliff{target: w.target, axis: axis, away: 0.05 * rng.Float64(), size: size}
		})
	case Judge:
		w.base = newJudge(rng, w)
	case kindFractal:
		w.base = round(2)
		added(0.3, func(_ []float64, size float64) loss { return newOctaves(rng, w, size) })
	case Rosen:
		w.base = &ridge{target: w.target, bend: 2, narrow: 200}
	case kindRipples:
		w.base = round(2)
		added(0.3, func(axis []float64, size float64) loss {
			return &ripples{target: w.target, axis: axis, every: true, period: 0.25, size: size}
		})
	case kindCone:
		w.base = round(1)
	case Funnels:
		w.base = newFunnels(rng, w)
	default:
		w.shapeFamily(kind, rng)
	}
}

// typical estimates how much weaker random weights are than the best weights, on average. It uses
// 256 random weight vectors.
func (w *wild) typical(rng *rand.Rand) float64 {
	const points = 256
	sum := 0.0
	for range points {
		sum -= w.At(w.random(rng)) / points
	}
	return max(sum, 1e-9)
}

// typicalBase does the same as typical for the basic part of the strength function. It leaves out
// the additions that make the function harder to optimise.
func (w *wild) typicalBase(rng *rand.Rand) float64 {
	alone := wild{dim: w.dim, form: w.form, base: w.base, steep: 1}
	return alone.typical(rng)
}
