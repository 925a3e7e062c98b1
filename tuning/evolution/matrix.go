package evolution

import "github.com/lanista/lanista/tuning/vector"

// matrix is a square matrix. Its products are computed by package vector, so that they are the same on
// every processor.
type matrix struct {
	n  int
	at []float64 // row by row
}

func newMatrix(n int) matrix { return matrix{n, make([]float64, n*n)} }

func (a matrix) row(i int) []float64 { return a.at[i*a.n : (i+1)*a.n] }

// times returns the product of the matrix and a vector.
func (a matrix) times(x []float64) []float64 {
	out := make([]float64, a.n)
	i := 0
	for ; i+4 <= a.n; i += 4 {
		out[i], out[i+1], out[i+2], out[i+3] = vector.Dots(x, a.row(i), a.row(i+1), a.row(i+2), a.row(i+3))
	}
	for ; i < a.n; i++ {
		out[i] = vector.Dot(x, a.row(i))
	}
	return out
}

// product returns the matrix a b.
func product(a, b matrix) matrix {
	out := newMatrix(a.n)
	for i := range a.n {
		combine(out.row(i), b, a.row(i), 0)
	}
	return out
}

// symmetricProduct returns the product of a and b, which must be symmetric. It computes the
// elements on and above the diagonal, and copies them to those below.
func symmetricProduct(a, b matrix) matrix {
	out := newMatrix(a.n)
	for i := range a.n {
		combine(out.row(i), b, a.row(i), i)
	}
	out.mirror()
	return out
}

// combine adds by[i] times row i of b to sum, for every row. It changes only the elements of sum
// from the index from on.
func combine(sum []float64, b matrix, by []float64, from int) {
	sum = sum[from:]
	k := 0
	for ; k+4 <= b.n; k += 4 {
		vector.AddFour(sum, [4]float64(by[k:k+4]), b.row(k)[from:], b.row(k + 1)[from:], b.row(k + 2)[from:], b.row(k + 3)[from:])
	}
	for ; k < b.n; k++ {
		vector.Add(sum, by[k], b.row(k)[from:])
	}
}

// addSquare adds the product of the number by, the vector x and the transpose of x to the matrix.
// It changes only the elements on and above the diagonal.
func (a matrix) addSquare(by float64, x []float64) {
	for i, v := range x {
		vector.Add(a.row(i)[i:], by*v, x[i:])
	}
}

// mirror copies the elements above the diagonal to those below.
func (a matrix) mirror() {
	for i := range a.n {
		for j := i + 1; j < a.n; j++ {
			a.at[j*a.n+i] = a.at[i*a.n+j]
		}
	}
}

// scale multiplies every element of the matrix.
func (a matrix) scale(by float64) {
	for i := range a.at {
		a.at[i] *= by
	}
}
