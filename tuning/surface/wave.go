package surface

import "math"

// The waves of a coordinate u in [0, 1] are cos(k pi u), k from lowest on, less
// the parabola that comes nearest to them over the box: so the quadratic part
// of a waved form remains the best parabola, and the waves are what is left.
const (
	lowest = 3
	waves  = 6
)

// parabola gives the slope and the bend of the parabola that is taken from wave
// k, in u - 1/2: odd waves have a slope only, even ones a bend only.
func parabola(k int) (slope, square float64) {
	w := float64(k) * math.Pi
	if k%2 == 1 {
		return 24 / (w * w), 0
	}
	return 0, -360 / (w * w)
}

// addWaves adds sign times the waves at u to row. Constants cancel in a duel
// and are left out.
func addWaves(row []float64, u, sign float64) {
	z := u - 0.5
	once := math.Cos(math.Pi * u)
	before, now := 1.0, once // cos((k-1) pi u) and cos(k pi u)
	for k := 1; k < lowest+waves; k++ {
		if k >= lowest {
			slope, square := parabola(k)
			row[k-lowest] += sign * (now + (slope+square*z)*z)
		}
		before, now = now, 2*once*now-before
	}
}

// waveValue is the height at u of waves with the given amplitudes.
func waveValue(amplitudes []float64, u float64) float64 {
	var row [waves]float64
	addWaves(row[:], u, 1)
	sum := 0.0
	for i, a := range amplitudes {
		sum += a * row[i]
	}
	return sum
}

// waveSlope is the first and the second derivative of them.
func waveSlope(amplitudes []float64, u float64) (slope, bend float64) {
	z := u - 0.5
	for i, a := range amplitudes {
		w := float64(lowest+i) * math.Pi
		sin, cos := math.Sincos(w * u)
		line, square := parabola(lowest + i)
		slope += a * (line + 2*square*z - w*sin)
		bend += a * (2*square - w*w*cos)
	}
	return slope, bend
}
