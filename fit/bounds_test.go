package fit

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/lanista/lanista/engines"
)

// within returns the coefficients in [0, +Inf) with the least sum of squares: the best of the
// solutions of the normal equations for every subset of the columns.
func within(x [][]float64, y []float64) []float64 {
	columns := len(x[0])
	var best []float64
	least := math.Inf(1)
	for set := range 1 << columns {
		var used []int
		for j := range columns {
			if set>>j&1 == 1 {
				used = append(used, j)
			}
		}
		n := len(used)
		h := make([][]float64, n) // the normal equations, with the right side as the last column
		for j := range h {
			h[j] = make([]float64, n+1)
			for i, row := range x {
				h[j][n] += row[used[j]] * y[i]
				for k := range n {
					h[j][k] += row[used[j]] * row[used[k]]
				}
			}
		}
		b, allowed := make([]float64, columns), true
		for j, v := range solved(h) {
			b[used[j]] = v
			allowed = allowed && v >= 0
		}
		if loss := halfSquares(x, y, b); allowed && loss < least {
			best, least = b, loss
		}
	}
	return best
}

// halfSquares returns half the mean squared error of the coefficients b.
func halfSquares(x [][]float64, y, b []float64) float64 {
	sum := 0.0
	for i, row := range x {
		z := 0.0
		for j, v := range row {
			z += b[j] * v
		}
		sum += (z - y[i]) * (z - y[i]) / 2 / float64(len(x))
	}
	return sum
}

// A fit reaches the minimum within the ranges of the weights, whatever the start weights. With features
// that are nearly multiples of each other, most of a Newton step may lie beyond a bound, and the rest
// of it may lead uphill.
func TestFitReachesTheMinimumWithinBounds(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 30))
	for run := range 200 {
		const rows = 40
		columns := 2 + run%4
		shared := []float64{0.9, 0.99, 0.999}[run%3]
		d := Data{Rows: NewTable(columns)}
		x, y := make([][]float64, rows), make([]float64, rows)
		truth, space := make([]float64, columns), spaceOf(0, 1e6, "a", "b", "c", "d", "e")[:columns]
		start := make(engines.Weights, columns)
		for j := range truth {
			truth[j], start[j] = rng.NormFloat64(), math.Exp(3*rng.NormFloat64()-2)
		}
		for i := range x {
			x[i] = make([]float64, columns)
			common := rng.NormFloat64()
			for j := range x[i] {
				x[i][j] = float64(float32(math.Sqrt(shared)*common + math.Sqrt(1-shared)*rng.NormFloat64()))
				y[i] += truth[j] * x[i][j]
			}
			y[i] = float64(float32(y[i] + rng.NormFloat64()))
			d.Rows.(*Table).Add(x[i])
			d.Target, d.Trajectory = append(d.Target, float32(y[i])), append(d.Trajectory, int32(i))
		}
		o := objective{ctx: t.Context(), data: &d, loss: squares}
		for i := range int32(rows) {
			o.part = append(o.part, i)
		}
		low, high := cone{space, columns}.signs()
		b, err := newton(&o, append([]float64(nil), start...), low, high)
		if err != nil {
			t.Fatal(err)
		}
		want := within(x, y)
		if got, least := halfSquares(x, y, b), halfSquares(x, y, want); !(got <= least*(1+1e-9)) || o.unconverged {
			t.Errorf("run %d from %.3g: %.4g with the loss %.6g; the least is %.6g with %.4g", run, start, b, got, least, want)
		}
	}
}

// Fitted weights with a bound at 0 and nearly equal features are better than the start, which is not
// kept.
func TestFitWithBoundsAndNearlyEqualFeatures(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 32))
	better := 0
	const runs = 40
	for run := range runs {
		d := Data{Rows: NewTable(3)}
		for i := range 600 {
			common, row, z := rng.NormFloat64(), make([]float64, 3), 0.0
			for j := range row {
				row[j] = 0.985*common + 0.173*rng.NormFloat64()
				z += []float64{1.5, 0, 0.2}[j] * row[j]
			}
			d.Rows.(*Table).Add(row)
			result := float32(0)
			if rng.Float64() < 1/(1+math.Exp(-z)) {
				result = 1
			}
			d.Target, d.Trajectory = append(d.Target, result), append(d.Trajectory, int32(i/10))
		}
		start := engines.Weights{0.2 + 2*rng.Float64(), 0.2 + 2*rng.Float64(), 0.2 + 2*rng.Float64()}
		ridge := 1e-4
		r := fitOf(t, Problem{Space: spaceOf(0, 10, "a", "b", "c"), Start: start, Data: d, Seed: uint64(run)}, Options{Ridge: &ridge})
		if !r.KeptStart && r.Loss < r.StartLoss {
			better++
		}
	}
	if better != runs {
		t.Errorf("%d of %d fits are better than their start", better, runs)
	}
}
