package rsm_test

import (
	"testing"

	"github.com/lanista/lanista/tuning/bench"
	"github.com/lanista/lanista/tuning/pairwise/pairwisetest"
	"github.com/lanista/lanista/tuning/rsm"
)

// The intervals of the curves in the report contain the true strength at about 95% of the points, on
// benchmark problems whose strength is a quadratic.
func TestCurvesCoverTheTruth(t *testing.T) {
	pairwisetest.Exhaustive(t)
	t.Parallel()
	inside, points, curves, effects := 0, 0, 0, 0
	for seed := range uint64(20) {
		duel, err := bench.NewDuel(bench.Quad, 3, seed+1, bench.Variant{})
		if err != nil {
			t.Fatal(err)
		}
		p := duel.Problem(1500)
		s, err := rsm.New(p, rsm.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := bench.Play(t.Context(), s, &bench.Oracle{Arena: duel, Budget: int64(p.Games)}); err != nil {
			t.Fatal(err)
		}
		answer := s.Best().Weights
		for _, c := range s.Report().Curves {
			if curves++; c.Effect() {
				effects++
			}
			for i, x := range c.X {
				w := append(answer[:0:0], answer...)
				w[c.Weight] = x
				truth := duel.Regret(answer) - duel.Regret(w)
				if points++; c.Low[i] <= truth && truth <= c.High[i] {
					inside++
				}
				if c.Low[i] > c.Elo[i] || c.Elo[i] > c.High[i] {
					t.Fatalf("%+v", c)
				}
			}
		}
	}
	t.Logf("%d of %d points within the bands of %d curves, %d with an effect", inside, points, curves, effects)
	if curves != 60 || effects < 54 || float64(inside) < 0.92*float64(points) {
		t.Error("the bands are too narrow, or the effects are not shown")
	}
}
