package surface

import "gonum.org/v1/gonum/mat"

// form is the strength f(x) = slope'z - z'Hz/2 with z = x - origin, and, if it is
// waved, curves of every weight on its own besides, written as a product of
// parameters and features. The parameters, in order:
//
//	d slopes
//	1 curvature common to all coordinates
//	d deviations of one coordinate's curvature
//	d(d-1)/2 mixed curvatures, in the full model alone
//	d times the waves of one coordinate, in the waved model alone
type form struct {
	dim    int
	full   bool
	waved  bool
	origin []float64
}

// The groups of parameters that share a prior.
const (
	slopes = iota
	common
	bends
	ripples
	groups
)

// quadratic is the number of parameters without the waves.
func (f form) quadratic() int {
	n := 2*f.dim + 1
	if f.full {
		n += f.dim * (f.dim - 1) / 2
	}
	return n
}

func (f form) size() int {
	n := f.quadratic()
	if f.waved {
		n += waves * f.dim
	}
	return n
}

// group is the prior to which a parameter belongs.
func (f form) group(j int) int {
	switch {
	case j < f.dim:
		return slopes
	case j == f.dim:
		return common
	case j < f.quadratic():
		return bends
	}
	return ripples
}

// share is the precision of a parameter's prior by that of its group. Deviations
// vary by twice as much as mixed curvatures: then what may be expected of the
// bowl is the same however its axes lie to the coordinates.
func (f form) share(j int) float64 {
	if f.dim < j && j <= 2*f.dim {
		return 0.5
	}
	return 1
}

// add adds sign times the features of x to row.
func (f form) add(row, x []float64, sign float64) {
	d := f.dim
	squares := 0.0
	for i := range d {
		z := x[i] - f.origin[i]
		row[i] += sign * z
		row[d+1+i] -= sign * z * z * 0.5
		squares += z * z
	}
	row[d] -= sign * squares / 2
	if f.full {
		k := 2*d + 1
		for i := range d {
			zi := sign * (x[i] - f.origin[i])
			for j := i + 1; j < d; j++ {
				row[k] -= zi * (x[j] - f.origin[j])
				k++
			}
		}
	}
	if f.waved {
		k := f.quadratic()
		for _, u := range x[:d] {
			addWaves(row[k:k+waves], u, sign)
			k += waves
		}
	}
}

// bowl is the matrix H of given parameters.
func (f form) bowl(theta []float64) *mat.SymDense {
	d := f.dim
	h := mat.NewSymDense(d, nil)
	for i := range d {
		h.SetSym(i, i, theta[d]+theta[d+1+i])
	}
	if f.full {
		k := 2*d + 1
		for i := range d {
			for j := i + 1; j < d; j++ {
				h.SetSym(i, j, theta[k])
				k++
			}
		}
	}
	return h
}

// curvature is minus the second derivative of f at x, waves included.
func (f form) curvature(theta, x []float64) *mat.SymDense {
	h := f.bowl(theta)
	for i := range x {
		if c := f.curve(theta, i); c != nil {
			_, bend := waveSlope(c, x[i])
			h.SetSym(i, i, h.At(i, i)-bend)
		}
	}
	return h
}

// curve is the waves of a coordinate, nil where there are none.
func (f form) curve(theta []float64, i int) []float64 {
	if !f.waved {
		return nil
	}
	k := f.quadratic() + i*waves
	return theta[k : k+waves]
}

// gradients gives, in row i, the derivative of the i-th entry of f's gradient
// at x by every parameter; with the waves' part or, for the bowl, without.
func (f form) gradients(x []float64, whole bool) *mat.Dense {
	d := f.dim
	g := mat.NewDense(d, f.size(), nil)
	for i := range d {
		z := x[i] - f.origin[i]
		g.Set(i, i, 1)
		g.Set(i, d, -z)
		g.Set(i, d+1+i, -z)
	}
	if f.full {
		k := 2*d + 1
		for i := range d {
			for j := i + 1; j < d; j++ {
				g.Set(i, k, -(x[j] - f.origin[j]))
				g.Set(j, k, -(x[i] - f.origin[i]))
				k++
			}
		}
	}
	if f.waved && whole {
		one := make([]float64, waves)
		for i := range d {
			for k := range one {
				clear(one)
				one[k] = 1
				slope, _ := waveSlope(one, x[i])
				g.Set(i, f.quadratic()+i*waves+k, slope)
			}
		}
	}
	return g
}

// local gives the derivatives by every parameter of the bowl's slopes at x and,
// in a last row, of its mean curvature.
func (f form) local(x []float64) *mat.Dense {
	mean := mat.NewDense(1, f.size(), nil)
	mean.Set(0, f.dim, 1)
	for i := range f.dim {
		mean.Set(0, f.dim+1+i, 1/float64(f.dim))
	}
	var all mat.Dense
	all.Stack(f.gradients(x, false), mean)
	return &all
}

// value is f(x).
func (f form) value(theta, x []float64) float64 {
	row := make([]float64, f.size())
	f.add(row, x, 1)
	sum := 0.0
	for j, v := range row {
		sum += v * theta[j]
	}
	return sum
}
