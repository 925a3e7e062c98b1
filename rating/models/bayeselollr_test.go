package models

import (
	"math"
	"testing"
)

// The log-likelihood ratio of a match of 10,000 games is 1.94, as the match's log states.
func TestLLRBayesElo(t *testing.T) {
	near(t, "LLR", []float64{LLRBayesElo(3225, 3068, 3707, 0, 5)}, []float64{1.9450}, 5e-5)
	if v := LLRBayesElo(0, 0, 0, 0, 5); math.IsNaN(v) {
		t.Error("no games are not a number")
	}
}
