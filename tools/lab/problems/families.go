package problems

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning/bench"
)

// These kinds of problems occur only in the comparison of strategies on families of problems. The
// strength of most kinds is a round quadratic (with the same curvature in every direction) that has
// one change, such as waves. The others have the function that their name describes. Problems of
// [NewWild] may have several of the same changes, or none.
const (
	kindSaturation bench.Kind = "saturation" // a round quadratic that is flat far away
	kindOneSided   bench.Kind = "onesided"   // steep on one side of the best, along every weight
	kindWall       bench.Kind = "wall"       // a wall on one side, a gentle slope on the other
	kindRotated    bench.Kind = "rotated"    // a round quadratic with waves along rotated axes
	kindPairs      bench.Kind = "pairs"      // a round quadratic with waves of the sums of neighbours
	kindQuartic    bench.Kind = "quartic"    // the fourth power of the distance: a flat top
	kindSpectrum   bench.Kind = "spectrum"   // a rotated quadratic of condition 10,000
	kindLowRank    bench.Kind = "lowrank"    // only a quarter of all directions matter
	kindSteep      bench.Kind = "steep"      // a random point loses 1,600 Elo
	kindExpert     bench.Kind = "expert"     // a good start in ranges that are much too wide
	kindFar        bench.Kind = "far"        // a start at the other end of the ranges
	kindAtWalls    bench.Kind = "walls"      // half of the best weights at the ends of their ranges
	kindWhole      bench.Kind = "whole"      // all weights are whole numbers from 0 to 10
	kindMixed      bench.Kind = "mixed"      // as expert, with a third of the weights whole numbers
	kindCycle      bench.Kind = "cycle"      // points beat each other in a cycle
	kindDraws      bench.Kind = "draws"      // six of ten games between equals are drawn
	kindLuck       bench.Kind = "luck"       // luck of the deal and an advantage of the first seat
	kindDead       bench.Kind = "dead"       // as many additional weights without effect
	kindRatios     bench.Kind = "ratios"     // scale-free with positive weights
)

// Families contains the kinds of problems that [RunFamilies] compares strategies on, and FamilyDims
// the numbers of weights with which each is measured.
var (
	Families = []bench.Kind{
		kindPlateau, kindSaturation, kindOneSided, kindWall, Rosen, Judge, kindFractal, kindRotated, kindPairs, Funnels, kindCone, kindQuartic,
		kindSpectrum, kindLowRank, kindSteep, kindExpert, kindFar, kindAtWalls, kindWhole, kindMixed, kindCycle, kindDraws, kindLuck, kindDead, kindRatios,
	}
	FamilyDims = []int{2, 6, 16}
)

// variantOf returns v with the additional properties of real games, such as draws, that all
// problems of the given kind have.
func variantOf(v bench.Variant, kind bench.Kind, dim int) bench.Variant {
	switch kind {
	case kindWhole:
		v.Integer = dim
	case kindMixed:
		v.Integer = (dim + 2) / 3
	case kindCycle:
		v.Cycle = 200
	case kindDraws:
		v.Draws = 0.6
	case kindLuck:
		v.Deal, v.FirstSeat = 300, 200
	case kindDead:
		v.Dead = dim
	case kindRatios:
		v.ScaleFree = true
	}
	return v
}

// steepness returns how much weaker random weights are than the best weights in problems of a kind.
// The result is a multiple of [bench.MeanRegret], which is the average in problems of most kinds.
func steepness(kind bench.Kind) float64 {
	switch kind {
	case kindSteep:
		return 4
	case kindExpert, kindMixed:
		return 25
	}
	return 1
}

// aim draws the best weights of a problem at random and stores them in w.target. For most kinds
// they are uniform in the ranges. For the kind far they lie in the outer fifths of the ranges. For
// the kind walls, every second weight is at an end of its range.
func (w *wild) aim(kind bench.Kind, rng *rand.Rand) {
	x := w.random(rng)
	for i := range x {
		switch {
		case kind == kindFar: // in the outer parts of the range
			x[i] = bench.Upper * math.Mod(x[i]/bench.Upper*0.4+0.8, 1)
		case kind == kindAtWalls && i%2 == 0:
			x[i] = bench.Upper * float64(rng.IntN(2))
		}
	}
	w.target = w.form.place(x)
}

// away returns the weights from which a search begins, for kinds of problems in which they are near
// the best weights or far from them. It then stores the text "near" or "far" in w.begins. For all
// other kinds it returns nil. In these, a search begins in the middle of the ranges or, for the
// kind ratios, where all weights are 1.
func (w *wild) away(kind bench.Kind, space engines.Space, rng *rand.Rand) engines.Weights {
	x := space.Default()
	for i, at := range w.target {
		switch kind {
		case kindExpert, kindMixed:
			x[i] = bench.Upper * min(max(at+0.03*rng.NormFloat64(), 0), 1)
		case kindFar:
			x[i] = bench.Upper * (1 - at)
		default:
			return nil
		}
	}
	w.begins = map[bench.Kind]string{kindExpert: "near", kindMixed: "near", kindFar: "far"}[kind]
	return space.Snap(x)
}

// shapeFamily sets the strength function of w for one of the kinds in Families. The function has a
// basic part, such as a quadratic around the best weights. Additions make it harder to optimise.
// Their parameters are random.
func (w *wild) shapeFamily(kind bench.Kind, rng *rand.Rand) {
	bowl := newRound(w.target)
	w.base = bowl
	switch kind {
	case kindSaturation:
		w.base = &saturation{bowl: bowl, depth: 0.05 * float64(w.dim)}
	case kindOneSided, kindWall:
		w.base = &oneSided{target: w.target, rate: 2 + 8*rng.Float64(), rise: kind == kindWall}
	case kindRotated:
		w.additions = []loss{&waves{target: w.target, axes: rotation(rng, w.dim), period: 0.25, size: 0.3 * w.typicalBase(rng)}}
	case kindPairs:
		axes := mat.NewDense(w.dim, w.dim, nil)
		for i := range w.dim {
			axes.Set(i, i, 1)
			axes.Set(i, (i+1)%w.dim, 1)
		}
		w.additions = []loss{&waves{target: w.target, axes: axes, period: 0.5, size: 0.2 * w.typicalBase(rng)}}
	case kindQuartic:
		bowl.power = 4
	case kindSpectrum:
		const condition = 1e4
		bowl.axes = rotation(rng, w.dim)
		for k := range w.dim {
			root := math.Pow(condition, -float64(k)/float64(2*max(w.dim-1, 1)))
			for j := range w.dim {
				bowl.axes.Set(k, j, root*bowl.axes.At(k, j))
			}
		}
	case kindLowRank:
		bowl.axes, bowl.rank = rotation(rng, w.dim), (w.dim+3)/4
	}
}

// waves is a loss of strength with ripples along several axes, which can have any direction. The
// loss is 0 at the optimum.
type waves struct {
	target       []float64
	axes         *mat.Dense // rows
	period, size float64
}

func (r *waves) String() string { return "waves" }

func (r *waves) lost(y []float64) float64 {
	sum := 0.0
	for k := range y {
		along := 0.0
		for i, a := range r.axes.RawRowView(k) {
			along += a * (y[i] - r.target[i])
		}
		sum += 1 - math.Cos(2*math.Pi*along/r.period)
	}
	return r.size * sum / float64(len(y))
}

// isDrawn reports whether problems of a kind are drawn at random by newDrawn. This is so for the
// kinds in [Edges] and [Families], and for [Funnels].
func isDrawn(kind bench.Kind) bool {
	return kind == Funnels || slices.Contains(Edges, kind) || slices.Contains(Families, kind)
}
