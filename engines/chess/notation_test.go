package chess

import (
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
)

func TestParsePositionKinds(t *testing.T) {
	t.Parallel()
	const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
	for text, want := range map[string]string{
		"":                             start,
		"startpos":                     start,
		"start":                        start,
		start:                          start,
		"fen " + start + " moves e2e4": "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
		"startpos moves e2e4 e7e5":     "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
		"e2e4 e7e5":                    "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
		"7k/8/6K1/8/8/8/8/R7 w - -":    "7k/8/6K1/8/8/8/8/R7 w - - 0 1",
		"7k/8/6K1/8/8/8/8/R7 w - - hmvc 3; fmvn 20; id \"one\";":        "7k/8/6K1/8/8/8/8/R7 w - - 3 20",
		"7k/8/6K1/8/8/8/8/R7 w - -;":                                    "7k/8/6K1/8/8/8/8/R7 w - - 0 1",
		"7k/8/6K1/8/8/8/8/R7 w - -; id \"one\"; hmvc 3;":                "7k/8/6K1/8/8/8/8/R7 w - - 3 1",
		"7k/8/6K1/8/8/8/8/R7 w - - 3 20;":                               "7k/8/6K1/8/8/8/8/R7 w - - 3 20",
		"7k/8/6K1/8/8/8/8/R7 w - - 3 20; id \"one\";":                   "7k/8/6K1/8/8/8/8/R7 w - - 3 20",
		"7k/8/6K1/8/8/8/8/R7 w - - bm Ra8;":                             "7k/8/6K1/8/8/8/8/R7 w - - 0 1",
		"7k/8/6K1/8/8/8/8/R7 w - - 3 20 bm Ra8#; id \"one; moves #2\";": "7k/8/6K1/8/8/8/8/R7 w - - 3 20",
		"7k/8/6K1/8/8/8/8/R7 w - - id \"a; hmvc 7\"; fmvn 20;":          "7k/8/6K1/8/8/8/8/R7 w - - 0 20",
		"7k/8/6K1/8/8/8/8/R7 w - - 3 20 fmvn 9;":                        "7k/8/6K1/8/8/8/8/R7 w - - 3 20",
		"e4 e5":                                                         "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
		"1. e4 e5 2.Nf3 $1 Nc6! 3... *":                                 "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
		"e2-e4 e7-e5 Ng1-f3+ g8-f6":                                     "rnbqkb1r/pppp1ppp/5n2/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
		"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1 moves e5d6ep":                "4k3/8/3P4/8/8/8/8/4K3 b - - 0 1",
		"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1 moves e5xd6e.p.":             "4k3/8/3P4/8/8/8/8/4K3 b - - 0 1",
		"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1 moves exd6e.p.!":             "4k3/8/3P4/8/8/8/8/4K3 b - - 0 1",
		"4k2r/8/8/8/8/8/8/4K3 b k - 0 1 moves e8-g8 e1d1":               "5rk1/8/8/8/8/8/8/3K4 b - - 2 2",
		"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 moves a1xa8+":                   "R3k3/8/8/8/8/8/8/4K3 b - - 1 1",
		"1r6/P6k/8/8/8/8/8/7K w - - 0 1 moves a7xb8=Q h7h6":             "1Q6/8/7k/8/8/8/8/7K w - - 1 2",
		"8/P6k/8/8/8/8/8/7K w - - 0 1 moves a7a8=N+":                    "N7/7k/8/8/8/8/8/7K b - - 0 1",
		"1. e4 += e5 +/= 2. Nf3 !!? Nc6 ~ 3. Bb5 # *":                   "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3",
		"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1 moves exd6 e.p.+ Kd7":        "8/3k4/3P4/8/8/8/8/4K3 w - - 1 2",
		"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1 moves exd6 ep Kd7":           "8/3k4/3P4/8/8/8/8/4K3 w - - 1 2",
		"startpos moves 1. Nf3":                                         "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1",
	} {
		if got := mustParse(t, text).String(); got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"e2e4 e2e4":                 "move 2: illegal move e2e4 of Black",
		"f3 e5 g4 Qh4# Kf2":         `move 5: "Kf2" is a move after the end of the game (checkmate)`,
		"nonsense":                  "is not a position; write a FEN",
		"7k/8/6K1/8/8/8/8/R7 w - e": "en passant square",
		"start moves Nf6":           `move 1: "Nf6" is no legal move of White`,
		"start moves e4 O-O":        `move 2: "O-O" is no legal move of Black`,
		"start moves e2-e5":         "move 1: illegal move e2e5 of White",
		"4k3/8/8/8/8/2N5/8/4K1N1 w - - 0 1 moves Ne2+": `move 1: "Ne2+" fits 2 legal moves of White; add the file or the rank that the piece leaves`,
		"1. e4 e5 2. Ke3":                        "move 3",
		"startpos moves e2e4 0000 e7e5":          "move 2",
		"start moves ♘f3":                        `move 1: move "♘f3" is not two squares`,
		"start moves e4 - e5":                    `move 2: move "-"`,
		"0000 e2e4":                              "is not a position; write a FEN",
		"7k/8/6K1/8/8/8/8/R7 w - - zero 1":       "half-move clock",
		`7k/8/6K1/8/8/8/8/R7 w - - id "one two"`: `"id \"one two\"" after the FEN: operations of an EPD end with a semicolon`,
		`7k/8/6K1/8/8/8/8/R7 w - - 3 20 bm Ra8`:  `"bm Ra8" after the FEN: operations of an EPD end with a semicolon`,
	} {
		if _, err := New().ParseGame(text, 0); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func TestSAN(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ from, move, san string }{
		{"start", "g1f3", "Nf3"},
		{"start", "e2e4", "e4"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "O-O"},
		{"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", "O-O-O"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "a1a8", "Rxa8+"},
		{"8/8/8/8/8/1k6/8/R2K3R w - - 0 1", "h1f1", "Rf1"},
		{"8/8/8/8/8/1k6/3K4/R6R w - - 0 1", "h1d1", "Rhd1"},
		{"R7/8/8/7k/8/8/1K6/R7 w - - 0 1", "a1a4", "R1a4"},
		{"1k6/8/8/8/Q6Q/8/8/K6Q w - - 0 1", "h4e1", "Q4e1"},
		{"7k/P7/8/8/8/8/8/K7 w - - 0 1", "a7a8q", "a8=Q+"},
		{"1n5k/P7/8/8/8/8/8/K7 w - - 0 1", "a7b8n", "axb8=N"},
		{"4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "exd6"},
		{"7k/8/6K1/8/8/8/8/R7 w - - 0 1", "a1a8", "Ra8#"},
		// the other knight is pinned and needs no telling apart
		{"4k3/8/8/8/1b6/2N5/8/4K1N1 w - - 0 1", "g1e2", "Ne2"},
	} {
		g := mustParse(t, test.from)
		m, err := g.ParseMove(test.move)
		if err != nil {
			t.Fatal(err)
		}
		if got := g.SAN(m); got != test.san {
			t.Errorf("%s %s is %s, want %s", test.from, test.move, got, test.san)
		}
		if back, err := g.ParseMove(test.san); err != nil || back != m {
			t.Errorf("%s %s reads as %s, %v", test.from, test.san, g.FormatMove(back), err)
		}
	}
	for _, test := range []struct{ from, text, move string }{
		{"8/P6k/8/8/8/8/8/7K w - - 0 1", "a8=q", "a7a8q"},
		{"8/P6k/8/8/8/8/8/7K w - - 0 1", "a8n", "a7a8n"},
		{"1r6/P6k/8/8/8/8/8/7K w - - 0 1", "axb8=b+", "a7b8b"},
		{"7k/8/8/8/8/8/p7/7K b - - 0 1", "a1r#", "a2a1r"},
		{"4k3/1P6/8/8/8/8/1B6/4K3 w - - 0 1", "bb8=q", "b7b8q"},
		{"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "o-o-o", "e8c8"},
		{"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "o-o", "e1g1"},
		{"8/P6k/8/8/8/8/8/7K w - - 0 1", "a8=k", ""},
		{"8/P6k/8/8/8/8/8/7K w - - 0 1", "a8=d", ""},
		{"8/8/P6k/8/8/8/8/7K w - - 0 1", "a7=q", ""},
		{"start", "nf3", ""},
	} {
		g := mustParse(t, test.from)
		m, err := g.ParseMove(test.text)
		if (err != nil) != (test.move == "") || err == nil && g.FormatMove(m) != test.move {
			t.Errorf("%s %s reads as %s, %v, want %q", test.from, test.text, g.FormatMove(m), err, test.move)
		}
	}
	for _, text := range []string{"Nd4", "Ng1f3", "N1f3", "O-O", "e5", "", "+", "Nf6"} {
		g := mustParse(t, "start")
		m, err := g.ParseMove(text)
		if want := text == "Ng1f3" || text == "N1f3"; (err == nil) != want {
			t.Errorf("%q reads as %s, %v", text, g.FormatMove(m), err)
		}
	}
}

// Every legal move of random games is written apart from all others and read back.
func TestSANReadsBack(t *testing.T) {
	t.Parallel()
	e := New()
	for seed := range uint64(4) {
		o, err := e.NewGame(2, seed)
		if err != nil {
			t.Fatal(err)
		}
		g := o.(*game)
		rng := engines.Rand(seed)
		for ply := 0; !g.Over() && ply < 120; ply++ {
			seen := map[string]bool{}
			for i, m := range g.Moves(nil) {
				if ply%4 != i%4 {
					continue // the others at another ply
				}
				text := g.SAN(m)
				if seen[text] {
					t.Fatalf("%s: %s twice", g, text)
				}
				seen[text] = true
				if back, err := g.ParseMove(text); err != nil || back != m {
					t.Fatalf("%s: %s is written %s and reads as %s, %v", g, g.FormatMove(m), text, g.FormatMove(back), err)
				}
			}
			if err := g.Apply(engines.Move(g.legal[rng.IntN(len(g.legal))])); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func FuzzParsePosition(f *testing.F) {
	for _, text := range []string{
		"", "startpos moves e2e4", "e2e4 e7e5", "8/8/8/K2pP2r/8/8/8/7k w - d6 0 1", "7k/8/6K1/8/8/8/8/R7 w - - hmvc 3; fmvn 20;",
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "kK6/8/8/8/8/8/8/8 w - - 0 1",
	} {
		f.Add(text)
	}
	e := New()
	f.Fuzz(func(t *testing.T, text string) {
		g, err := e.ParseGame(text, 0)
		if err != nil {
			return
		}
		written := g.String()
		back, err := e.ParseGame(written, 0)
		if err != nil || back.String() != written {
			t.Fatalf("%q: %s does not read back: %v", text, written, err)
		}
		for _, m := range g.Moves(nil) {
			next := g.Clone()
			if err := next.Apply(m); err != nil {
				t.Fatal(err)
			}
			if _, err := e.ParseGame(next.String(), 0); err != nil {
				t.Fatalf("%s after %s: %v", written, g.FormatMove(m), err)
			}
		}
	})
}

func FuzzParseMove(f *testing.F) {
	for _, text := range []string{"e2e4", "Nf3", "O-O", "exd5", "a8=Q#", "0-0-0"} {
		f.Add(text)
	}
	g := mustParse(f, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
	f.Fuzz(func(t *testing.T, text string) {
		if m, err := g.ParseMove(text); err == nil {
			if back, err := g.ParseMove(g.FormatMove(m)); err != nil || back != m {
				t.Fatalf("%q reads as %d, which is written %s", text, m, g.FormatMove(m))
			}
		}
	})
}

// A PGN tag begins with a bracket.
func TestSplitTag(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text, name, value, rest string
		ok                      bool
	}{
		{`[Event "x"] 1. e4`, "Event", "x", "1. e4", true},
		{`[Event "x \"y\""]`, "Event", `x "y"`, "", true},
		{`xEvent "x"]`, "", "", "", false},
		{`(Event "x"]`, "", "", "", false},
		{``, "", "", "", false},
	} {
		name, value, rest, ok := splitTag(c.text)
		if ok != c.ok || ok && (name != c.name || value != c.value || rest != c.rest) {
			t.Errorf("%s: %q, %q, %q, %v", c.text, name, value, rest, ok)
		}
	}
}
