package evolution

import (
	"cmp"
	"math"
	"slices"

	"github.com/lanista/lanista/elementary"
	"github.com/lanista/lanista/tuning/vector"
)

// eigen returns the eigenvalues of a symmetric matrix, the smallest first, and its eigenvectors of
// length 1, which are the rows of vectors in the same order. The element of an eigenvector that is
// largest in size is positive. Without wanted the eigenvectors are not computed, and the eigenvalues
// are the same. eigen computes with the elements on and below the diagonal. ok is false if the matrix is
// empty or has elements that are not finite, or if the iteration does not converge.
//
// The matrix becomes tridiagonal by Householder's reflections, and then diagonal by QL steps with
// implicit shifts: G. H. Golub and C. F. Van Loan, "Matrix Computations", 4th edition 2013, sections
// 8.3.1 to 8.3.3; A. Dubrulle, R. S. Martin and J. H. Wilkinson, "The implicit QL algorithm",
// Numerische Mathematik 12, 1968. The programs tred2 and imtql2 of EISPACK do the same.
func eigen(symmetric matrix, wanted bool) (values []float64, vectors matrix, ok bool) {
	n := symmetric.n
	largest := 0.0
	for _, v := range symmetric.at {
		largest = max(largest, math.Abs(v)) // NaN if v is NaN
	}
	if n == 0 || !(largest <= math.MaxFloat64) {
		return nil, matrix{}, false
	}
	// A power of 2 scales the matrix without rounding, so that no square overflows.
	_, exponent := math.Frexp(largest)
	a := newMatrix(n)
	for i, v := range symmetric.at {
		a.at[i] = math.Ldexp(v, -exponent)
	}
	t := tridiagonal(a, wanted)
	if !t.diagonalize() {
		return nil, matrix{}, false
	}
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(t.diagonal[i], t.diagonal[j]) })
	values = make([]float64, n)
	for k, i := range order {
		values[k] = math.Ldexp(t.diagonal[i], exponent)
	}
	if !wanted {
		return values, matrix{}, true
	}
	vectors = newMatrix(n)
	for k, i := range order {
		from, sign := t.basis.row(i), 1.0
		top := 0.0
		for _, v := range from {
			if size := math.Abs(v); size > top {
				top, sign = size, math.Copysign(1, v)
			}
		}
		for j, v := range from {
			vectors.at[k*n+j] = sign * v
		}
	}
	return values, vectors, true
}

// tridiagonalMatrix is a symmetric matrix whose elements are 0 except on the diagonal and beside it.
type tridiagonalMatrix struct {
	diagonal []float64
	beside   []float64 // beside[i] is the element in row i+1 and column i; the last is 0
	// The rows of basis are the vectors in whose coordinates the matrix is given. It has no elements
	// if they are not wanted.
	basis matrix
}

// tridiagonal transforms the symmetric matrix a to a tridiagonal matrix with the same eigenvalues.
// If wanted is true, the result also contains the basis of the transformation, from which the
// eigenvectors are computed. tridiagonal reads and overwrites the elements of a on and below the
// diagonal.
func tridiagonal(a matrix, wanted bool) *tridiagonalMatrix {
	n := a.n
	t := &tridiagonalMatrix{diagonal: make([]float64, n), beside: make([]float64, n)}
	reflections := make([]reflection, max(n-2, 0))
	column := make([]float64, n)
	for k := range reflections {
		v := column[k+1:]
		for i := range v {
			v[i] = a.at[(k+1+i)*n+k]
		}
		r, length := reflect(v)
		reflections[k], t.beside[k] = r, length
		r.applyBothSides(a, k+1)
	}
	if n > 1 {
		t.beside[n-2] = a.at[(n-1)*n+n-2]
	}
	for i := range n {
		t.diagonal[i] = a.at[i*n+i]
	}
	if !wanted {
		return t
	}
	// The columns of q, the product of the reflections, are the vectors. Multiplied in order from the last
	// reflection to the first, q differs from the identity only in the rows and columns that the reflections
	// so far change.
	q := newMatrix(n)
	for i := range n {
		q.at[i*n+i] = 1
	}
	for k := len(reflections) - 1; k >= 0; k-- {
		reflections[k].apply(q, k+1)
	}
	t.basis = newMatrix(n)
	for i := range n {
		for j := range n {
			t.basis.at[i*n+j] = q.at[j*n+i]
		}
	}
	return t
}

// reflection is the matrix 1 - factor v v', where v' is the transpose of v. The first element of v is
// 1. The zero value is the identity.
type reflection struct {
	v      []float64
	factor float64
}

// reflect returns the reflection that maps x to the vector (first, 0, ..., 0).
func reflect(x []float64) (r reflection, first float64) {
	rest := vector.Dot(x[1:], x[1:])
	if rest == 0 {
		return reflection{}, x[0]
	}
	first = -math.Copysign(math.Sqrt(float64(x[0]*x[0])+rest), x[0])
	v, pivot := make([]float64, len(x)), x[0]-first
	for i := range v {
		v[i] = x[i] / pivot
	}
	v[0] = 1
	return reflection{v, -pivot / first}, first
}

// applyBothSides multiplies the lower right part of the symmetric matrix a, from row and column
// from on, by the reflection from both sides. It reads and changes only the elements on and below
// the diagonal.
func (r reflection) applyBothSides(a matrix, from int) {
	n, v := len(r.v), r.v
	w := make([]float64, n) // first factor a v, then factor a v - factor/2 (v' factor a v) v
	for i := range n {
		row := a.row(from + i)[from : from+i]
		sum, x := float64(a.at[(from+i)*a.n+from+i]*v[i]), v[i]
		head, by := w[:len(row)], v[:len(row)]
		for j, m := range row {
			sum += float64(m * by[j])
			head[j] += float64(m * x)
		}
		w[i] = sum
	}
	for i := range w {
		w[i] *= r.factor
	}
	vector.Add(w, -r.factor*vector.Dot(v, w)/2, v)
	for i := range n {
		row := a.row(from + i)[from : from+i+1]
		vi, wi := v[i], w[i]
		vs, ws := v[:len(row)], w[:len(row)]
		for j, m := range row {
			row[j] = m - float64(vi*ws[j]) - float64(wi*vs[j])
		}
	}
}

// apply multiplies the lower right part of the matrix a, from row and column from on, by the
// reflection from the left.
func (r reflection) apply(a matrix, from int) {
	sums := make([]float64, len(r.v)) // v' a
	for i, x := range r.v {
		vector.Add(sums, x, a.row(from + i)[from:])
	}
	for i, x := range r.v {
		vector.Add(a.row(from + i)[from:], -r.factor*x, sums)
	}
}

// These constants end the iteration of diagonalize. An element beside the diagonal counts as 0 if
// it is small: relative to its two neighbours on the diagonal (precision) or to the size of the
// matrix (negligible).
const (
	precision  = 0x1p-52
	negligible = 0x1p-104 // of the size of the matrix
	mostSteps  = 60       // for an eigenvalue; two are usual
)

// diagonalize makes the elements beside the diagonal 0 by rotations, which it applies to the basis
// too. It reports whether the iteration converges.
func (t *tridiagonalMatrix) diagonalize() bool {
	n := len(t.diagonal)
	size := 0.0
	for i, v := range t.diagonal {
		size = max(size, math.Abs(v)+math.Abs(t.beside[i]))
	}
	for first := range n {
		for steps := 0; ; steps++ {
			last := first // the first block without zeros beside its diagonal
			for last < n-1 {
				b := math.Abs(t.beside[last])
				if b <= precision*(math.Abs(t.diagonal[last])+math.Abs(t.diagonal[last+1])) || b <= negligible*size {
					break
				}
				last++
			}
			if last == first {
				break
			}
			if steps == mostSteps {
				return false
			}
			t.step(first, last)
		}
	}
	return true
}

// step does one QL step with Wilkinson's shift on the block from row first to row last. It rotates
// the coordinates i and i+1 for i from last-1 down to first. Each rotation but the last creates an
// element outside the three diagonals (bulge) in row i-1 and column i+1. The next rotation makes it
// 0.
func (t *tridiagonalMatrix) step(first, last int) {
	d, b := t.diagonal, t.beside
	// The shift is the eigenvalue of the first two rows that is nearer to d[first].
	g := (d[first+1] - d[first]) / (2 * b[first])
	shift := d[first] - b[first]/(g+math.Copysign(elementary.Hypot(g, 1), g))
	f, bulge := d[last]-shift, b[last-1]
	for i := last - 1; i >= first; i-- {
		// The rotation (c, -s; s, c) maps (bulge, f) to (0, r).
		r := elementary.Hypot(f, bulge)
		c, s := 1.0, 0.0
		if r > 0 {
			c, s = f/r, bulge/r
		}
		if i < last-1 {
			b[i+1] = r
		}
		cross := float64(s*(d[i+1]-d[i])) - float64(2*c*b[i])
		f = -float64(c*cross) - b[i]
		d[i] += float64(s * cross)
		d[i+1] -= float64(s * cross)
		b[i] = f
		if i > first {
			bulge = s * b[i-1]
			b[i-1] *= c
		}
		if t.basis.n > 0 {
			rotate(t.basis.row(i), t.basis.row(i+1), c, s)
		}
	}
}

// rotate replaces the vectors x and y by c x - s y and s x + c y.
func rotate(x, y []float64, c, s float64) {
	y = y[:len(x)]
	for i, v := range x {
		w := y[i]
		x[i] = float64(c*v) - float64(s*w)
		y[i] = float64(s*v) + float64(c*w)
	}
}
