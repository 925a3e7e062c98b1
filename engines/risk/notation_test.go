package risk

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"pgregory.net/rapid"
)

func TestPositionRoundTrip(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 0))
		g := randomGame(New(), r, 2+r.IntN(5), 40)
		text := g.String()
		h, err := New().ParseGame(text, 1)
		if err != nil {
			rt.Fatalf("%s: %v", text, err)
		}
		if again := h.String(); again != text {
			rt.Fatalf("%s reads back as %s", text, again)
		}
		if a, b := g.Moves(nil), h.Moves(nil); len(a) != len(b) || h.Turn() != g.Turn() {
			rt.Fatalf("%s: %d moves became %d", text, len(a), len(b))
		}
	})
}

func TestPositionsRead(t *testing.T) {
	for text, want := range map[string]string{
		"A3 B1 A2 / B4 A1 B2 / A2 B5 A6 ; A attack 3": "",
		"  A3   B1/B1 A2;B   draft ":                  "A3 B1 / B1 A2 ; B draft",
		"A3 B1 ; A attack":                            "A3 B1 ; A attack 3",
		"A3 A2 B1 ; A draft 2":                        "A3 A2 B1 ; A draft",
		"A3 A2 B1 ; A draft 1":                        "",
		"A3 F1 ; F draft":                             "",
		"A3 A1 ; A attack 0":                          "",
	} {
		if want == "" {
			want = text
		}
		if got := parsed(t, New(), text).String(); got != want {
			t.Errorf("%q reads as %q, want %q", text, got, want)
		}
	}
	g := parsed(t, New(), "A3 F1 ; F draft")
	if g.Seats() != 6 || g.Over() {
		t.Errorf("%d seats, over %v", g.Seats(), g.Over())
	}
}

func TestPositionsRefused(t *testing.T) {
	for text, want := range map[string]string{
		"":                                       `the ";" between`,
		"A1 B1":                                  `the ";" between`,
		" ; A draft":                             "grid of 1 x 0",
		"A1 B1 / A1 ; A draft":                   "row 2 has 1 cells, but row 1 has 2",
		"A1 B1 / ; A draft":                      "row 2 has 0 cells",
		"A1 G1 ; A draft":                        `cell 1, "G1"`,
		"A1 b1 ; A draft":                        `cell 1, "b1"`,
		"A1 B ; A draft":                         `cell 1, "B"`,
		"A1 B0 ; A draft":                        "0 units",
		"A1 B-3 ; A draft":                       `"-3" is not a number`,
		"A1 B1.5 ; A draft":                      `"1.5" is not a number`,
		"A1 B65000 ; A draft":                    "more than 65000 units",
		"A1 B99999999999 ; A draft":              "99999999999",
		"A1 é1 ; A draft":                        `cell 1, "é1": "é" is not a seat`,
		"A1 B1 ; A":                              "not a seat and a phase",
		"A1 B1 ; A draft 1 now":                  "not a seat and a phase",
		"A1 B1 ; C draft":                        "C is to move but owns no territory",
		"A1 B1 ; AB draft":                       `"AB" is not a seat`,
		"A1 B1 ; A rest":                         `phase "rest"`,
		"A1 B1 ; A attack 4":                     "4 attacks left are not within [1, 3]",
		"A1 B1 ; A attack 0":                     "0 attacks left",
		"A1 B1 ; A draft 2":                      "2 units left to place are not within [1, 1]",
		"A1 B1 ; A draft 0":                      "0 units left",
		"A1 B1 ; A attack x":                     `"x" is not a number`,
		"A1 B1 ; A draft 99999999999999999999":   "is too large",
		strings.Repeat("A1 ", 129) + "; A draft": "1 x 129",
	} {
		g, err := New().ParseGame(text, 1)
		if err == nil {
			t.Errorf("%q was read as %s", text, g.String())
		} else if !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

func TestMovesReadAndWritten(t *testing.T) {
	for text, want := range map[string]engines.Move{
		"stop": stop, "8-5x4": attackMove(8, 5, 4), " 4+3 ": placeMove(4, 3), "0-1x131071": attackMove(0, 1, maxArmy),
	} {
		m, err := parseMove(text, 9)
		if err != nil || m != want {
			t.Errorf("%q reads as %v, %v, want %v", text, m, err, want)
		}
		if got := formatMove(want); got != strings.TrimSpace(text) {
			t.Errorf("%q is written as %q", text, got)
		}
	}
	for _, text := range []string{
		"", "go", "8-5", "8x4", "5x4-8", "9-5x4", "8-9x4", "8-5x1", "8-5x131072", "9+1", "4+0", "4+", "+4", "4+-1", "-1-2x3",
		"4+4 6+1", "8-5x4x4", "8--5x4", "8 - 5 x 4",
	} {
		if m, err := parseMove(text, 9); err == nil {
			t.Errorf("%q was read as %s", text, formatMove(m))
		}
	}
}

func TestPositionOnAMap(t *testing.T) {
	e, err := New().With(engines.Settings{"map": "classic"})
	if err != nil {
		t.Fatal(err)
	}
	g, err := e.NewGame(5, 9)
	if err != nil {
		t.Fatal(err)
	}
	if text := g.String(); strings.Contains(text, "/") || parsed(t, e, text).String() != text {
		t.Errorf("%s does not read back", text)
	}
	if _, err := e.ParseGame("A1 B1 ; A draft", 1); err == nil || !strings.Contains(err.Error(), "42 territories") {
		t.Errorf("two cells on the classic map: %v", err)
	}
}

func FuzzParseGame(f *testing.F) {
	for _, text := range []string{
		"A3 B1 A2 / B4 A1 B2 / A2 B5 A6 ; A attack 3", "A3 A2 B1 ; A draft 1", "A3 A1 ; A attack 0", "F1;F draft", "A1 B1 / ; A draft",
	} {
		f.Add(text)
	}
	e := New()
	f.Fuzz(func(t *testing.T, text string) {
		g, err := e.ParseGame(text, 1)
		if err != nil {
			return
		}
		again, err := e.ParseGame(g.String(), 1)
		if err != nil || again.String() != g.String() {
			t.Fatalf("%q reads as %q, which reads back as %v, %v", text, g.String(), again, err)
		}
		if g.Over() != (len(g.Moves(nil)) == 0) {
			t.Fatalf("%q: over %v, %d moves", text, g.Over(), len(g.Moves(nil)))
		}
	})
}

func FuzzParseMove(f *testing.F) {
	for _, text := range []string{"stop", "8-5x4", "4+3", "0-1x131071", "-", "+", "x"} {
		f.Add(text)
	}
	g, err := New().ParseGame("A3 B1 A2 / B4 A1 B2 / A2 B5 A6 ; A attack 3", 1)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := g.ParseMove(text)
		if err != nil {
			return
		}
		if again, err := g.ParseMove(g.FormatMove(m)); err != nil || again != m {
			t.Fatalf("%q is %v, written %q, read back as %v, %v", text, m, g.FormatMove(m), again, err)
		}
	})
}

// The order of elimination is part of the text also if the elimination of some seats is known only
// from the cells of an earlier text.
func TestEliminationAfterAParsedPosition(t *testing.T) {
	g := parsed(t, New(), "D9 C1 A1 ; D attack")
	if err := g.Apply(attackMove(0, 1, 9)); err != nil {
		t.Fatal(err)
	}
	if g.state.count[2] != 0 {
		t.Fatalf("%s: an army of 9 has lost to a unit", g)
	}
	again := parsed(t, New(), g.String())
	if want := engines.Places(1, 3, 2, 0); g.Outcome() != want || again.Outcome() != want || again.String() != g.String() {
		t.Errorf("%s has the outcome %v, and read back, as %s, %v; want %v", g, g.Outcome(), again, again.Outcome(), want)
	}
}
