package elementary

import "math"

// ln2High and ln2Low are two numbers whose sum is ln 2 with more precision than one float64.
// ln2High has so few digits that its product with the exponent of a float64 is exact.
const (
	ln2High = 6.93147180369123816490e-01
	ln2Low  = 1.90821492927058770002e-10
)

// l1 to l7 are the coefficients of f², f⁴, ..., f¹⁴ in a polynomial. It approximates (ln(1+f) -
// ln(1-f) - 2f) / f for f up to 0.1716. The coefficients make its largest error as small as
// possible (FreeBSD, e_log.c).
const (
	l1 = 6.666666666666735130e-01
	l2 = 3.999999999940941908e-01
	l3 = 2.857142874366239149e-01
	l4 = 2.222219843214978396e-01
	l5 = 1.818357216161805012e-01
	l6 = 1.531383769920937332e-01
	l7 = 1.479819860511658591e-01
)

// Log returns the natural logarithm of x: -Inf for 0, NaN for a negative x.
func Log(x float64) float64 {
	if !(x > 0) || math.IsInf(x, 1) {
		return math.Log(x) // exact
	}
	f, k := nearOne(x)
	s := f / (2 + f)
	square := float64(s * s)
	fourth := float64(square * square)
	odd, even := polynomial(fourth, l1, l3, l5, l7), polynomial(fourth, l2, l4, l6)
	return assemble(f, s, float64(square*odd)+float64(fourth*even), k, 0)
}

// Log10 returns the decimal logarithm of x.
func Log10(x float64) float64 { return Log(x) * (1 / math.Ln10) }

// Log1p returns the natural logarithm of 1 + x. It is more accurate than Log(1+x) if x is near 0.
func Log1p(x float64) float64 {
	switch size := math.Abs(x); {
	case !(x > -1) || math.IsInf(x, 1):
		return math.Log1p(x) // exact
	case size < 0x1p-54:
		return x
	case size < 0x1p-29:
		return x - float64(x*x*0.5)
	}
	f, k, lost := x, 0, 0.0
	if x <= math.Sqrt2/2-1 || x >= math.Sqrt2-1 {
		sum := 1 + x
		f, k = nearOne(sum)
		switch {
		case sum >= 1<<53: // the 1 is lost, and does not count
		case sum >= 2:
			lost = (1 - (sum - x)) / sum
		default:
			lost = (x - (sum - 1)) / sum
		}
	}
	s := f / (2 + f)
	square := float64(s * s)
	return assemble(f, s, float64(square*polynomial(square, l1, l2, l3, l4, l5, l6, l7)), k, lost)
}

// nearOne returns f and k with x = (1+f) 2^k, where 1+f is from √½ to √2.
func nearOne(x float64) (f float64, k int) {
	m, k := math.Frexp(x)
	if m < math.Sqrt2/2 {
		m, k = 2*m, k-1
	}
	return m - 1, k
}

// assemble returns ln x for x = (1+f) 2^k, which it computes as ln(1+f) + k ln 2 + lost. s is
// f/(2+f), and rest is (ln(1+s) - ln(1-s) - 2s)/s. lost corrects the rounding error of x. To lose
// little precision, assemble adds the small terms first.
func assemble(f, s, rest float64, k int, lost float64) float64 {
	half, n := float64(0.5*f*f), float64(k)
	small := float64(s*(half+rest)) + (float64(n*ln2Low) + lost)
	return float64(n*ln2High) - ((half - small) - f)
}

// polynomial returns the value at x of the polynomial with the given coefficients, the constant
// term first.
func polynomial(x float64, coefficients ...float64) float64 {
	sum := 0.0
	for i := len(coefficients) - 1; i >= 0; i-- {
		sum = float64(sum*x) + coefficients[i]
	}
	return sum
}
