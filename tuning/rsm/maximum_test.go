package rsm

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// No nearby point is higher than the maximum of a concave quadratic over the box, even in
// narrow valleys.
func TestAscendFindsTheMaximum(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(21, 22))
	for trial := range 200 {
		d := 1 + rng.IntN(8)
		h := mat.NewSymDense(d, nil)
		for k := range d + 1 {
			v := mat.NewVecDense(d, nil)
			for i := range d {
				v.SetVec(i, rng.NormFloat64())
			}
			h.SymRankOne(h, math.Pow(10, float64(k%4)), v) // condition number of 1000 and more
		}
		slope, origin, from := random(rng, d), random(rng, d), make([]float64, d)
		for i := range d {
			slope[i] *= 30
			origin[i] = 0.5 + origin[i]/2
			from[i] = rng.Float64()
		}
		value := func(x []float64) float64 {
			z := mat.NewVecDense(d, nil)
			for i := range d {
				z.SetVec(i, x[i]-origin[i])
			}
			return mat.Dot(mat.NewVecDense(d, slope), z) - mat.Inner(z, h, z)/2
		}
		x := ascend(slope, h, origin, from)
		best := value(x)
		for range 200 {
			y := make([]float64, d)
			for i := range y {
				y[i] = min(max(x[i]+0.1*rng.NormFloat64(), 0), 1)
			}
			if v := value(y); v > best+1e-6 {
				t.Fatalf("trial %d: %v at %v, %v at %v", trial, best, x, v, y)
			}
		}
		for i, v := range x {
			if !(v >= 0 && v <= 1) {
				t.Fatalf("trial %d: coordinate %d is %v", trial, i, v)
			}
		}
	}
}

// On a saddle the ascent ends at an edge and never descends.
func TestAscendOfASaddle(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(23, 24))
	for range 200 {
		d := 2 + rng.IntN(4)
		h := mat.NewSymDense(d, nil)
		for i := range d {
			for j := range i + 1 {
				h.SetSym(i, j, 5*rng.NormFloat64())
			}
		}
		h.SetSym(0, 0, -10)
		slope, origin := random(rng, d), make([]float64, d)
		from := make([]float64, d)
		for i := range from {
			from[i] = 0.5
		}
		x := ascend(slope, h, origin, from)
		m := model{dim: d, full: true, origin: origin}
		theta := make([]float64, m.size())
		copy(theta, slope)
		k := 2*d + 1
		for i := range d {
			theta[d+1+i] = h.At(i, i)
			for j := i + 1; j < d; j++ {
				theta[k] = h.At(i, j)
				k++
			}
		}
		if m.value(theta, x) < m.value(theta, from) {
			t.Fatalf("from %v down to %v", m.value(theta, from), m.value(theta, x))
		}
		walls := 0
		for _, v := range x {
			if v == 0 || v == 1 {
				walls++
			}
		}
		if walls == 0 {
			t.Fatalf("%v lies at no wall", x)
		}
	}
}
