package rsm

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tuning"
	"github.com/lanista/lanista/tuning/pairwise"
)

var cube = engines.Space{
	{Name: "a", Max: 10, Default: 5},
	{Name: "b", Max: 10, Default: 5},
	{Name: "c", Max: 10, Default: 5},
}

// pairsAround returns pairs of opposite points around places near a centre. Strength is a
// quadratic about optimum with the given curvature in logits. With noise the scores are those
// of games; without it they are expectations.
func pairsAround(centre, optimum, curvature []float64, n int, noise bool, seed uint64) pairwise.Log {
	rng := engines.Rand(seed)
	pairs := make(pairwise.Log, n)
	for j := range pairs {
		a, b := make([]float64, len(centre)), make([]float64, len(centre))
		ahead := 0.0
		for i, c := range centre {
			c += 1.2 * (rng.Float64() - 0.5)
			step := 0.7 * float64(2*rng.IntN(2)-1)
			a[i], b[i] = c+step, c-step
			ahead += curvature[i] / 2 * ((b[i]-optimum[i])*(b[i]-optimum[i]) - (a[i]-optimum[i])*(a[i]-optimum[i]))
		}
		for i := range a { // the weights range from 0 to 10
			a[i], b[i] = a[i]/10, b[i]/10
		}
		chance := 1 / (1 + math.Exp(-ahead))
		pairs[j] = pairwise.Outcome{A: a, B: b, Score: chance, Games: 2}
		if noise {
			pairs[j].Score = 0
			for range 2 {
				if rng.Float64() < chance {
					pairs[j].Score += 0.5
				}
			}
		}
	}
	return pairs
}

func unplayed(t *testing.T) *Strategy {
	t.Helper()
	s, err := New(tuning.Problem{Space: cube, Games: 2000}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// The maximum of a round quadratic is found exactly, and distant pairs are ignored.
func TestRefineFindsTheMaximum(t *testing.T) {
	centre, optimum := engines.Weights{4, 5, 6}, []float64{4.3, 4.8, 6.5}
	pairs := pairsAround(centre, optimum, []float64{0.5, 0.5, 0.5}, 200, false, 1)
	for _, d := range pairsAround(engines.Weights{7, 5, 6}, []float64{9, 9, 9}, []float64{0.5, 0.5, 0.5}, 200, false, 2) {
		d.B = []float64{0.4, 0.5, 0.6} // only one of the points is near
		pairs = append(pairs, d)
	}
	top, ok := unplayed(t).Refine(centre, 0.16, pairs)
	if !ok {
		t.Fatal("no curvature was seen")
	}
	for i, want := range optimum {
		if math.Abs(top[i]-want) > 1e-6 {
			t.Errorf("weight %d: %v, want %v", i+1, top[i], want)
		}
	}
}

// Without visible curvature or without games Refine reports false. A distant maximum is
// approached by a tenth of the range.
func TestRefineKeepsClose(t *testing.T) {
	s, centre := unplayed(t), engines.Weights{4, 5, 6}
	flat, hollow := []float64{0, 0, 0}, []float64{-0.5, -0.5, -0.5}
	for name, pairs := range map[string]pairwise.Log{
		"nothing": nil,
		"flat":    pairsAround(centre, centre, flat, 200, false, 1),
		"hollow":  pairsAround(centre, centre, hollow, 200, false, 1),
	} {
		if top, ok := s.Refine(centre, 0.16, pairs); ok {
			t.Errorf("%s: led to %v", name, top)
		}
	}
	top, ok := s.Refine(centre, 0.16, pairsAround(centre, []float64{9, 5, 6}, []float64{0.1, 0.1, 0.1}, 4000, false, 1))
	if !ok || math.Abs(top[0]-5) > 1e-6 {
		t.Errorf("led to %v, %v; want 5 and no further", top, ok)
	}
}

// With few, lost or one-sided games the result stays in the space.
func TestRefineStaysInTheSpace(t *testing.T) {
	s, centre := unplayed(t), engines.Weights{0.2, 5, 9.9}
	results := 0
	for seed := range uint64(300) {
		pairs := pairsAround(engines.Weights{1.4, 5, 8.6}, []float64{0, 5, 10}, []float64{3, 1, 0.1}, 1+int(seed%200), true, seed)
		for i := range pairs {
			if seed%3 == 0 {
				pairs[i].Score = float64(seed % 2)
			}
			if seed%5 == 0 {
				pairs[i].A, pairs[i].B = pairs[0].A, pairs[0].B
			}
		}
		top, ok := s.Refine(centre, 0.5, pairs)
		if !ok {
			continue
		}
		results++
		if err := cube.Check(top); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
	}
	if results < 20 {
		t.Errorf("%d results in all", results)
	}
}

// A local quadratic has a maximum if its curvature is above 0 by two standard errors, and it lies
// near the place.
func TestLocalMaximumNeedsCurvature(t *testing.T) {
	t.Parallel()
	c, l := Defaults(), local{[]float64{0.5, 0.98}}
	covariance := mat.NewSymDense(3, []float64{1, 0, 0, 0, 1, 0, 0, 0, 9}) // 3 is the standard error of the curvature
	if at, ok := l.maximum(mat.NewVecDense(3, []float64{0.1, 0.1, 5.9}), covariance, &c); ok {
		t.Errorf("a curvature of 5.9 ± 3 has the maximum %v", at)
	}
	at, ok := l.maximum(mat.NewVecDense(3, []float64{-0.305, 0.4, 6.1}), covariance, &c)
	if !ok || math.Abs(at[0]-0.45) > 1e-9 || at[1] != 1 {
		t.Errorf("%v, %v; want 0.45 and the end of the range", at, ok)
	}
	if at, _ := l.maximum(mat.NewVecDense(3, []float64{-6.1, 0, 6.1}), covariance, &c); math.Abs(at[0]-0.4) > 1e-9 {
		t.Errorf("a maximum far away is sought at %v, want 0.4, a tenth of the range from the place", at[0])
	}
}
