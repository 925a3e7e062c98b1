package minesweeper

import (
	"strconv"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/minesweeper/internal/field"
)

func itoa(n int) string { return strconv.Itoa(n) }

func TestPositionsReadBack(t *testing.T) {
	for _, position := range []string{
		"..../.13./..../....", "*../1../...", "a../1../...", "*../1../... ; a 1-0", "*../1../... ; b 0-1",
		"a../1../... ; b", "...",
	} {
		if got := set(t, position, 2+2*strings.Count(position, "3")).String(); got != position {
			t.Errorf("%q reads back as %q", position, got)
		}
	}
	if got := set(t, " ... / .1. / ... ;  a  0-0 ", 1).String(); got != ".../.1./..." {
		t.Errorf("spaces and defaults read back as %q", got)
	}
}

func TestBadPositions(t *testing.T) {
	for _, c := range []struct {
		position string
		mines    int
		says     string
	}{
		{"", 2, "0 x 1 cells"},
		{"../...", 2, "row 1 has 3 cells"},
		{"а./..", 2, "row 0, column 0: 'а' is not one of"}, // a Cyrillic letter
		{".../..x", 2, "'x'"},
		{".../..9", 2, "'9'"},
		{".../..é", 2, "row 1, column 2: 'é' is not one of"},
		{"1.3", 1, "no placement"},
		{"1.1/.../1.1", 3, "no placement"},
		{"....", 4, "the maximum is 3"},
		{"....", 9, "the maximum is 3"},
		{"**..", 1, "the position shows 2 mines"},
		{"*1.0", 3, "2 mines are left but only 1 closed"},
		{strings.Repeat(".", 33), 2, "within [1, 32]"},
		{strings.Repeat("./", 40) + ".", 2, "within [1, 32]"},
		{"... ; c", 1, "side to move"},
		{"... ;", 1, "after the semicolon"},
		{"... ; a 1", 1, "scores"},
		{"... ; a 1-0", 1, "only 0 mines"},
		{"a.. ; a 0-1", 2, "rows show 1-0"},
		{"*.. ; a 9223372036854775807-9223372036854775807", 2, "only 1 mines"},
		{"... ; a 0-0 ab", 1, "not in play"},
		{"... ; a 0-0 ab x", 1, "after the semicolon"},
	} {
		_, err := with(t, engines.Settings{"mines": itoa(c.mines)}).ParseGame(c.position, 1)
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%q with %d mines: %v, want %q", c.position, c.mines, err, c.says)
		}
	}
	if _, err := with(t, engines.Settings{"mines": "1", "bomb": "true"}).ParseGame("... ; a 0-0 c", 1); err == nil {
		t.Error("unknown bombs were read")
	}
}

func TestBadMoves(t *testing.T) {
	g := set(t, ".../...", 1)
	for _, text := range []string{"", "1", "1,", ",1", "x,y", "3,0", "0,2", "-1,0", "1,1,1", "bb1,1", "b", "99999999999999999999,0"} {
		if m, err := g.ParseMove(text); err == nil {
			t.Errorf("%q was read as %d", text, m)
		}
	}
}

// TestParsedMines draws the hidden mines from the seed: always in agreement
// with the numbers, and not always the same.
func TestParsedMines(t *testing.T) {
	e := with(t, engines.Settings{"mines": "6"})
	seen := map[field.Bits]bool{}
	for seed := range uint64(40) {
		game, err := e.ParseGame("..../.13./..../....", seed)
		if err != nil {
			t.Fatal(err)
		}
		g := game.(*table)
		for c, shown := range g.view.cells {
			if shown <= 8 && int(shown) != int(g.number[c]) {
				t.Fatalf("seed %d: cell %d shows %d and has %d", seed, c, shown, g.number[c])
			}
		}
		if g.mine.Len() != 6 {
			t.Fatalf("%d mines", g.mine.Len())
		}
		seen[g.mine] = true
	}
	if len(seen) < 20 {
		t.Errorf("%d different placements in 40 seeds", len(seen))
	}
}

func FuzzParseGame(f *testing.F) {
	for _, s := range []string{"..../.13./..../....", "*../1../... ; a 1-0", "a.b/... ; b 1-1 -", "", ";", "/", "8", "1.3"} {
		f.Add(s, uint16(4), true)
	}
	f.Fuzz(func(t *testing.T, position string, mines uint16, bomb bool) {
		e, err := newEngine(engines.Settings{"mines": itoa(1 + int(mines)%1023), "bomb": strconv.FormatBool(bomb)})
		if err != nil {
			t.Fatal(err)
		}
		g, err := e.ParseGame(position, 1)
		if err != nil {
			return
		}
		text := g.String()
		again, err := e.ParseGame(text, 1)
		if err != nil || again.String() != text {
			t.Fatalf("%q reads back as %v, %v", text, again, err)
		}
		for _, m := range g.Moves(nil) {
			if back, err := g.ParseMove(g.FormatMove(m)); err != nil || back != m {
				t.Fatalf("move %d reads back as %d, %v", m, back, err)
			}
		}
		for !g.Over() {
			moves := g.Moves(nil)
			if err := g.Apply(moves[len(moves)/2]); err != nil {
				t.Fatal(err)
			}
		}
	})
}

func FuzzParseMove(f *testing.F) {
	f.Add("1,1")
	f.Add("b0,0")
	f.Fuzz(func(t *testing.T, text string) {
		g := lay(t, "*.../....", engines.Settings{"bomb": "true"})
		if m, err := g.ParseMove(text); err == nil {
			if back, err := g.ParseMove(g.FormatMove(m)); err != nil || back != m {
				t.Fatalf("%q: move %d reads back as %d, %v", text, m, back, err)
			}
			_ = g.Apply(m)
		}
	})
}
