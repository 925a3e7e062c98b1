package rsm

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// model is the response surface, a polynomial for the strength f(x) of a point x of d coordinates, in
// logits:
//
//	f(x) = slope'z - z'Hz/2 + cosine terms + higher powers,  z = x - origin
//
// H is the matrix of the curvatures. f is linear in its parameters, which are, in this order:
//
//   - d slopes
//   - 1 curvature that all coordinates have in common
//   - for each of the d coordinates, how far its curvature deviates from the common one
//   - d(d-1)/2 curvatures of two coordinates, only in the full model
//   - the cosine terms of every coordinate, if there are any
//   - higher powers of the coordinates, if there are any; see addPowers
type model struct {
	dim     int
	full    bool
	cosines int  // number of terms for every coordinate
	powers  bool // whether there are higher powers of the coordinates
	origin  []float64
}

// These are the numbers of the groups of parameters. Each group has its own Gaussian prior.
const (
	slopes = iota
	common
	deviations
	cosines
	higher // powers of the coordinates
	groups
)

// quadratic returns the number of parameters of the quadratic: all except the amplitudes of the
// cosine terms and the higher powers.
func (f model) quadratic() int {
	n := 2*f.dim + 1
	if f.full {
		n += f.dim * (f.dim - 1) / 2
	}
	return n
}

func (f model) size() int {
	n := f.quadratic() + f.cosines*f.dim
	if f.powers {
		n += powersOf * f.dim
	}
	return n
}

// group returns the number of the group that parameter j belongs to. The parameters of a group have
// a common prior.
func (f model) group(j int) int {
	switch {
	case j < f.dim:
		return slopes
	case j == f.dim:
		return common
	case j < f.quadratic():
		return deviations
	case j < f.quadratic()+f.cosines*f.dim:
		return cosines
	}
	return higher
}

// share returns the factor by which the prior precision (inverse variance) of parameter j differs
// from that of its group. It is 0.5 if j is the deviation of a coordinate's curvature from the
// common curvature, and otherwise 1. With this factor the prior of the quadratic does not change if
// the axes are rotated.
func (f model) share(j int) float64 {
	if f.dim < j && j <= 2*f.dim {
		return 0.5
	}
	return 1
}

// add adds derivatives, multiplied by sign, to row. They are the derivatives of the strength at the
// point x with respect to the parameters of the model, one for each parameter.
func (f model) add(row, x []float64, sign float64) {
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
	if f.cosines > 0 {
		k := f.quadratic()
		for _, u := range x[:d] {
			addCosines(row[k:k+f.cosines], u, sign)
			k += f.cosines
		}
	}
	if f.powers {
		f.addPowers(row[f.quadratic()+f.cosines*d:], x, sign)
	}
}

// hessian returns the matrix H: minus the second derivative of the quadratic with the parameters
// theta.
func (f model) hessian(theta []float64) *mat.SymDense {
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

// amplitudes returns the amplitudes of the cosine terms of coordinate i, as a part of the
// parameters theta.
func (f model) amplitudes(theta []float64, i int) []float64 {
	k := f.quadratic() + i*f.cosines
	return theta[k : k+f.cosines]
}

// gradients returns the matrix of the derivatives of the slopes of strength with respect to the
// parameters of the model, at the point x. Row i belongs to the slope along coordinate i. If all is
// false, the derivatives with respect to the amplitudes of cosines are 0.
func (f model) gradients(x []float64, all bool) *mat.Dense {
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
	if f.cosines > 0 && all {
		one := make([]float64, f.cosines)
		for i := range d {
			for k := range one {
				clear(one)
				one[k] = 1
				slope, _ := cosineSlope(one, x[i])
				g.Set(i, f.quadratic()+i*f.cosines+k, slope)
			}
		}
	}
	return g
}

// local returns the matrix of the derivatives of the quadratic's slopes with respect to the
// parameters, at the point x. Each slope has one row. The last row contains the derivatives of the
// mean curvature.
func (f model) local(x []float64) *mat.Dense {
	mean := mat.NewDense(1, f.size(), nil)
	mean.Set(0, f.dim, 1)
	for i := range f.dim {
		mean.Set(0, f.dim+1+i, 1/float64(f.dim))
	}
	var all mat.Dense
	all.Stack(f.gradients(x, false), mean)
	return &all
}

// value returns the strength f(x) in logits for the parameters theta.
func (f model) value(theta, x []float64) float64 {
	row := make([]float64, f.size())
	f.add(row, x, 1)
	sum := 0.0
	for j, v := range row {
		sum += v * theta[j]
	}
	return sum
}

// of returns the indices of the parameters that involve coordinate k in a full model. These are its
// slope, the deviation of its curvature from the common curvature, and the coefficients of its
// products with other coordinates.
func (f model) of(k int) []int {
	out := []int{k, f.dim + 1 + k}
	for i, j := 0, 2*f.dim+1; i < f.dim; i++ {
		for l := i + 1; l < f.dim; l++ {
			if i == k || l == k {
				out = append(out, j)
			}
			j++
		}
	}
	return out
}

// lowest and mostCosines limit the cosine terms of a coordinate u in [0, 1]. A term is cos(k pi u)
// minus the parabola that fits it best, so that it has no quadratic part. lowest is the smallest k,
// because the cosines of k = 1 and 2 are nearly parabolas.
const (
	lowest      = 3
	mostCosines = 16 // limit of terms for a coordinate; it gives a buffer a fixed size
)

// parabola returns the coefficients of a parabola in z = u - 1/2, linear z + square z^2. Added to
// cos(k pi u), it removes the part of the cosine that a parabola could describe for u in [0, 1].
// For odd k linear is 24/(k pi)^2 and square is 0. For even k linear is 0 and square is -360/(k
// pi)^2. They are minus the projections of the cosine on z and z^2 - 1/12. The constant term is
// left out, because it cancels in the difference of two points.
func parabola(k int) (linear, square float64) {
	w := float64(k) * math.Pi
	if k%2 == 1 {
		return 24 / (w * w), 0
	}
	return 0, -360 / (w * w)
}

// addCosines adds sign times each cosine term of the coordinate u to the element of row for this
// term. The constant parts of the terms are left out: a model only needs the difference between
// two points, in which they cancel. The cosines come from the recurrence cos((k+1)a) = 2 cos(a)
// cos(ka) - cos((k-1)a).
func addCosines(row []float64, u, sign float64) {
	z := u - 0.5
	once := math.Cos(math.Pi * u)
	before, now := 1.0, once // cos((k-1) pi u) and cos(k pi u)
	for k := 1; k < lowest+len(row); k++ {
		if k >= lowest {
			linear, square := parabola(k)
			row[k-lowest] += sign * (now + (linear+square*z)*z)
		}
		before, now = now, 2*once*now-before
	}
}

// cosineValue returns the sum of a surface's cosine terms along one coordinate, where the
// coordinate is u. amplitudes contains the factor of each term; see addCosines.
func cosineValue(amplitudes []float64, u float64) float64 {
	var buffer [mostCosines]float64
	row := buffer[:len(amplitudes)]
	addCosines(row, u, 1)
	sum := 0.0
	for i, a := range amplitudes {
		sum += a * row[i]
	}
	return sum
}

// cosineSlope returns the first and the second derivative with respect to u of the sum that
// cosineValue returns.
func cosineSlope(amplitudes []float64, u float64) (first, second float64) {
	z := u - 0.5
	for i, a := range amplitudes {
		w := float64(lowest+i) * math.Pi
		sin, cos := math.Sincos(w * u)
		linear, square := parabola(lowest + i)
		first += a * (linear + 2*square*z - w*sin)
		second += a * (2*square - w*w*cos)
	}
	return first, second
}
