package chess

import (
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
)

// mustParse reads a position under some settings, given as name, value, ...
func mustParse(t testing.TB, position string, settings ...string) *game {
	t.Helper()
	given := engines.Settings{}
	for i := 0; i < len(settings); i += 2 {
		given[settings[i]] = settings[i+1]
	}
	e, err := newEngine(nil, given)
	if err != nil {
		t.Fatal(err)
	}
	g, err := e.ParseGame(position, 1)
	if err != nil {
		t.Fatalf("%s: %v", position, err)
	}
	return g.(*game)
}

// play makes moves in the notation of UCI.
func play(t testing.TB, g *game, moves ...string) {
	t.Helper()
	for i, text := range moves {
		m, err := g.ParseMove(text)
		if err == nil {
			err = g.Apply(m)
		}
		if err != nil {
			t.Fatalf("move %d: %v", i+1, err)
		}
	}
}

func TestEndings(t *testing.T) {
	t.Parallel()
	tests := []struct {
		from, moves string
		end         ending
		plies       int // at which it ends; 0: after all moves
	}{
		{"start", "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8", repetition, 8},
		{"start", "e2e4 g8f6 g1f3 f6g8 f3g1 g8f6 g1f3 f6g8 f3g1", repetition, 9},
		{"start", "e2e4 c7c5 e4e5 d8b6 g1f3 b6e6 f3g1 d7d5 g1f3 b8c6 f3g1 c6b8 g1f3 b8c6 f3g1 c6b8", repetition, 16},
		{"start", "e2e4 e7e6 e4e5 d7d5 g1f3 g8e7 f3g1 e7g8 g1f3 g8e7 f3g1 e7g8 g1f3", repetition, 13},
		{"7k/8/6K1/8/8/8/8/R7 w - - 99 80", "a1a8", checkmate, 1},
		{"7k/8/6K1/8/8/8/5Q2/8 w - - 99 80", "f2f7", stalemate, 1},
		{"4k3/8/8/8/8/8/8/R3K2R w KQ - 98 80", "e1g1 e8e7", fiftyMoves, 2},
		{"4k3/8/8/8/8/8/P7/R3K3 w Q - 99 80", "a2a3", goesOn, 0},
		{"8/8/8/3k4/8/3K4/4p3/5B2 w - - 0 1", "f1e2", insufficient, 1},
		{"8/P7/8/3k4/8/3K4/8/8 w - - 0 1", "a7a8n", insufficient, 1},
		{"8/8/4k1b1/8/8/3K1B2/8/8 w - - 0 1", "", insufficient, 0},
		{"8/8/2b1k1b1/8/8/3K4/8/8 w - - 0 1", "", insufficient, 0},
		{"8/8/4kb2/8/8/3K1B2/8/8 w - - 0 1", "", goesOn, 0},
		{"8/8/4kn2/8/8/3K1B2/8/8 w - - 0 1", "", goesOn, 0},
		{"8/8/4k3/8/8/3KNN2/8/8 w - - 0 1", "", goesOn, 0},
		{"8/8/4kn2/8/8/3KN3/8/8 w - - 0 1", "", goesOn, 0},
		{"8/8/4kn2/8/8/3K4/8/8 w - - 0 1", "", insufficient, 0},
		{"8/8/4k3/8/8/3K4/8/8 w - - 0 1", "", insufficient, 0},
		// losing the right to castle makes another position of the same pieces
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1e2 e8e7 e2e1 e7e8 e1e2 e8e7 e2e1 e7e8", goesOn, 0},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1e2 e8e7 e2e1 e7e8 e1e2 e8e7 e2e1 e7e8 e1e2 e8e7", repetition, 10},
	}
	for _, test := range tests {
		g := mustParse(t, test.from)
		moves := strings.Fields(test.moves)
		for i, m := range moves {
			if g.Over() {
				t.Errorf("%s %s: over after %d plies: %v", test.from, test.moves, i, g.end)
				break
			}
			play(t, g, m)
		}
		if g.end != test.end {
			t.Errorf("%s %s: %q, want %q", test.from, test.moves, g.end, test.end)
		}
	}
}

func TestIllegal(t *testing.T) {
	t.Parallel()
	for _, test := range [][2]string{
		{"8/8/8/K2pP2r/8/8/8/7k w - d6 0 1", "e5d6"}, // the rank would be opened
		{"8/P7/8/3k4/8/3K4/8/8 w - - 0 1", "a7a8"},
		{"8/P7/8/3k4/8/3K4/8/8 w - - 0 1", "a7a8k"},
		{"start", "e2e5"},
		{"start", "e1g1"},
		{"start", "0000"},
		{"4k3/8/8/8/8/5r2/8/4K2R w K - 0 1", "e1g1"}, // over an attacked square
		{"4k3/8/8/8/8/7r/8/R3K3 w Q - 0 1", "e1h1"},
	} {
		g := mustParse(t, test[0])
		m, err := g.ParseMove(test[1])
		if err == nil {
			err = g.Apply(m)
		}
		if err == nil {
			t.Errorf("%s: %s is made", test[0], test[1])
		}
	}
}

func TestOutcomes(t *testing.T) {
	t.Parallel()
	mated := mustParse(t, "start")
	play(t, mated, "f2f3", "e7e5", "g2g4", "d8h4")
	if o := mated.Outcome(); o != engines.Winner(2, black) || mated.Ending() != engines.ByRules {
		t.Errorf("fool's mate: %v, %v", o, mated.Ending())
	}
	long := mustParse(t, "start", "max_plies", "2")
	play(t, long, "e2e4", "e7e5")
	if o := long.Outcome(); !long.Over() || o != engines.Draw(2) || long.Ending() != engines.MoveCap || long.Reason() != "plies" {
		t.Errorf("two plies: over %v, %v, %v", long.Over(), o, long.Ending())
	}
	if len(long.Moves(nil)) > 0 || long.Apply(long.moves[0]) == nil {
		t.Error("a game that is over goes on")
	}
}
