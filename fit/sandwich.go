package fit

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// These are the limits beyond which a coefficient gets no standard error, because the examples do
// not determine it well enough.
const (
	// mostInflated is the largest variance of a coefficient, as a multiple of its variance if the
	// other coefficients were known. Beyond it the feature counts as a sum of multiples of the others.
	mostInflated = 1e9
	// leastOfModel is the smallest error for residuals of single examples, as a share of the error for
	// the mean residuals of all examples. Below it the examples with the feature are predicted without
	// error: either they are very few, or the feature decides all of them.
	leastOfModel = 0.1
	// fewestGames is the smallest number of games in which the feature occurs. Of a feature in four games,
	// 1.96 errors contain the truth in 76%, and of one in a single game in none.
	fewestGames = 5
)

// errors returns the standard error of every coefficient. It is 0 for a coefficient that is fixed
// or that the examples do not determine. Each error is computed with a weak ridge penalty and
// without a penalty. The second is used if it is clearly larger: with features that depend on each
// other, the penalty makes errors too small.
func (f *fitting) errors(o *objective, b []float64, free []int) []float64 {
	if len(free) == 0 || o.separated(b) {
		return make([]float64, len(b))
	}
	f.penalise(o, min(f.result.Ridge, weakestRidge))
	errs := o.covariance(b, free, unitsOf).errors(o.meat(b, free, o.data.game))
	o.penalty = nil
	c := o.covariance(b, free, curvatureUnits)
	exact := c.errors(o.meat(b, free, o.data.game))
	single := c.errors(o.meat(b, free, func(i int32) int32 { return i }))
	games, variance := o.occurrences(len(b)), o.variance(b)
	for k, j := range free {
		switch {
		case c.inflation(k) > mostInflated, games[j] < fewestGames, single[j] < leastOfModel*c.modelError(k, variance):
			errs[j] = 0
		case exact[j] > 1.01*errs[j]:
			errs[j] = exact[j]
		}
	}
	return errs
}

// covariance is the inverse of the matrix of second derivatives of an objective, for the free
// coefficients.
type covariance struct {
	columns, examples int
	free              []int
	unit              []float64     // units of the free coefficients in the matrices
	hessian, inverse  *mat.SymDense // inverse is nil if there is none
}

// covariance returns the inverse of the matrix of second derivatives of the objective at b, for the
// free coefficients. The matrix is scaled before it is inverted, by the units of the coefficients
// that the function units returns.
func (o *objective) covariance(b []float64, free []int, units func(hessian []float64, free []int, n int) []float64) covariance {
	n := len(b)
	hessian, gradient := make([]float64, n*n), make([]float64, n)
	o.sum(b, gradient, hessian)
	unit := units(hessian, free, n)
	c := covariance{columns: n, examples: len(o.part), free: free, unit: unit, hessian: symmetric(hessian, free, n, 1e-12, unit)}
	var a mat.Cholesky
	var inverse mat.SymDense
	if a.Factorize(c.hessian) && a.InverseTo(&inverse) == nil {
		c.inverse = &inverse
	}
	return c
}

// inflation returns the variance inflation factor of the k-th free coefficient. This is its
// variance, divided by the variance that it would have if the other coefficients were known. It is
// +Inf if the variance cannot be computed.
func (c covariance) inflation(k int) float64 {
	if c.inverse == nil {
		return math.Inf(1)
	}
	return c.inverse.At(k, k) * c.hessian.At(k, k)
}

// errors returns the standard error of every coefficient, or 0 for those that are not free. The
// errors are the square roots of the diagonal of the sandwich covariance A^-1 B A^-1. A is the
// second derivative of the objective and B is meat.
func (c covariance) errors(meat *mat.SymDense) []float64 {
	errs := make([]float64, c.columns)
	if c.inverse == nil {
		return errs
	}
	scaled := mat.NewSymDense(len(c.free), nil)
	for r := range c.free {
		for s := r; s < len(c.free); s++ {
			scaled.SetSym(r, s, meat.At(r, s)*c.unit[r]*c.unit[s])
		}
	}
	var half, whole mat.Dense
	half.Mul(c.inverse, scaled)
	whole.Mul(&half, c.inverse)
	for r, j := range c.free {
		errs[j] = math.Sqrt(max(0, whole.At(r, r))) * c.unit[r] / float64(c.examples)
	}
	return errs
}

// modelError returns the standard error that the k-th free coefficient would have if all examples
// were independent and the residuals had the given variance.
func (c covariance) modelError(k int, variance float64) float64 {
	return math.Sqrt(variance*c.inverse.At(k, k)/float64(c.examples)) * c.unit[k]
}

// variance returns the ratio of the observed variance of the targets to the variance that the model
// predicts. It is the sum of the squared residuals, divided by the sum of the predicted variances.
// Least squares predicts none; for it, variance returns the mean square of the residuals.
func (o *objective) variance(b []float64) float64 {
	residuals, expected := 0.0, 0.0
	o.predictions(b, func(_ int32, _, slope, curvature float64) {
		residuals += slope * slope
		expected += curvature
	})
	return residuals / expected
}

// predictions calls f for every example of the objective. i is the index of the example, and z is
// its weighted sum of features with the coefficients b. slope and curvature are the first and
// second derivatives of its loss with respect to z.
func (o *objective) predictions(b []float64, f func(i int32, z, slope, curvature float64)) {
	var blk block
	for _, i := range o.part {
		blk.terms = o.data.Terms(int(i), blk.terms[:0])
		z := sumOf(blk.terms, b)
		_, slope, curvature := o.loss.at(z, float64(o.data.Target[i]))
		f(i, z, slope, curvature)
	}
}

// separated reports whether b predicts the winner of every example. It is false if an example is a
// draw, and for least squares. With separated examples, the loss falls with every larger multiple
// of b, so the examples do not determine the size of the coefficients.
func (o *objective) separated(b []float64) bool {
	if o.loss != logistic {
		return false
	}
	all := true
	o.predictions(b, func(i int32, z, _, _ float64) {
		target := o.data.Target[i]
		all = all && (target == 0 && z < 0 || target == 1 && z > 0)
	})
	return all
}

// occurrences returns for every column the number of games in which it is not 0.
func (o *objective) occurrences(columns int) []int {
	games, last := make([]int, columns), make([]int32, columns)
	var blk block
	for _, i := range o.part {
		blk.terms = o.data.Terms(int(i), blk.terms[:0])
		game := o.data.game(i)
		for _, t := range blk.terms {
			if t.Value != 0 && (games[t.Column] == 0 || last[t.Column] != game) {
				games[t.Column]++
				last[t.Column] = game
			}
		}
	}
	return games
}

// meat returns the matrix B of the sandwich covariance A^-1 B A^-1, which is valid even if examples
// depend on each other. Dependent examples form a cluster, such as a game. B is the sum over the
// clusters of g gᵀ, where g is the gradient of a cluster's loss for the free coefficients. The
// function cluster returns the number of an example's cluster; the examples of a cluster must be
// consecutive.
func (o *objective) meat(b []float64, free []int, cluster func(i int32) int32) *mat.SymDense {
	place := slices.Repeat([]int{-1}, len(b))
	for r, j := range free {
		place[j] = r
	}
	sum, slope := mat.NewSymDense(len(free), nil), make([]float64, len(free))
	var blk block
	for k, i := range o.part {
		blk.terms = o.data.Terms(int(i), blk.terms[:0])
		_, s, _ := o.loss.at(sumOf(blk.terms, b), float64(o.data.Target[i]))
		for _, t := range blk.terms {
			if r := place[t.Column]; r >= 0 {
				slope[r] += s * float64(t.Value)
			}
		}
		if k == len(o.part)-1 || cluster(i) != cluster(o.part[k+1]) {
			sum.SymRankOne(sum, 1, mat.NewVecDense(len(slope), slope))
			clear(slope)
		}
	}
	return sum
}
