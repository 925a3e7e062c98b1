package fit

import (
	"math"
	"testing"

	"github.com/lanista/lanista/engines"
)

// plain is a textbook logistic regression: Newton's method with Gaussian elimination, without
// bounds and ridge.
func plain(x [][]float64, y []float64) []float64 {
	n := len(x[0])
	b := make([]float64, n)
	for range 50 {
		h := make([][]float64, n) // second derivatives, with the slope as the last column
		for j := range h {
			h[j] = make([]float64, n+1)
		}
		for i, row := range x {
			z := 0.0
			for j, v := range row {
				z += b[j] * v
			}
			p := 1 / (1 + math.Exp(-z))
			for j, v := range row {
				h[j][n] += (y[i] - p) * v
				for k, w := range row {
					h[j][k] += p * (1 - p) * v * w
				}
			}
		}
		for j, v := range solved(h) {
			b[j] += v
		}
	}
	return b
}

// solved solves equations by Gaussian elimination. h contains their coefficients and, as the last
// column, the right side. It is overwritten.
func solved(h [][]float64) []float64 {
	n := len(h)
	for j := range n {
		for k := range n {
			if k != j {
				f := h[k][j] / h[j][j]
				for c := j; c <= n; c++ {
					h[k][c] -= f * h[j][c]
				}
			}
		}
	}
	x := make([]float64, n)
	for j := range x {
		x[j] = h[j][n] / h[j][j]
	}
	return x
}

// meanLoss returns the mean log loss of b and the loss of every example.
func meanLoss(x [][]float64, y, b []float64) (mean float64, each []float64) {
	for i, row := range x {
		z := 0.0
		for j, v := range row {
			z += b[j] * v
		}
		p := 1 / (1 + math.Exp(-z))
		l := -y[i]*math.Log(p) - (1-y[i])*math.Log(1-p)
		each = append(each, l)
		mean += l / float64(len(x))
	}
	return mean, each
}

// The weights, losses, gain and its error equal those of a plain regression.
func TestFitAgainstAPlainRegression(t *testing.T) {
	t.Parallel()
	const games, positions = 300, 6
	d := made(games, positions, []float64{1.5, -0.5, 0.8}, 1)
	space := spaceOf(-100, 100, "a", "b", "c")
	start := engines.Weights{1, 1, 2}
	ridge := 0.0
	r := fitOf(t, Problem{Space: space, Start: start, Data: d, Seed: 5}, Options{Ridge: &ridge, HeldOut: 0.3})

	type half struct {
		x, along [][]float64
		y        []float64
		game     []int32
	}
	var sides [2]half
	limit := 0.3
	for i := range d.Len() {
		row := make([]float64, 3)
		worth := 0.0
		for _, term := range d.Terms(i, nil) {
			row[term.Column] = float64(term.Value)
			worth += start[term.Column] * float64(term.Value)
		}
		side := 0
		if float64(engines.Seed(5, engines.Purpose("held out"), uint64(d.Trajectory[i])))/(1<<64) < limit {
			side = 1
		}
		s := &sides[side]
		s.x, s.along = append(s.x, row), append(s.along, []float64{float64(float32(worth))})
		s.y, s.game = append(s.y, float64(d.Target[i])), append(s.game, d.Trajectory[i])
	}
	fitted, held := sides[0], sides[1]
	b, k := plain(fitted.x, fitted.y), plain(fitted.along, fitted.y)
	for j := range b {
		if math.Abs(r.Weights[j]*r.Scale-b[j]) > 1e-7 {
			t.Errorf("weight %d: %v, the plain regression has %v", j, r.Weights[j]*r.Scale, b[j])
		}
	}
	loss, _ := meanLoss(fitted.x, fitted.y, b)
	startLoss, _ := meanLoss(fitted.along, fitted.y, k)
	heldOut, after := meanLoss(held.x, held.y, b)
	startHeldOut, before := meanLoss(held.along, held.y, k)
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"loss", r.Loss, loss},
		{"held out", r.HeldOut, heldOut},
		{"start", r.StartLoss, startLoss},
		{"start held out", r.StartHeldOut, startHeldOut},
		{"gain", r.Gain, startHeldOut - heldOut},
	} {
		if math.Abs(c.got-c.want) > 1e-6 {
			t.Errorf("%s: %v, the plain regression has %v", c.name, c.got, c.want)
		}
	}
	if r.HeldPositions != len(held.y) || r.HeldGames != len(held.y)/positions || r.Games != games {
		t.Errorf("%+v, held out are %d positions", r, len(held.y))
	}
	// The error of the gain: the standard deviation of the games' sums. All games have equally
	// many positions.
	n, mean, squares := float64(r.HeldGames), 0.0, 0.0
	sums := make(map[int32]float64)
	for i, g := range held.game {
		sums[g] += (before[i] - after[i]) / positions
		mean += (before[i] - after[i]) / float64(len(held.y))
	}
	for _, s := range sums {
		squares += (s - mean) * (s - mean)
	}
	if want := math.Sqrt(squares / (n - 1) / n); math.Abs(r.GainError-want) > 1e-6 {
		t.Errorf("error of the gain %v, by the games' means %v", r.GainError, want)
	}
}
