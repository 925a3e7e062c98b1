package chess

import (
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
)

func chess960(t *testing.T, s engines.Settings) engines.Engine {
	t.Helper()
	s["chess960"] = "true"
	e, err := New().With(s)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// Without openings every game begins at one of the 960 start positions, and each of them is played
// before one is played again.
func TestStartPositions960(t *testing.T) {
	t.Parallel()
	e := chess960(t, engines.Settings{}).(*engine)
	if n := e.Deals(); n != 960 {
		t.Errorf("%d different starts", n)
	}
	seen := make(map[string]bool)
	for seed := range uint64(40) {
		g, err := e.NewGame(2, seed)
		if err != nil {
			t.Fatal(err)
		}
		if fen := g.String(); !strings.Contains(fen, "/pppppppp/8/8/8/8/PPPPPPPP/") || strings.Contains(fen, " KQ") {
			t.Errorf("a game begins at %s", fen)
		}
		seen[g.String()] = true
	}
	if len(seen) < 20 {
		t.Errorf("40 seeds give %d starts", len(seen))
	}
	given := chess960(t, engines.Settings{"openings_order": "given", "openings_start": "519"})
	g, err := given.NewGame(2, 0)
	if want := "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1"; err != nil || g.String() != want {
		t.Errorf("the usual start is %v, %v", g, err)
	}
}

// Castling is written as the king's move to its rook, and O-O in algebraic notation. The usual king's
// move is read, too.
func TestNotation960(t *testing.T) {
	t.Parallel()
	e := chess960(t, engines.Settings{})
	for _, test := range []struct{ position, text, move, san string }{
		{"1k6/p7/8/8/8/8/8/RK5R w HA - 0 1", "b1h1", "b1h1", "O-O"},
		{"1k6/p7/8/8/8/8/8/RK5R w HA - 0 1", "O-O-O", "b1a1", "O-O-O"},
		{"1k6/p7/8/8/8/8/8/RK5R w KQ - 0 1", "b1g1", "b1h1", "O-O"},
		{"rnbqk2r/pppppppp/8/8/8/8/PPPPPPPP/RNBQK2R w KQkq - 0 1", "e1g1", "e1h1", "O-O"},
		{"4k3/8/8/8/8/8/8/4KR2 w F - 0 1", "e1f1", "e1f1", "O-O"},
		{"k7/8/8/8/8/8/8/3KR3 w E - 0 1", "d1c2", "d1c2", "Kc2"},
	} {
		g, err := e.ParseGame(test.position, 0)
		if err != nil {
			t.Fatal(err)
		}
		m, err := g.ParseMove(test.text)
		if err != nil || g.FormatMove(m) != test.move || g.(*game).SAN(m) != test.san {
			t.Errorf("%s: %s is %s, %s, %v; want %s, %s", test.position, test.text, g.FormatMove(m), g.(*game).SAN(m), err, test.move, test.san)
			continue
		}
		if err := g.Apply(m); err != nil {
			t.Error(err)
		}
	}
}

// Books may have positions with castling rights in either notation, and games with the tag Variant.
func TestBook960(t *testing.T) {
	t.Parallel()
	pgn := `[Event "?"]
[Variant "fischerandom"]
[SetUp "1"]
[FEN "4k3/pppppppp/8/8/8/8/PPPPPPPP/5KR1 w G - 0 1"]

1. O-O f5 *
`
	e := chess960(t, engines.Settings{"openings": pgn})
	g, err := e.NewGame(2, 1)
	if want := "4k3/ppppp1pp/8/5p2/8/8/PPPPPPPP/5RK1 w - - 0 2"; err != nil || g.String() != want {
		t.Errorf("after castling: %v, %v, want %s", g, err, want)
	}
	e = chess960(t, engines.Settings{"openings": "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1, bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1"})
	if n := e.(*engine).Deals(); n != 1 {
		t.Errorf("one position in two notations makes %d openings", n)
	}
	for after, want := range map[string]int{"Aa": 1, "A": 2} { // the first game loses two of its four rights
		lost := `[Variant "fischerandom"]
[SetUp "1"]
[FEN "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w HAha - 0 1"]

1. Rg1 Rg8 *

[Variant "fischerandom"]
[SetUp "1"]
[FEN "r3k1r1/pppppppp/8/8/8/8/PPPPPPPP/R3K1R1 w ` + after + ` - 2 2"]

*
`
		if n := chess960(t, engines.Settings{"openings": lost}).(*engine).Deals(); n != want {
			t.Errorf("a position after moves, and one with the rights %s: %d openings, want %d", after, n, want)
		}
	}
	if _, err := New().With(engines.Settings{"openings": pgn}); err == nil || !strings.Contains(err.Error(), `variant "fischerandom" needs the setting chess960`) {
		t.Errorf("a game of Chess960 in a book of the usual game: %v", err)
	}
	atomic := strings.Replace(pgn, "fischerandom", "atomic", 1)
	if _, err := New().With(engines.Settings{"openings": atomic}); err == nil || !strings.Contains(err.Error(), "is not supported") {
		t.Errorf("a game of another variant: %v", err)
	}
}
