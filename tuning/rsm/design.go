package rsm

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
)

// depth is how far below the maximum the points of a pair lie on average as long as
// the spread allows it, in logits: 150 sqrt(n/10) Elo for n weights, within
// [150, 300]. What a game tells of the maximum's place grows with the depth (see
// [rating.RegretFloor]), until strength is no quadratic any more.
func (c *Constants) depth(weights int) float64 {
	elo := c.Depth * math.Sqrt(float64(weights)/10)
	return rating.Logit(min(max(elo, c.Depth), c.DepthMost))
}

// spread is the most that points spread about the centre in a round of the phase,
// counted from 0: the first spread for three tenths of the rounds, and from there to
// the last one in equal ratios. With cosine terms it is half of that: the quadratic
// is known, and the tops of the cosines are looked for. Where the box has shrunk points
// stay where at most a quarter of what can be lost is lost.
func (s *fit) spread(round int) float64 {
	o, wide := s.options, s.c.WideShare
	done := float64(round) / float64(max(s.plan.Rounds, 1))
	spread := o.Spread * math.Pow(o.FinalSpread/o.Spread, max(done-wide, 0)/(1-wide))
	if s.best == s.extended {
		spread *= s.c.CosineSpread
	}
	if s.reach > 0 {
		spread = min(spread, s.reach)
	}
	return spread
}

// axes are the columns of a matrix that turns standard normal draws into steps from
// the centre: along each of the n axes of H, with curvature h, as long as to cost an
// equal share of the depth, sqrt(2 depth / (n h)), but no longer than the spread. In
// the first rounds all are as long as the spread.
func (s *fit) axes(round int) *mat.Dense {
	d, spread := s.Box.Dim(), s.spread(round)
	h := mat.NewSymDense(d, nil)
	if float64(round) >= s.c.SphericalRounds {
		h = s.best.model.hessian(s.best.theta)
	}
	values, vectors := eigen(h, s.c.EigenShare)
	for j, v := range values {
		length := min(spread, math.Sqrt(2*s.c.depth(d)/(float64(d)*v)))
		for i := range d {
			vectors.Set(i, j, vectors.At(i, j)*length)
		}
	}
	return vectors
}

// draw makes the two points of a pair: antithetic ones, a normal draw and its
// opposite in the centre, which show the slope, or two independent draws, which show
// the curvature as well.
func (s *fit) draw(round, pair int, axes *mat.Dense) (a, b engines.Weights) {
	rng := s.Rand(fitPoints, uint64(round-1), uint64(pair))
	independent := rng.Float64() < s.c.independent(s.Box.Dim())
	d := s.Box.Dim()
	step := func() []float64 {
		z := mat.NewVecDense(d, nil)
		for i := range d {
			z.SetVec(i, rng.NormFloat64())
		}
		var v mat.VecDense
		v.MulVec(axes, z)
		for i, w := range v.RawVector().Data {
			v.SetVec(i, math.Copysign(max(math.Abs(w), s.Box.Quantum(i)/2), w))
		}
		return v.RawVector().Data
	}
	first := step()
	second := first
	if independent {
		second = step()
	}
	x, y := make([]float64, d), make([]float64, d)
	for i, c := range s.centre {
		x[i] = min(max(c+first[i], 0), 1)
		y[i] = min(max(c-second[i], 0), 1)
	}
	s.Box.Normalise(x)
	s.Box.Normalise(y)
	return s.Box.Rounded(x, rng), s.Box.Rounded(y, rng)
}
