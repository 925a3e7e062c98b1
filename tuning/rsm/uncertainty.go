package rsm

import (
	"gonum.org/v1/gonum/mat"
)

// eigen decomposes a matrix H and lifts the eigenvalues that games could not tell
// from none to a share of their mean.
func eigen(h *mat.SymDense, share float64) (values []float64, vectors *mat.Dense) {
	const least = 1e-3
	var e mat.EigenSym
	vectors = new(mat.Dense)
	d := h.SymmetricDim()
	if !e.Factorize(h, true) {
		identity := mat.NewDiagDense(d, nil)
		values = make([]float64, d)
		for i := range d {
			identity.SetDiag(i, 1)
			values[i] = least
		}
		vectors.CloneFrom(identity)
		return values, vectors
	}
	e.VectorsTo(vectors)
	values = e.Values(nil)
	mean := 0.0
	for _, v := range values {
		mean += max(v, 0) / float64(d)
	}
	for i, v := range values {
		values[i] = max(v, share*mean, least)
	}
	return values, vectors
}

// shrinkage returns the matrix K that draws the maximum towards the origin along
// the axes of H in which the games do not show it. Along an axis with curvature h
// and slope g at the origin the maximum lies at z = g/h. With the variance s of g
// by the games and v beforehand, the mean of z given the games is g/(h + hs/v). The
// variance beforehand is that of a maximum within reach of the origin, h^2 reach^2,
// or, where g stands out by some standard errors, what is left of its square: a
// slope that leads far away along a flat axis is then followed.
func (p *posterior) shrinkage(at []float64, c *Constants) *mat.SymDense {
	d := p.model.dim
	covariance := p.covariance(p.model.gradients(at, false))
	if covariance == nil {
		return nil
	}
	var half, axes mat.Dense
	values, vectors := eigen(p.model.hessian(p.theta), c.EigenShare)
	half.Mul(vectors.T(), covariance)
	axes.Mul(&half, vectors)
	k := mat.NewSymDense(d, nil)
	slope := mat.NewVecDense(d, p.theta[:d])
	for j, h := range values {
		g, s := mat.Dot(slope, vectors.ColView(j)), axes.At(j, j)
		v := max(h*h*c.PriorReach*c.PriorReach, g*g-c.PriorErrors*c.PriorErrors*s)
		k.SymRankOne(k, h*s/v, vectors.ColView(j))
	}
	return k
}
