package elementary

import "math"

// Exp returns e to the power of x. It uses the algorithm of N. Shibata in the simplified form of
// Go's assembly for amd64 (exp_amd64.s). Source: N. Shibata, "Efficient evaluation methods of
// elementary functions suitable for SIMD computation", Computer Science - Research and Development
// 25, 2010.
func Exp(x float64) float64 {
	const (
		upper = 0.69314718055966295651160180568695068359375           // ln 2, upper half
		lower = 0.28235290563031577122588448175013436025525412068e-12 // ln 2, lower half
		most  = 7.09782712893383973096e+02                            // ln of the largest number
		least = -7.45133219101941108420e+02                           // ln of half the smallest number
	)
	switch {
	case math.IsNaN(x) || x > most:
		return x + math.Inf(1)
	case x < least:
		return 0
	}
	n := math.RoundToEven(x * (1 / math.Ln2))
	r := math.FMA(-n, lower, math.FMA(-n, upper, x)) / 16
	y := 1.0 / 40320 // Taylor series of (exp(r)-1)/r
	for _, c := range [...]float64{1.0 / 5040, 1.0 / 720, 1.0 / 120, 1.0 / 24, 1.0 / 6, 1.0 / 2, 1} {
		y = math.FMA(y, r, c)
	}
	y = float64(y * r)
	for range 3 { // if y is exp(r)-1, then (y+2)y is exp(2r)-1
		y = float64(y * (y + 2))
	}
	return math.Ldexp(math.FMA(y, y+2, 1), int(n))
}
