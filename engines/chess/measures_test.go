package chess

import (
	"testing"

	"github.com/lanista/lanista/engines/training"
)

func TestMeasures(t *testing.T) {
	t.Parallel()
	e := New()
	for _, c := range []struct {
		fen          string
		quiet, phase float64
	}{
		{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 1, 24},
		{"4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1", 0, 4},  // the pawn takes a queen
		{"4k3/8/8/3q4/4P3/8/8/4K3 b - - 0 1", 0, 4},  // the queen takes a pawn
		{"4k3/8/3p4/4p3/8/8/8/K3R3 w - - 0 1", 1, 2}, // the rook would be lost for a pawn
		{"4k3/8/8/8/8/8/8/K3R3 b - - 0 1", 0, 2},     // in check
		{"7k/4P3/8/8/8/8/8/K7 w - - 0 1", 0, 0},      // a promotion
		// A repetition changes nothing, although it ends a line of the search.
		{"4k3/8/8/8/8/8/8/R3K3 b - - 0 1 moves e8e7 e1e2 e7e8 e2e1", 1, 2},
		{"4k3/8/8/3q4/4P3/8/8/QQ2K3 w - - 0 1 moves e1f1 e8f8 f1e1 f8e8", 0, 12},
	} {
		g, err := e.ParseGame(c.fen, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range e.(training.Measurer).Measures() {
			got, err := m.Of(g)
			if want := map[string]float64{"quiet": c.quiet, "phase": c.phase}[m.Name]; err != nil || got != want {
				t.Errorf("%s: %s is %v, %v, want %v", c.fen, m.Name, got, err, want)
			}
		}
	}
}
