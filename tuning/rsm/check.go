package rsm

import (
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning/pairwise"
)

// check is a lack-of-fit test: it compares the surface with games that it was not
// fitted to. For some rounds all pairs are played near the maximum: half of them
// between points on opposite sides of it, which show the slopes there, and half
// between such a point and the maximum itself, which show the curvature as well. So
// a ripple shows on its flank and on its top.
type check struct {
	setup      pairwise.Setup
	radius     float64    // of the points about the place
	begin, end int        // it begins after one round of the phase and ends with the other; both 0: never
	place      []float64  // the maximum, or the point next to it with room on all sides
	theta      []float64  // the surface that is tested
	covariance *mat.Dense // of its slopes at the place and its mean curvature, nil if it cannot be told
	first      int        // the place of the first of its games in the log
	p          float64    // the p-value, 1 as long as there is none
	sharper    float64    // standard errors by which the curvature exceeds the surface's, +Inf as long as there are none
}

// newCheck says when to test: after a fifth of the rounds, with 60 games for every
// weight or a tenth of all, at most 15%. With fewer than 60 n^2 games for n weights
// there is nothing better to go over to, and no test; nor is there one for scale-free
// problems, which are no quadratic anyhow.
func newCheck(s pairwise.Setup, plan pairwise.Plan, budget int, c *Constants) check {
	const leastRounds = 5
	k := check{setup: s, radius: c.CheckRadius, p: 1, sharper: math.Inf(1)}
	games, n := float64(budget), float64(s.Box.Dim())
	if s.Box.ScaleFree() || plan.Rounds < leastRounds || games < c.CheckGames*n*n {
		return k
	}
	share := min(max(c.CheckShare*n/games, c.CheckShareLeast), c.CheckShareMost)
	k.begin = int(math.Ceil(c.CheckFrom * float64(plan.Rounds)))
	k.end = k.begin + int(math.Ceil(share*float64(plan.Rounds)))
	return k
}

// in reports whether a round of the phase, counted from 0, is one of the test.
func (k *check) in(round int) bool { return k.begin <= round && round < k.end }

// start tests the surface of the games so far at its maximum.
func (k *check) start(p *posterior, maximum []float64, games int) {
	k.place = make([]float64, len(maximum))
	for i, u := range maximum {
		k.place[i] = min(max(u, k.radius), 1-k.radius)
	}
	k.theta, k.covariance, k.first = append([]float64(nil), p.theta...), p.covariance(p.model.local(k.place)), games
}

// draw makes the two points of a pair.
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

// conclude sets the p-value and how much sharper the maximum is. The slopes and the mean
// curvature that the games show, by one step of Newton's method from those predicted,
// differ from them by delta with covariance C, that of the games plus that of the surface.
// If the surface is right, delta' C^-1 delta has a chi-squared distribution (Wald's test).
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
