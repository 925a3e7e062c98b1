package genetic

func dot(a, b []float64) float64 {
	sum := 0.0
	for i, v := range a {
		sum += v * b[i]
	}
	return sum
}

// dots is dot with four vectors at once: their sums do not wait for each other.
func dots(x, a, b, c, d []float64) (sa, sb, sc, sd float64) {
	a, b, c, d = a[:len(x)], b[:len(x)], c[:len(x)], d[:len(x)]
	for i, v := range x {
		sa += v * a[i]
		sb += v * b[i]
		sc += v * c[i]
		sd += v * d[i]
	}
	return sa, sb, sc, sd
}

// addScaled adds four vectors to out one after the other, each multiplied by its
// factor.
func addScaled(out []float64, by [4]float64, a, b, c, d []float64) {
	a, b, c, d = a[:len(out)], b[:len(out)], c[:len(out)], d[:len(out)]
	for i, v := range out {
		v += by[0] * a[i]
		v += by[1] * b[i]
		v += by[2] * c[i]
		v += by[3] * d[i]
		out[i] = v
	}
}
