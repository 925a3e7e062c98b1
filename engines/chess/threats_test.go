package chess

import (
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/chess/internal/board"
)

func withThreats(t *testing.T) engines.Engine {
	t.Helper()
	e, err := New().With(engines.Settings{"threats": "true", "depth": "1"})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestThreatsByHand(t *testing.T) {
	t.Parallel()
	for position, want := range map[string][3]float64{ // by pawns, by pieces, hanging
		// Nothing attacks anything.
		"startpos": {0, 0, 0},
		// The pawn e4 attacks the knight d5, which the pawn c6 defends.
		"4k3/8/2p5/3n4/4P3/8/8/4K3 w - - 0 1": {1, 0, 0},
		// The same knight without a defender: attacked by a pawn, and hanging.
		"4k3/8/8/3n4/4P3/8/8/4K3 w - - 0 1": {1, 0, 1},
		// The bishop b2 attacks the rook h8, which the king defends; the rook attacks nothing.
		"6k1/8/8/8/8/8/1B6/4K3 w - - 0 1": {0, 0, 0},
		"6kr/8/8/8/8/8/1B6/4K3 w - - 0 1": {0, 1, 0},
		// The rook a1 attacks the queen a8, which attacks the rook; nothing defends the queen, and the
		// rook has no defender either: both hang. Only the queen is the more valuable target.
		"q7/8/7k/8/8/8/8/R6K w - - 0 1": {0, 1, 0},
		// The black pawn d5 attacks the bishop e4, defended by the king.
		"4k3/8/8/3p4/4B3/4K3/8/8 w - - 0 1": {-1, 0, 1},
		// The knight f3 attacks the pawn e5; nothing defends it.
		"4k3/8/8/4p3/8/5N2/8/4K3 w - - 0 1": {0, 0, 1},
	} {
		f := featuresOf(&mustParse(t, position).at)
		f.addThreats(&mustParse(t, position).at)
		if got := [3]float64{f[pawnThreatFeature], f[pieceThreatFeature], f[hangingFeature]}; got != want {
			t.Errorf("%s: %v, want %v", position, got, want)
		}
	}
}

// TestThreatsAgainstSlowCounting counts threats from the attacks on every single square.
func TestThreatsAgainstSlowCounting(t *testing.T) {
	t.Parallel()
	e := withThreats(t)
	positions := 0
	for seed := range uint64(10) {
		o, err := e.NewGame(2, seed)
		if err != nil {
			t.Fatal(err)
		}
		g := o.(*game)
		rng := engines.Rand(seed)
		for range 100 {
			if g.Over() {
				break
			}
			var f features
			f.addThreats(&g.at)
			var want float64
			for s := range board.Square(64) {
				piece := g.at.At(s)
				if piece.Letter() == 0 || piece.Kind() == board.King {
					continue
				}
				if side := piece.Side(); g.at.Attacked(s, side^1) && !g.at.Attacked(s, side) {
					want += [2]float64{-1, 1}[side]
				}
			}
			if f[hangingFeature] != want {
				t.Fatalf("%s: %v pieces hang, counted %v", g, f[hangingFeature], want)
			}
			positions++
			if err := g.Apply(engines.Move(g.legal[rng.IntN(len(g.legal))])); err != nil {
				t.Fatal(err)
			}
		}
	}
	if positions < 500 {
		t.Errorf("only %d positions", positions)
	}
}

// TestThreatsAreWeights checks that the setting adds the weights, that the search uses them, and
// that nothing changes without it.
func TestThreatsAreWeights(t *testing.T) {
	t.Parallel()
	e := withThreats(t)
	if n, basic := len(e.Spec().Weights), len(New().Spec().Weights); n != basic+3 || basic != len(space) {
		t.Fatalf("%d weights with threats, %d without", n, basic)
	}
	// Nf6xd5 takes an undefended knight either way; without a capture the pawn's threat decides.
	g, err := e.ParseGame("4k3/8/8/2n5/8/8/1P4PP/4K3 w - - 0 1", 0)
	if err != nil {
		t.Fatal(err)
	}
	w := make(engines.Weights, len(e.Spec().Weights))
	w[pawnThreatFeature] = 10
	p, err := e.NewPlayer(t.Context(), engines.Agent{Weights: w})
	if err != nil {
		t.Fatal(err)
	}
	m, err := p.Choose(t.Context(), g)
	if err != nil || g.FormatMove(m) != "b2b4" {
		t.Errorf("a player that counts threats by pawns alone chooses %s, %v", g.FormatMove(m), err)
	}
	if _, err := New().NewPlayer(t.Context(), engines.Agent{Weights: w}); err == nil {
		t.Error("without the setting the longer weights were accepted")
	}
}
