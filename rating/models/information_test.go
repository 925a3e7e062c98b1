package models

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// The matrix root of the information that factors keeps, multiplied by its transpose, is the matrix that
// adds up the same terms: those of two players with an advantage and a draw parameter, slopes, and terms of
// one parameter.
func TestFactorsAreARootOfTheInformation(t *testing.T) {
	t.Parallel()
	const players, parameters = 3, 5 // the advantage is the parameter 3, the draw parameter 4
	want := mat.NewSymDense(parameters, nil)
	got := newFactors(core{rows: []int{0, 1, 2}, members: []int{0, 1, 2}}, players)
	for _, into := range []information{dense(want), got} {
		rng := rand.New(rand.NewPCG(3, 1))
		for k := range 30 {
			i := rng.IntN(players)
			rows := [4]int{i, (i + 1 + rng.IntN(players-1)) % players, 3, 4}
			if k%3 > 0 {
				rows[1+k%3] = -1
			}
			if k%5 == 0 {
				rows[2], rows[3] = -1, -1
			}
			s := term{uu: 0.1 + rng.Float64(), ut: rng.NormFloat64()}
			s.tt = s.ut*s.ut/s.uu + rng.Float64()
			into.enter(rows, [4]float64{1, -1, 1}, &s)
			slope := rng.NormFloat64()
			into.enterSlopes(rows, [4]float64{slope, -slope, rng.NormFloat64(), rng.NormFloat64()}, 2)
			into.enterOne(rng.IntN(parameters), rng.Float64())
		}
	}
	row := func(i int) []float64 {
		unit := make([]float64, parameters)
		unit[i] = 1
		return got.product(unit)
	}
	for i := range parameters {
		for j := range i + 1 {
			sum := 0.0
			for k, v := range row(i) {
				sum += v * row(j)[k]
			}
			if math.Abs(sum-want.At(i, j)) > 1e-9 {
				t.Errorf("row %d, column %d: %v, want %v", i, j, sum, want.At(i, j))
			}
		}
	}
}
