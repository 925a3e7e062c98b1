package rsm

import "math"

// The cosine terms of a coordinate u in [0, 1] are cos(k pi u) for k = 3, 4, ...,
// each less the parabola that is nearest to it in the mean square over [0, 1]. So
// the quadratic part of a model with cosine terms remains the best quadratic, and
// the cosines are what is left. Cosines of k = 1 and 2 are nearly parabolas.
const (
	lowest      = 3
	mostCosines = 16 // terms for a coordinate, so that a buffer has a fixed size
)

// parabola gives what cos(k pi u) lacks to have no parabola in it, as coefficients
// of z and z^2 with z = u - 1/2: 24/(k pi)^2 z for odd k, -360/(k pi)^2 z^2 for even
// k, which are minus its projections on z and z^2 - 1/12. Constants cancel.
func parabola(k int) (linear, square float64) {
	w := float64(k) * math.Pi
	if k%2 == 1 {
		return 24 / (w * w), 0
	}
	return 0, -360 / (w * w)
}

// addCosines adds sign times the terms at u to row, by the recurrence
// cos((k+1)a) = 2 cos(a) cos(ka) - cos((k-1)a). Constants cancel in a pair and are
// left out.
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

// cosineValue is the value at u of terms with the given amplitudes.
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

// cosineSlope is the first and the second derivative of them.
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
