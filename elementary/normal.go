package elementary

import (
	"math"
	"math/rand/v2"
	"sync"
)

// Normal returns a number drawn from the normal distribution with mean 0 and standard deviation 1.
// It uses the ziggurat method in the same way as [rand.Rand.NormFloat64]. Source: G. Marsaglia, W.
// W. Tsang, "The ziggurat method for generating random variables", Journal of Statistical Software
// 5, 2000.
func Normal(r *rand.Rand) float64 {
	z := normal()
	for {
		u := r.Uint64()
		j, i := int32(u), u>>32%layers
		x := float64(float64(j) * float64(z.width[i]))
		if size := max(int64(j), -int64(j)); size < int64(z.inside[i]) {
			return x // within the layer and below the density
		}
		if i == 0 {
			return math.Copysign(tailNumber(r), float64(j))
		}
		above := float32(r.Float64()) // share of the layer's height
		if z.density[i]+float32(above*(z.density[i-1]-z.density[i])) < float32(Exp(-0.5*x*x)) {
			return x
		}
	}
}

// tailNumber draws a number from the upper tail of the normal distribution: the part above
// tailFrom, which the tables of the [ziggurat] do not cover.
func tailNumber(r *rand.Rand) float64 {
	for {
		x := -float64(Log(r.Float64()) * (1 / tailFrom))
		if y := -Log(r.Float64()); y+y >= float64(x*x) {
			return tailFrom + x
		}
	}
}

const (
	layers   = 128
	tailFrom = 3.442619855899      // the bottom layer ends there
	area     = 9.91256303526217e-3 // of each layer
)

// ziggurat contains tables for drawing numbers from the normal distribution (see [Normal]). The
// area below the curve exp(-x²/2), for positive x, is cut into horizontal layers of equal area.
// Layer 0 is the lowest and includes the endless tail.
type ziggurat struct {
	inside  [layers]uint32  // numbers below are surely below the density, in units of width
	width   [layers]float32 // of the layer, without a tail, divided by 2^31
	density [layers]float32 // at the right end of the layer; 1, the density at 0, for layer 0
}

// normal returns the tables of the ziggurat method for the normal distribution. They are computed
// at the first call.
var normal = sync.OnceValue(func() *ziggurat {
	const scale = 1 << 31
	density := func(x float64) float64 { return Exp(-0.5 * x * x) }
	z, right := new(ziggurat), tailFrom
	bottom := area / density(right) // width of layer 0 if it had no tail
	z.inside[0], z.width[0], z.density[0] = uint32(right/bottom*scale), float32(bottom/scale), 1
	for i := layers - 1; i > 0; i-- {
		z.width[i], z.density[i] = float32(right/scale), float32(density(right))
		inner := 0.0 // right end of the layer above
		if i > 1 {
			inner = math.Sqrt(-2 * Log(area/right+density(right)))
		}
		z.inside[i] = uint32(inner / right * scale)
		right = inner
	}
	return z
})
