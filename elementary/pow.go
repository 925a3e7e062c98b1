package elementary

import "math"

// Pow returns x to the power of y. Special cases are those of [math.Pow].
func Pow(x, y float64) float64 {
	whole, part := math.Modf(math.Abs(y))
	if !(part > 0) || part == 0.5 && whole == 0 || !(x > 0) || math.IsInf(x, 1) || x == 1 {
		return math.Pow(x, y) // exact, or products alone, or a square root
	}
	if part > 0.5 {
		part, whole = part-1, whole+1
	}
	result, exponent := Exp(float64(part*Log(x))), 0
	power, powerExponent := math.Frexp(x) // x to the power of 1, 2, 4, ...
	for n := int64(whole); n > 0; n >>= 1 {
		if n&1 == 1 || powerExponent > 1<<12 || powerExponent < -1<<12 {
			result *= power
			exponent += powerExponent
		}
		if powerExponent > 1<<12 || powerExponent < -1<<12 { // the result is 0 or infinite
			break
		}
		square, shift := math.Frexp(float64(power * power))
		power, powerExponent = square, 2*powerExponent+shift
	}
	if y < 0 {
		result, exponent = 1/result, -exponent
	}
	return math.Ldexp(result, exponent)
}
