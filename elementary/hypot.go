package elementary

import "math"

// Hypot returns the square root of x² + y², without overflow.
func Hypot(x, y float64) float64 {
	large, small := max(math.Abs(x), math.Abs(y)), min(math.Abs(x), math.Abs(y))
	switch {
	case math.IsInf(x, 0) || math.IsInf(y, 0):
		return math.Inf(1)
	case large == 0:
		return 0
	}
	ratio := small / large
	return large * math.Sqrt(1+float64(ratio*ratio))
}
