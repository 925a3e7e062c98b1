package fit

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// sandwich returns the standard errors of the free coefficients, and 0 for all others. They are the
// square roots of the diagonal of the sandwich covariance A^-1 B A^-1. A is the second derivative
// of the objective. B is the sum over games of the outer products of the games' gradients.
func sandwich(o *objective, b []float64, free []int) []float64 {
	n, k := len(b), len(free)
	hessian, gradient := make([]float64, n*n), make([]float64, n)
	o.sum(b, gradient, hessian)
	errs := make([]float64, n)
	var a mat.Cholesky
	if k == 0 || !a.Factorize(symmetric(hessian, free, n, 1e-12)) {
		return errs
	}
	var inverse mat.SymDense
	if a.InverseTo(&inverse) != nil {
		return errs
	}
	meat := o.meat(b, free)
	var half, whole mat.Dense
	half.Mul(&inverse, meat)
	whole.Mul(&half, &inverse)
	for r, j := range free {
		errs[j] = math.Sqrt(max(0, whole.At(r, r))) / float64(len(o.part))
	}
	return errs
}

// meat returns the matrix in the middle of the sandwich covariance for the free coefficients: the
// sum over games of the outer products of the games' gradients.
func (o *objective) meat(b []float64, free []int) *mat.SymDense {
	place := make([]int, len(b))
	for j := range place {
		place[j] = -1
	}
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
		if k == len(o.part)-1 || o.data.game(i) != o.data.game(o.part[k+1]) {
			sum.SymRankOne(sum, 1, mat.NewVecDense(len(slope), slope))
			clear(slope)
		}
	}
	return sum
}
