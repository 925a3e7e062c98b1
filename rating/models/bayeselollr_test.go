package models

import (
	"math"
	"testing"
)

// The log-likelihood ratio of a match of 10,000 games is 1.94, as the match's log states.
func TestLLRBayesElo(t *testing.T) {
	near(t, "LLR", []float64{LLRBayesElo(3225, 3068, 3707, 0, 5)}, []float64{1.9450}, 5e-5)
	// With so many draws a hypothesis predicts nearly no draws at all. Computed with 120 decimal digits.
	for _, c := range []struct {
		wins, losses, draws int
		elo0, elo1, want    float64
	}{
		{5, 5, 20000, 0, 10, -883792.576761500},
		{5, 2, 20000, -10, 10, 258.778710163},
	} {
		near(t, "LLR of draws", []float64{LLRBayesElo(c.wins, c.losses, c.draws, c.elo0, c.elo1) / c.want}, []float64{1}, 1e-9)
	}
	for _, elo := range []float64{5, 3000} {
		if v := LLRBayesElo(0, 0, 0, -elo, elo); math.IsNaN(v) || math.IsInf(v, 0) {
			t.Errorf("%v Elo: no games have the ratio %v", elo, v)
		}
	}
}
