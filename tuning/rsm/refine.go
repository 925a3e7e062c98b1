package rsm

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/rating"
	"github.com/lanista/lanista/tuning/pairwise"
)

// local is a quadratic model of strength near a given place: slope'z - curvature z'z/2, where z
// is the distance from it. The curvature is the same along all axes. The parameters are the
// slopes and the curvature.
type local struct{ place []float64 }

// features returns the derivatives of a pair's predicted score, as a logit, with respect to the
// parameters.
func (l local) features(g pairwise.Outcome) *mat.VecDense {
	d := len(l.place)
	row := mat.NewVecDense(d+1, nil)
	curvature := 0.0
	for i, u := range l.place {
		x, y := g.A[i]-u, g.B[i]-u
		row.SetVec(i, x-y)
		curvature -= (x*x - y*y) / 2
	}
	row.SetVec(d, curvature)
	return row
}

// newton returns one step of Newton's method towards the parameters that make the games most
// likely, and the covariance of the step. The step begins at the model described by the function
// predicted, which returns the expected score of a pair as a logit. ok is false if the games do not
// determine all parameters.
func (l local) newton(games pairwise.Log, predicted func(pairwise.Outcome) float64) (step *mat.VecDense, covariance *mat.SymDense, ok bool) {
	size := len(l.place) + 1
	score, information := mat.NewVecDense(size, nil), mat.NewSymDense(size, nil)
	for _, g := range games {
		chance := rating.Logistic(predicted(g))
		row, n := l.features(g), float64(g.Games)
		score.AddScaledVec(score, n*(g.Score-chance), row)
		information.SymRankOne(information, n*chance*(1-chance), row)
	}
	var factor mat.Cholesky
	step, covariance = new(mat.VecDense), new(mat.SymDense)
	ok = factor.Factorize(information) && unlessIll(factor.SolveVecTo(step, score)) == nil &&
		unlessIll(factor.InverseTo(covariance)) == nil
	return step, covariance, ok
}

// fit fits the quadratic to the games. It returns the parameters that make the games most likely
// and their covariance. ok is false if the games do not determine all parameters.
func (l local) fit(games pairwise.Log) (theta *mat.VecDense, covariance *mat.SymDense, ok bool) {
	const steps = 6 // of Newton's method
	theta = mat.NewVecDense(len(l.place)+1, nil)
	for range steps {
		step, c, ok := l.newton(games, func(g pairwise.Outcome) float64 { return mat.Dot(l.features(g), theta) })
		if !ok {
			return nil, nil, false
		}
		theta.AddVec(theta, step)
		covariance = c
	}
	return theta, covariance, true
}

// maximum returns the maximum of the quadratic with the fitted parameters theta. It is limited to
// the box, and along every axis to the distance Constants.Near from l.place. ok is false unless the
// curvature exceeds 0 by Constants.Errors standard errors.
func (l local) maximum(theta *mat.VecDense, covariance *mat.SymDense, c *Constants) (at []float64, ok bool) {
	d := len(l.place)
	curvature := theta.AtVec(d)
	if !(curvature > c.Errors*math.Sqrt(covariance.At(d, d))) {
		return nil, false
	}
	at = make([]float64, d)
	for i, u := range l.place {
		move := theta.AtVec(i) / curvature
		at[i] = min(max(u+min(max(move, -c.Near), c.Near), 0), 1)
	}
	return at, true
}

// Refine improves given weights by a local fit. It fits a quadratic with the same curvature along
// all axes to the games near centre, and returns the weights at its maximum, at most a tenth of
// every range away from centre. The games are those of the strategy and those in others. They are
// near if both of their points differ from centre by at most radius along every weight, as a share
// of the ranges. The points in others are in unit coordinates of the trust region, in which every
// weight's searched range is from 0 to 1. ok is false if the curvature does not exceed 0 by two
// standard errors.
func (s *Strategy) Refine(centre engines.Weights, radius float64, others pairwise.Log) (w engines.Weights, ok bool) {
	f := s.method().fit
	l := local{f.setup.Box.Unit(centre)}
	games, _ := split(f.setup.Box, l.place, radius, slices.Concat(f.log, others))
	theta, covariance, ok := l.fit(games)
	if !ok {
		return nil, false
	}
	at, ok := l.maximum(theta, covariance, f.c)
	if !ok {
		return nil, false
	}
	f.setup.Box.Normalise(at)
	return f.setup.Box.Nearest(at), true
}

// split divides the pairs of games in the log by place, a point with coordinates from 0 to 1. A
// pair is near if both of its points lie within the given radius of place along every weight; for
// whole-number weights see reach. All other pairs are far.
func split(b *pairwise.Box, place []float64, radius float64, log pairwise.Log) (near, far pairwise.Log) {
	within := func(x []float64) bool {
		for i, u := range x {
			if math.Abs(u-place[i]) > reach(b, i, radius) {
				return false
			}
		}
		return true
	}
	for _, g := range log {
		if within(g.A) && within(g.B) {
			near = append(near, g)
		} else {
			far = append(far, g)
		}
	}
	return near, far
}

// reach returns the radius of a neighbourhood along weight i. It is at least one and a half steps
// of a whole-number weight, so that the next whole numbers are included.
func reach(b *pairwise.Box, i int, radius float64) float64 { return max(radius, 1.5*b.Quantum(i)) }
