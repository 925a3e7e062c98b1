package engines_test

import (
	"testing"

	"github.com/lanista/lanista/engines"
)

// nimJudge finds a heap worth the more to the seat that has just moved the
// nearer it is to a multiple of four, times the weight.
type nimJudge struct{}

func (nimJudge) Evaluate(p engines.Position, w engines.Weights) ([]float64, error) {
	heap := p.(*Heap).matches
	worth := []float64{w[0] * float64(heap%4), w[0] * float64(heap%4)}
	worth[1-p.Turn()] = -worth[1-p.Turn()]
	return worth, nil
}

func TestOnePlyTakesTheBestMove(t *testing.T) {
	for _, c := range []struct {
		heap   int
		weight float64
		want   engines.Move
	}{
		{10, 1, 2},  // leaves 8
		{7, 1, 3},   // leaves 4
		{10, -1, 3}, // leaves 7, the farthest
		{3, -1, 3},  // wins, whatever it is worth
	} {
		p := engines.OnePly(nimJudge{}, engines.Weights{c.weight})
		got, err := p.Choose(t.Context(), &Heap{seats: 2, matches: c.heap})
		if err != nil || got != c.want {
			t.Errorf("of %d with weight %v it takes %d, %v; want %d", c.heap, c.weight, got, err, c.want)
		}
	}
	if _, err := engines.OnePly(nimJudge{}, nil).Choose(t.Context(), &Heap{seats: 2}); err == nil {
		t.Error("a move of an empty heap")
	}
	if _, err := engines.OnePly(nil, nil).Choose(t.Context(), &Heap{seats: 2, matches: 3}); err == nil || err.Error() != "the engine is nil" {
		t.Errorf("a player of no engine: %v", err)
	}
}
