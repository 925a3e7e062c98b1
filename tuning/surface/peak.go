package surface

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// peak maximises the surface over the part of the unit box that lies within
// step of from in every coordinate, by ascent along one coordinate after the
// other: exact for each, and at the top where the surface is concave. Where it
// is not, the ascent ends at an edge of the region. A shrinkage K takes z'Kz/2
// from the surface.
func (f form) peak(theta, from []float64, step float64, shrinkage *mat.SymDense) []float64 {
	const (
		sweeps  = 200
		settled = 1e-7
	)
	h := f.bowl(theta)
	if shrinkage != nil {
		h.AddSym(h, shrinkage)
	}
	tables := f.tables(theta)
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
			var next float64
			if tables == nil {
				next = top(slope, h.At(i, i), lo, hi)
			} else {
				w := wavy{slope, h.At(i, i), f.origin[i], f.curve(theta, i), tables[i]}
				next = w.top(lo, hi)
			}
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

// cells is the number of steps in which a coordinate is searched for the highest
// wave: twelve to the shortest.
const cells = 100

// tables holds the waves of every coordinate at the edges of the cells, nil if
// there are none.
func (f form) tables(theta []float64) [][]float64 {
	if !f.waved {
		return nil
	}
	t := make([][]float64, f.dim)
	for i := range t {
		t[i] = make([]float64, cells+1)
		for c := range t[i] {
			t[i][c] = waveValue(f.curve(theta, i), float64(c)/cells)
		}
	}
	return t
}

// wavy is the surface along one coordinate: slope z - bend z^2/2 and waves.
type wavy struct {
	slope, bend, origin float64
	curve, table        []float64
}

// top is where it is largest within [lo, hi]: the best edge of a cell, and from
// there by Newton's method.
func (w wavy) top(lo, hi float64) float64 {
	best, most := lo, math.Inf(-1)
	from, to := int(math.Ceil((lo+w.origin)*cells)), int(math.Floor((hi+w.origin)*cells))
	for c := max(from, 0); c <= min(to, cells); c++ {
		z := float64(c)/cells - w.origin
		if v := w.slope*z - w.bend*z*z/2 + w.table[c]; v > most {
			most, best = v, z
		}
	}
	for range 3 {
		slope, bend := waveSlope(w.curve, best+w.origin)
		if down := w.bend - bend; down > 0 {
			move := (w.slope - w.bend*best + slope) / down
			best += min(max(move, -1.0/cells), 1.0/cells)
			best = min(max(best, lo), hi)
		}
	}
	return best
}

// definite decomposes a curvature and lifts the eigenvalues that games could not
// tell from none.
func definite(h *mat.SymDense) (values []float64, vectors *mat.Dense) {
	const (
		share = 0.01 // of the mean
		least = 1e-3
	)
	var eigen mat.EigenSym
	vectors = new(mat.Dense)
	d := h.SymmetricDim()
	if !eigen.Factorize(h, true) {
		identity := mat.NewDiagDense(d, nil)
		values = make([]float64, d)
		for i := range d {
			identity.SetDiag(i, 1)
			values[i] = least
		}
		vectors.CloneFrom(identity)
		return values, vectors
	}
	eigen.VectorsTo(vectors)
	values = eigen.Values(nil)
	mean := 0.0
	for _, v := range values {
		mean += max(v, 0) / float64(d)
	}
	for i, v := range values {
		values[i] = max(v, share*mean, least)
	}
	return values, vectors
}

// covariance is that of sums of the parameters, given as rows of their weights;
// nil if it cannot be told.
func (p *posterior) covariance(rows *mat.Dense) *mat.Dense {
	var solved, out mat.Dense
	if unlessIll(p.factor.SolveTo(&solved, rows.T())) != nil {
		return nil
	}
	out.Mul(rows, &solved)
	return &out
}

// shrinkage is the matrix K that draws the peak towards the origin along the
// axes of the bowl in which the games do not show it. Along an axis with
// curvature h the peak lies at z = g/h, g being the slope at the origin. If the
// slope is known up to the variance s, and had the variance v beforehand, then
// the mean of what z may be is g/(h + hs/v). The variance beforehand is that of
// a peak within reach of the origin, or, where the slope stands out of the
// noise by more than three standard errors, what the games show it to be: a
// slope that leads far away along a flat axis is then followed.
func (p *posterior) shrinkage(at []float64) *mat.SymDense {
	const reach = 0.3 // about that of a uniform draw
	d := p.form.dim
	slopes := p.covariance(p.form.gradients(at, false))
	if slopes == nil {
		return nil
	}
	var half, axes mat.Dense
	values, vectors := definite(p.form.bowl(p.theta))
	half.Mul(vectors.T(), slopes)
	axes.Mul(&half, vectors)
	k := mat.NewSymDense(d, nil)
	slope := mat.NewVecDense(d, p.theta[:d])
	for j, h := range values {
		g, noise := mat.Dot(slope, vectors.ColView(j)), axes.At(j, j)
		beforehand := max(h*h*reach*reach, g*g-9*noise)
		k.SymRankOne(k, h*noise/beforehand, vectors.ColView(j))
	}
	return k
}

// blind is the standard deviation of a uniform draw.
const blind = 0.28867513459481287

// spreadOf is the standard deviation of the peak's place in every coordinate:
// to first order the peak moves by the inverse of the curvature times what the
// gradient at the peak moves by, which is linear in the parameters. Nothing can
// be less sure than a uniform draw.
func (p *posterior) spreadOf(at []float64) []float64 {
	d := p.form.dim
	out := make([]float64, d)
	for i := range out {
		out[i] = blind
	}
	var eigen mat.EigenSym
	if !eigen.Factorize(p.form.curvature(p.theta, at), true) {
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
	jacobian.Mul(&inverse, p.form.gradients(at, true))
	if unlessIll(p.factor.SolveTo(&solved, jacobian.T())) != nil {
		return out
	}
	for i := range d {
		variance := mat.Dot(jacobian.RowView(i), solved.ColView(i))
		out[i] = min(math.Sqrt(max(variance, 0)), blind)
	}
	return out
}
