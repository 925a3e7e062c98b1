package riskclassic

import (
	"slices"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
)

func TestPositionsThatAreRefused(t *testing.T) {
	t.Parallel()
	all := strings.TrimSpace(strings.Repeat("A1 ", 41)) + " B2"
	for text, want := range map[string]string{
		"A1 B1 ; A place 3": "2 territories; the map has 42",
		all:                 `the ";" between the territories`,
		strings.Replace(all, "B2", "G2", 1) + "; A place": `"G" is not a seat`,
		strings.Replace(all, "B2", "é2", 1) + "; A place": `territory 41, "é2": "é" is not a seat`,
		strings.Replace(all, "B2", "B0", 1) + "; A place": "number of units 0 is not within",
		all + " ; C place":       "C is to move but owns no territory",
		all + " ; A stare":       `unknown phase "stare"`,
		all + " ; A claim":       "territories are free",
		all + " ; A place 0":     "0 units are below the minimum 1",
		all + " ; A place 25001": "number 25001 is not within [0, 25000]",
		strings.Replace(all, "A1", "A99960", 1) + " ; A place": "more than 100000 units",
		all + " ; A attack ; traded 2001":                      "number 2001 is not within [1, 2000]",
		all + " ; A trade 3":                                   "has no set of cards",
		all + " ; A occupy 0 7 3":                              "not those of a conquest",
		all + " ; A attack ; hand A 3 44":                      "card 44 is not within",
		all + " ; A attack ; hand A 3 ; discard 3":             "card 3 occurs twice",
		all + " ; A attack ; out B":                            "B is out but owns territories",
		all + " ; A attack ; traded 3 4":                       "traded: one number is needed",
		all + " ; A attack ; out C D ; out D C":                "out occurs twice",
		all + " ; A attack ; hand A 3 ; traded 2 ; hand A 4":   "hand A occurs twice",
		all + " ; A attack ; luck 3":                           "unknown word",

		strings.Repeat("A1 ", 39) + "- - B2 ; A claim ; reserve A 3":             "B has 0 units in reserve and is to claim 1 territories",
		strings.Repeat("A1 ", 40) + "- B2 ; A claim ; reserve A 3 ; reserve C 1": "C has no territory and claims none",
		all + " ; A deploy 1 ; reserve A 2 ; reserve C 3":                        "C has no territory and claims none",
		all + " ; A deploy 3 ; reserve A 2 ; reserve N 3":                        "the neutral army has units in reserve but no territory",
		all + " ; A trade 0 again ; hand A 0 3 6":                                "0 units are below the minimum 1",
		strings.Repeat("B1 ", 40) + "- C2 ; B claim ; reserve B 1":               "A has no territory and claims none",
		strings.Repeat("B1 ", 41) + "C2 ; B deploy 1 ; reserve B 1":              "A has no territory and claims none",
		strings.Repeat("A1 ", 40) + "N1 B2 ; A deploy 1 ; seats 3 ; reserve N 3": "1 units to deploy do not agree with the reserve",
	} {
		if _, err := New().ParseGame(text, 1); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s\n%v, want %q", text, err, want)
		}
	}
}

func FuzzPosition(f *testing.F) {
	for seats := 2; seats <= 6; seats++ {
		g, err := New().NewGame(seats, 1)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(g.String())
	}
	f.Add(strings.Repeat("A1 ", 41) + "B2 ; A occupy 0 1 3 captured gifted ; traded 3 ; hand B 1 2 ; discard 4 ; out C")
	f.Add(strings.Repeat("A1 ", 40) + "- B2 ; A claim ; reserve A 3 ; reserve B 2")
	f.Fuzz(func(t *testing.T, text string) {
		g, err := New().ParseGame(text, 1)
		if err != nil {
			return
		}
		again, err := New().ParseGame(g.String(), 1)
		if err != nil || again.String() != g.String() {
			t.Fatalf("%q is written as %q and read as %v, %v", text, g, again, err)
		}
		for range 100 {
			moves := g.Moves(nil)
			if g.Over() {
				break
			}
			if len(moves) == 0 {
				t.Fatalf("%q has no move", g)
			}
			if err := g.Apply(moves[len(moves)/2]); err != nil {
				t.Fatalf("%q: %v", g, err)
			}
			if slices.Min(g.(*game).state.reserve[:]) < 0 {
				t.Fatalf("%q comes to %q, with a negative reserve", text, g)
			}
		}
	})
}

func FuzzMove(f *testing.F) {
	for _, text := range []string{"stop", "4+3", "8-5x2", "8-5!", "8>5x3", "cards3,17,42*", "8-5x4", "8>5!", "cards1,2", "1+0"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := parseMove(text)
		if err != nil {
			return
		}
		if again, err := parseMove(formatMove(m)); err != nil || again != m {
			t.Fatalf("%q is the move %d, written %q, read as %d, %v", text, m, formatMove(m), again, err)
		}
	})
}

// TestChoosingAllocatesNothing measures the built-in player in the middle of a game.
func TestChoosingAllocatesNothing(t *testing.T) {
	e := New().(*engine)
	g, err := e.NewGame(3, 9)
	if err != nil {
		t.Fatal(err)
	}
	p, err := e.player(engines.Agent{})
	if err != nil {
		t.Fatal(err)
	}
	game := g.(*game)
	for range 40 {
		m, _ := p.best(game)
		game.make(m)
	}
	if n := testing.AllocsPerRun(50, func() {
		copied := *game
		m, _ := p.best(&copied)
		copied.make(m)
	}); n > 1 { // the copy itself
		t.Errorf("%v allocations a move", n)
	}
}
