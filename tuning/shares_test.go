package tuning

import (
	"math"
	"testing"
)

// The shares of the opponents are those of a worked case: e^0, e^-1 and e^-20 of nine tenths of the games,
// and a third of the rest each.
func TestSharesOfHardOpponents(t *testing.T) {
	t.Parallel()
	var p pool
	p.record.Scores = []float64{0.35, 0.3, 1.3}
	sum := 1 + math.Exp(-1) + math.Exp(-20)
	want := []float64{0.9*math.Exp(-1)/sum + 0.1/3, 0.9/sum + 0.1/3, 0.9*math.Exp(-20)/sum + 0.1/3}
	for i, got := range p.hardest() {
		if math.Abs(got-want[i]) > 1e-12 {
			t.Errorf("opponent %d has the share %v, want %v", i, got, want[i])
		}
	}
}
