package surface

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
)

// depth is how far below the peak the points of a duel lie on average as long as
// the spread allows it, in logits: 150 Elo up to ten weights, and up to 300 where
// more share it. What a game tells of the peak's place grows with the depth, until
// the surface is no quadratic any more.
func depth(weights int) float64 {
	elo := 150 * math.Sqrt(float64(weights)/10)
	return rating.Logit(min(max(elo, 150), 300))
}

// spread is the most that points spread: it keeps its first value for some of
// the rounds and falls to the last in equal ratios. Where there are ripples it is
// half of that: the bowl is known, their tops are looked for.
func (s *Strategy) spread() float64 {
	const (
		wide   = 0.3 // of the rounds
		narrow = 0.5
	)
	o := s.options
	done := float64(s.round()) / float64(max(s.plan.Rounds, 1))
	spread := o.Spread * math.Pow(o.FinalSpread/o.Spread, max(done-wide, 0)/(1-wide))
	if s.best == s.rich {
		spread *= narrow
	}
	return spread
}

// axes are the columns of a matrix that turns normal draws into steps from the
// centre: along every axis of the bowl as long as to cost an equal share of the
// depth, but no longer than the spread. Before there is a bowl all are.
func (s *Strategy) axes(spread float64) *mat.Dense {
	const unseen = 2 // rounds
	d := s.box.Dim()
	h := mat.NewSymDense(d, nil)
	if s.round() >= unseen {
		h = s.best.form.bowl(s.best.theta)
	}
	values, vectors := definite(h)
	for j, v := range values {
		length := min(spread, math.Sqrt(2*depth(d)/(float64(d)*v)))
		for i := range d {
			vectors.Set(i, j, vectors.At(i, j)*length)
		}
	}
	return vectors
}

// draw makes the two points of a duel: a normal draw and its opposite in the
// centre, which show the slope, or, in a mixed duel, two draws, which show the
// curvature as well.
func (s *Strategy) draw(index int, axes *mat.Dense) (x, y engines.Weights) {
	rng := engines.Rand(engines.Seed(s.problem.Seed, engines.Purpose("surface points"), uint64(len(s.log)), uint64(index)))
	mixed := rng.Float64() < s.options.Mixed
	d := s.box.Dim()
	step := func() []float64 {
		z := mat.NewVecDense(d, nil)
		for i := range d {
			z.SetVec(i, rng.NormFloat64())
		}
		var v mat.VecDense
		v.MulVec(axes, z)
		for i, w := range v.RawVector().Data {
			v.SetVec(i, math.Copysign(max(math.Abs(w), s.box.Grain(i)/2), w))
		}
		return v.RawVector().Data
	}
	first := step()
	second := first
	if mixed {
		second = step()
	}
	a, b := make([]float64, d), make([]float64, d)
	for i, c := range s.centre {
		a[i] = min(max(c+first[i], 0), 1)
		b[i] = min(max(c-second[i], 0), 1)
	}
	s.box.Normalise(a)
	s.box.Normalise(b)
	return s.box.Random(a, rng), s.box.Random(b, rng)
}
