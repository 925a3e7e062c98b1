package rsm

import (
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning/pairwise"
)

// check is a lack-of-fit test, which compares the fitted surface with games that were not used for
// the fit. In its rounds, all pairs play near the maximum of the surface. Half of the pairs consist
// of two points on opposite sides of the maximum; they measure the slopes. The other half consist
// of a point near the maximum and the maximum itself; they also measure the curvature. The test
// therefore detects deviations from the surface beside the maximum and at it.
type check struct {
	setup      pairwise.Setup
	radius     float64    // distance of the points from place
	begin, end int        // rounds [begin, end) of the test, counted from 0 at the start of the fit; both 0 if there is none
	place      []float64  // the maximum, moved inward so that points fit on all sides; nil before the test
	theta      []float64  // parameters of the tested surface
	covariance *mat.Dense // covariance of the surface's slopes at place and of its mean curvature; nil if unknown
	first      int        // index in the log of the test's first game
	p          float64    // p-value; 1 before the test
	sharper    float64    // excess of the curvature over the surface's, in standard errors; +Inf before the test
}

// newCheck returns the lack-of-fit test of a run and chooses the rounds in which it plays. The test
// begins when the share Constants.Share of the rounds is over, and takes the share
// Constants.TestShare of all rounds. The returned check has no rounds in three cases:
//
//   - The plan has fewer than five rounds.
//   - The budget is below [Constants.Distinguish], so that no other model would be affordable.
//   - Only the ratios of the weights matter and points are scaled ([pairwise.Box.ScaleFree]),
//     because strength is then never a quadratic.
func newCheck(s pairwise.Setup, plan pairwise.Plan, budget int, c *Constants) check {
	const leastRounds = 5
	k := check{setup: s, radius: c.Near, p: 1, sharper: math.Inf(1)}
	if s.Box.ScaleFree() || plan.Rounds < leastRounds || float64(budget) < c.Distinguish(s.Box.Dim()) {
		return k
	}
	k.begin = int(math.Ceil(c.Share * float64(plan.Rounds)))
	k.end = k.begin + int(math.Ceil(c.TestShare*float64(plan.Rounds)))
	return k
}

// in reports whether a round, counted from 0 at the start of the fit, belongs to the lack-of-fit
// test.
func (k *check) in(round int) bool { return k.begin <= round && round < k.end }

// start prepares the lack-of-fit test of the fitted surface p. It stores the parameters of p and
// the place around which the test plays. This place is the maximum of p, moved away from the edges
// of the box if necessary. games is the number of games to which p was fitted.
func (k *check) start(p *posterior, maximum []float64, games int) {
	k.place = make([]float64, len(maximum))
	for i, u := range maximum {
		k.place[i] = min(max(u, k.radius), 1-k.radius)
	}
	k.theta, k.covariance, k.first = append([]float64(nil), p.theta...), p.covariance(p.model.local(k.place)), games
}

// draw returns the two points of a pair in the lack-of-fit test. They lie on opposite sides of
// k.place. In pairs with an even index, the second point is k.place itself.
func (k *check) draw(round, pair int) (a, b engines.Weights) {
	box := k.setup.Box
	rng := k.setup.Rand(checkPoints, uint64(round-1), uint64(pair))
	x, y := make([]float64, box.Dim()), make([]float64, box.Dim())
	for i, u := range k.place {
		step := max(k.radius, box.Quantum(i)/2) * float64(2*rng.IntN(2)-1)
		x[i], y[i] = u+step, u-step
		if pair%2 == 0 {
			y[i] = u
		}
	}
	return box.Rounded(x, rng), box.Rounded(y, rng)
}

// conclude evaluates the lack-of-fit test. It stores the p-value in the field p. In the field
// sharper it stores by how many standard errors the measured curvature exceeds that of the surface.
//
// One step of Newton's method, which begins at the surface, fits the slopes and the mean curvature
// to the games of the test. delta is the difference between these values and those of the surface,
// and its covariance C is the sum of the covariances of both. If the surface is right, delta' C^-1
// delta has a chi-squared distribution (Wald's test).
func (k *check) conclude(f model, log pairwise.Log) {
	l := local{k.place}
	games := log[k.first:]
	delta, c, ok := l.newton(games, func(g pairwise.Outcome) float64 { return f.value(k.theta, g.A) - f.value(k.theta, g.B) })
	if k.covariance == nil || !ok {
		return
	}
	size := len(k.place) + 1
	for i := range size {
		for j := range i + 1 {
			c.SetSym(i, j, c.At(i, j)+(k.covariance.At(i, j)+k.covariance.At(j, i))/2)
		}
	}
	var (
		factor mat.Cholesky
		scaled mat.VecDense
	)
	if !factor.Factorize(c) || unlessIll(factor.SolveVecTo(&scaled, delta)) != nil {
		return
	}
	k.p = distuv.ChiSquared{K: float64(size)}.Survival(mat.Dot(delta, &scaled))
	k.sharper = delta.AtVec(size-1) / math.Sqrt(c.At(size-1, size-1))
}
