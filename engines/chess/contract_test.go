package chess_test

import (
	"os"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/chess"
	"github.com/lanista/lanista/engines/enginetest"
	_ "github.com/lanista/lanista/tools/raregc"
)

// TestContract plays chess as any game is tested, under several settings.
func TestContract(t *testing.T) {
	t.Parallel()
	long, plies := os.Getenv("LANISTA_EXHAUSTIVE") != "", "12"
	// The opening allows castling, a capture en passant and promotions, and few captures.
	middle := "4k2r/P6p/8/4pP2/8/8/p5PP/R3K3 w Qk e6"
	if long {
		plies, middle = "30", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -"
	}
	for name, settings := range map[string]engines.Settings{
		"defaults": {"depth": "1"},
		"book":     {"openings": "e2e4 e7e5\n" + middle, "depth": "1", "max_plies": plies},
		"chess960": {"chess960": "true", "depth": "1", "resign_moves": "2", "max_plies": plies},
		"threats":  {"threats": "true", "depth": "1", "max_plies": "30"},
		"judged":   {"depth": "1", "resign_moves": "2", "draw_moves": "4", "draw_from": "20"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if name != "book" && name != "chess960" && !long {
				t.Skip("the other settings play the same rules: with LANISTA_EXHAUSTIVE=1")
			}
			e, err := chess.New().With(settings)
			if err != nil {
				t.Fatal(err)
			}
			enginetest.Run(t, e, 2)
		})
	}
}
