package game2048

import (
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/show"
)

func TestNotationReadsBack(t *testing.T) {
	t.Parallel()
	rng := engines.Rand(2)
	for range 2000 {
		v := view{randomBoard(rng), rng.IntN(100000), rng.IntN(1000)}
		if v.board == 0 {
			continue
		}
		back, err := parseView(v.String())
		if err != nil || back != v {
			t.Fatalf("%s reads as %s, %v", v.String(), back.String(), err)
		}
	}
}

func TestNotationRefusesNonsense(t *testing.T) {
	t.Parallel()
	const rest = "/.,.,.,./.,.,.,./.,.,.,."
	for text, want := range map[string]string{
		"":                                     "a position has rows, score and slides",
		"2,.,.,./.,.,.,./.,.,.,.":              "3 rows; a board has 4",
		"2,.,.,.,." + rest:                     "row 1: 5 squares",
		"2,.,.,3" + rest:                       `"3" is not a tile`,
		"2,.,.,1" + rest:                       `"1" is not a tile`,
		"2,.,.,65536" + rest:                   `"65536" is not a tile`,
		"2,.,.,0" + rest:                       `"0" is not a tile`,
		".,.,.,." + rest:                       "the board has no tile",
		"2,.,.,." + rest + " -4":               `"-4" is not a whole number`,
		"2,.,.,." + rest + " 4 x":              `"x" is not a whole number`,
		"2,.,.,." + rest + " 4 1 2":            "a position has rows, score and slides",
		"2,.,.,." + rest + " 9999999999999999": "is not a whole number within",
	} {
		_, err := New().ParseGame(text, 0)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	if _, err := New().ParseGame("2,.,.,."+rest, 0); err != nil { // score and slides may be left out
		t.Error(err)
	}
}

func TestMovesReadBack(t *testing.T) {
	t.Parallel()
	g := deal(1)
	for m := range directions {
		if back, err := g.ParseMove(g.FormatMove(m)); err != nil || back != m {
			t.Errorf("%s reads as %d, %v", g.FormatMove(m), back, err)
		}
	}
	if m, err := g.ParseMove(" R "); err != nil || m != right {
		t.Errorf("R is %d, %v", m, err)
	}
	for _, text := range []string{"", "x", "upward", "move 7"} {
		if _, err := g.ParseMove(text); err == nil {
			t.Errorf("%q is a move", text)
		}
	}
	if err := g.Apply(directions); err == nil {
		t.Error("a fifth direction")
	}
}

// FuzzParseGame reads anything. What can be read is written in one way, and can
// be played and drawn.
func FuzzParseGame(f *testing.F) {
	f.Add("2,4,.,./.,.,2,./.,.,.,./.,.,.,. 4 2", uint64(1), []byte{0, 1, 2, 3})
	f.Add("32768,32768,4,2/2,4,8,16/2,4,8,16/4,2,4,2", uint64(2), []byte{2, 2, 2})
	f.Add("2,2,2,2/2,2,2,2/2,2,2,2/2,2,2,2 0 0", uint64(3), []byte{0})
	f.Fuzz(func(t *testing.T, text string, seed uint64, moves []byte) {
		g, err := New().ParseGame(text, seed)
		if err != nil {
			return
		}
		p := newPlayer(space.Default(), 1+int(seed%2))
		for _, b := range append([]byte{0}, moves[:min(len(moves), 20)]...) {
			back, err := New().ParseGame(g.String(), seed)
			if err != nil || back.(*game).view != g.(*game).view {
				t.Fatalf("%s reads as %v, %v", g, back, err)
			}
			if !strings.Contains(New().(show.Illustrator).Draw(g), "score") {
				t.Fatalf("%s cannot be drawn", g)
			}
			legal := g.Moves(nil)
			if len(legal) == 0 {
				return
			}
			if _, err := p.Choose(t.Context(), g.(engines.Hidden).View(0)); err != nil {
				t.Fatal(err)
			}
			if err := g.Apply(legal[int(b)%len(legal)]); err != nil {
				t.Fatal(err)
			}
		}
	})
}
