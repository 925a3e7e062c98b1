package surface

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// peak maximises the quadratic of theta over the part of the unit box that lies
// within step of from in every coordinate, by ascent along one coordinate after
// the other: exact for each, and at the top where the surface is concave. Where
// it is not, the ascent ends at an edge of the region.
func (f form) peak(theta, from []float64, step float64) []float64 {
	const (
		sweeps  = 200
		settled = 1e-9
	)
	h := f.curvature(theta)
	z := make([]float64, f.dim)
	for i := range z {
		z[i] = from[i] - f.origin[i]
	}
	for range sweeps {
		moved := 0.0
		for i := range z {
			slope := theta[i] + h.At(i, i)*z[i]
			for j, v := range z {
				slope -= h.At(i, j) * v
			}
			lo := max(from[i]-step, 0) - f.origin[i]
			hi := min(from[i]+step, 1) - f.origin[i]
			next := top(slope, h.At(i, i), lo, hi)
			moved = max(moved, math.Abs(next-z[i]))
			z[i] = next
		}
		if moved < settled {
			break
		}
	}
	for i := range z {
		z[i] = min(max(z[i]+f.origin[i], 0), 1)
	}
	return z
}

// top is where slope z - bend z^2/2 is largest within [lo, hi].
func top(slope, bend, lo, hi float64) float64 {
	if bend > 0 {
		return min(max(slope/bend, lo), hi)
	}
	if slope*(hi-lo)-bend*(hi*hi-lo*lo)/2 > 0 {
		return hi
	}
	return lo
}

// spreadOf is the standard deviation of the peak's place in every coordinate:
// to first order the peak moves by the inverse of H times what the gradient at
// the peak moves by, which is linear in the parameters. Nothing can be less sure
// than a uniform draw.
func (p *posterior) spreadOf(at []float64) []float64 {
	const blind = 0.28867513459481287 // the standard deviation of a uniform draw
	d := p.form.dim
	out := make([]float64, d)
	for i := range out {
		out[i] = blind
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(p.form.curvature(p.theta), true) {
		return out
	}
	values := eigen.Values(nil)
	least := values[d-1] / 1000
	if least <= 0 {
		return out
	}
	var vectors, scaled, inverse, jacobian, solved mat.Dense
	eigen.VectorsTo(&vectors)
	scaled.CloneFrom(&vectors)
	for j, v := range values {
		for i := range d {
			scaled.Set(i, j, scaled.At(i, j)/max(v, least))
		}
	}
	inverse.Mul(&scaled, vectors.T())
	jacobian.Mul(&inverse, p.form.gradients(at))
	if p.factor.SolveTo(&solved, jacobian.T()) != nil {
		return out
	}
	for i := range d {
		variance := mat.Dot(jacobian.RowView(i), solved.ColView(i))
		out[i] = min(math.Sqrt(max(variance, 0)), blind)
	}
	return out
}
