package othello

import (
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
)

// The worths of moves as the source's code has them, worked by hand with the square
// table of the levels and one point a disc.
func TestLevelsOfTheSource(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		position, move string
		want           float64
	}{
		// d3 brings 3 and a disc. White's replies cost it c3 16, e3 4, c5 4; after e3
		// Black's best is f3, 15 and two discs: 4 - 4 + 17. Minimax has White play c3.
		"the best pair of both sides": {"start", "d3", 17},
		// After c4 (3 and a disc) White can take a1 over b1: -1800, and no further look.
		"a corner for the opponent": {"-XO-----" + strings.Repeat("-", 16) + "---OX---" + strings.Repeat("-", 32) + " X", "c4", 4 - 1800},
		// After g8 (-20 and a disc) White's only reply is b2, beside a corner: 1400.
		"nothing but bad replies": {strings.Repeat("-", 16) + "--X-----" + "---O----" + strings.Repeat("-", 24) + "----XO-- X", "g8", -19 + 1400},
	} {
		e := New().(*engine)
		g, err := e.ParseGame(c.position, 0)
		if err != nil {
			t.Fatal(name, err)
		}
		rated, err := e.EvaluateMoves(t.Context(), g, engines.Agent{Settings: engines.Settings{"model": "medium", "levels": "source"}})
		if err != nil {
			t.Fatal(name, err)
		}
		found := false
		for _, r := range rated {
			if g.FormatMove(r.Move) == c.move {
				found = true
				if got := *r.Value[g.Turn()]; got != c.want {
					t.Errorf("%s: %s is worth %v, want %v", name, c.move, got, c.want)
				}
			}
		}
		if !found {
			t.Errorf("%s: %s is not rated", name, c.move)
		}
	}
	minimax, err := New().(*engine).EvaluateMoves(t.Context(), startGame(), engines.Agent{Settings: engines.Settings{"model": "medium"}})
	if err != nil || *minimax[0].Value[0] >= 17 {
		t.Errorf("minimax finds %v, %v", *minimax[0].Value[0], err)
	}
}
