package surface

import (
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/lanista/lanista/engines"
)

// check is a test of the surface by what it was not fitted to. For some rounds
// all duels are played near one place close to the peak: half of them between
// points on opposite sides of it, which show the slopes there, and half between
// such a point and the place itself, which show how fast strength falls as well.
// So a ripple shows on its flank and on its top. The surface of the games before
// predicts the slopes and the mean curvature.
type check struct {
	begin, end int // it begins after one round and ends with the other; both 0: never
	place      []float64
	theta      []float64  // the surface put to the test
	doubt      *mat.Dense // the covariance of its slopes at the place and its mean curvature
	first      int        // of all games, the first of the check
	chance     float64    // of games that differ as much from it, if the surface is right
}

// near is how far from the place the points of a check lie along every weight,
// as a share of its range.
const near = 0.1

// planCheck says when to check: after a fifth of the rounds, over 60 games a
// weight or a tenth of all, at most 15%. With too few games for the number of
// weights to do better than a bowl there is no check, nor where only the
// direction of the weights counts and no bowl is right.
func (s *Strategy) planCheck() check {
	const (
		early   = 0.2 // of the rounds
		least   = 5   // rounds
		perPair = 60  // games for the square of the number of weights
	)
	c := check{chance: 1}
	rounds, games, n := s.plan.Rounds, float64(s.problem.Games), float64(s.box.Dim())
	if s.box.ScaleFree() || rounds < least || games < perPair*n*n {
		return c
	}
	share := min(max(60*n/games, 0.1), 0.15)
	c.begin = int(math.Ceil(early * float64(rounds)))
	c.end = c.begin + int(math.Ceil(share*float64(rounds)))
	return c
}

// in reports whether a round, counted from 1, is one of the check.
func (c *check) in(round int) bool { return c.begin < round && round <= c.end }

// start puts the surface of the games so far to the test where its peak is, or
// as close to that as leaves room on both sides.
func (c *check) start(p *posterior, peak []float64, games int) {
	c.place = make([]float64, len(peak))
	for i, u := range peak {
		c.place[i] = min(max(u, near), 1-near)
	}
	c.theta, c.doubt, c.first = append([]float64(nil), p.theta...), p.covariance(p.form.local(c.place)), games
}

// drawCheck makes the two points of a duel of the check.
func (s *Strategy) drawCheck(index int) (x, y engines.Weights) {
	rng := engines.Rand(engines.Seed(s.problem.Seed, engines.Purpose("surface check"), uint64(len(s.log)), uint64(index)))
	a, b := make([]float64, s.box.Dim()), make([]float64, s.box.Dim())
	for i, u := range s.check.place {
		step := max(near, s.box.Grain(i)/2) * float64(2*rng.IntN(2)-1)
		a[i], b[i] = u+step, u-step
		if index%2 == 0 {
			b[i] = u
		}
	}
	return s.box.Random(a, rng), s.box.Random(b, rng)
}

// conclude compares the slopes and the mean curvature that the games of the check
// show with those predicted: the squared difference, by the covariance of both,
// has a chi-squared distribution if the surface is right. What the games show is
// found by one step of Newton's method from the prediction.
func (c *check) conclude(f form, games []outcome) {
	l := local{c.place}
	difference, covariance, ok := l.newton(games, func(g outcome) float64 { return f.value(c.theta, g.x) - f.value(c.theta, g.y) })
	if c.doubt == nil || !ok {
		return
	}
	size := len(c.place) + 1
	for i := range size {
		for j := range i + 1 {
			covariance.SetSym(i, j, covariance.At(i, j)+(c.doubt.At(i, j)+c.doubt.At(j, i))/2)
		}
	}
	var (
		factor mat.Cholesky
		scaled mat.VecDense
	)
	if !factor.Factorize(covariance) || unlessIll(factor.SolveVecTo(&scaled, difference)) != nil {
		return
	}
	c.chance = distuv.ChiSquared{K: float64(size)}.Survival(mat.Dot(difference, &scaled))
}

// Plausibility is the probability that games near the peak differ from what the
// surface predicts as much as they have, if the surface is right: a small one says
// that strength is no bowl. It is 1 as long as that was not checked.
func (s *Strategy) Plausibility() float64 { return s.check.chance }
