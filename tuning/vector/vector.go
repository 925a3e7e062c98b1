package vector

// Dot returns the dot product of x and y.
func Dot(x, y []float64) float64 {
	y = y[:len(x)]
	sum := 0.0
	for i, v := range x {
		sum += float64(v * y[i])
	}
	return sum
}

// Dots returns the dot products of x with a, b, c and d, exactly as [Dot] computes them. The four
// sums are independent, so that the processor can compute them in parallel.
func Dots(x, a, b, c, d []float64) (sa, sb, sc, sd float64) {
	a, b, c, d = a[:len(x)], b[:len(x)], c[:len(x)], d[:len(x)]
	for i, v := range x {
		sa += float64(v * a[i])
		sb += float64(v * b[i])
		sc += float64(v * c[i])
		sd += float64(v * d[i])
	}
	return sa, sb, sc, sd
}

// Add adds the vector x, multiplied by a number, to sum.
func Add(sum []float64, by float64, x []float64) {
	x = x[:len(sum)]
	for i := range sum {
		sum[i] += float64(by * x[i])
	}
}

// AddFour adds by[0] a, then by[1] b, by[2] c and by[3] d to sum. The result equals the result of
// four calls of [Add] exactly.
func AddFour(sum []float64, by [4]float64, a, b, c, d []float64) {
	a, b, c, d = a[:len(sum)], b[:len(sum)], c[:len(sum)], d[:len(sum)]
	for i, v := range sum {
		v += float64(by[0] * a[i])
		v += float64(by[1] * b[i])
		v += float64(by[2] * c[i])
		v += float64(by[3] * d[i])
		sum[i] = v
	}
}
