package evolution

// matrix is a square matrix. Its products are computed in plain Go with explicit conversions, so
// that they are the same on every processor; see docs/decisions/processors.md.
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
		out[i], out[i+1], out[i+2], out[i+3] = dots(x, a.row(i), a.row(i+1), a.row(i+2), a.row(i+3))
	}
	for ; i < a.n; i++ {
		out[i] = dot(x, a.row(i))
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

// symmetricProduct returns the matrix a b, whose elements below the diagonal are taken from above it.
func symmetricProduct(a, b matrix) matrix {
	out := newMatrix(a.n)
	for i := range a.n {
		combine(out.row(i), b, a.row(i), i)
	}
	out.mirror()
	return out
}

// combine adds to the elements of sum, from the given column on, those of the rows of b times by.
func combine(sum []float64, b matrix, by []float64, from int) {
	sum = sum[from:]
	k := 0
	for ; k+4 <= b.n; k += 4 {
		addScaled(sum, [4]float64(by[k:k+4]), b.row(k)[from:], b.row(k + 1)[from:], b.row(k + 2)[from:], b.row(k + 3)[from:])
	}
	for ; k < b.n; k++ {
		addMultiple(sum, by[k], b.row(k)[from:])
	}
}

// addSquare adds the product of x, its transpose and the number by to the elements on and above the
// diagonal.
func (a matrix) addSquare(by float64, x []float64) {
	for i, v := range x {
		addMultiple(a.row(i)[i:], by*v, x[i:])
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

func dot(x, y []float64) float64 {
	y = y[:len(x)]
	sum := 0.0
	for i, v := range x {
		sum += float64(v * y[i])
	}
	return sum
}

// dots returns the dot products of x with a, b, c and d. The four sums are independent, so that
// the processor can compute them in parallel.
func dots(x, a, b, c, d []float64) (sa, sb, sc, sd float64) {
	a, b, c, d = a[:len(x)], b[:len(x)], c[:len(x)], d[:len(x)]
	for i, v := range x {
		sa += float64(v * a[i])
		sb += float64(v * b[i])
		sc += float64(v * c[i])
		sd += float64(v * d[i])
	}
	return sa, sb, sc, sd
}

// addMultiple adds the vector x, multiplied by a number, to sum.
func addMultiple(sum []float64, by float64, x []float64) {
	x = x[:len(sum)]
	for i := range sum {
		sum[i] += float64(by * x[i])
	}
}

// addScaled adds by[0] a, then by[1] b, by[2] c and by[3] d to the vector sum.
func addScaled(sum []float64, by [4]float64, a, b, c, d []float64) {
	a, b, c, d = a[:len(sum)], b[:len(sum)], c[:len(sum)], d[:len(sum)]
	for i, v := range sum {
		v += float64(by[0] * a[i])
		v += float64(by[1] * b[i])
		v += float64(by[2] * c[i])
		v += float64(by[3] * d[i])
		sum[i] = v
	}
}
