package minesweeper

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/minesweeper/internal/field"
)

// lay makes a table from a picture of the mines: '*' a mine, '.' none.
func lay(t testing.TB, picture string, s engines.Settings) *table {
	t.Helper()
	rows := strings.Split(picture, "/")
	r := newRules(with(t, s).settings)
	r.mines = strings.Count(picture, "*")
	f, err := field.New(len(rows[0]), len(rows))
	if err != nil {
		t.Fatal(err)
	}
	g := newTable(f, r)
	for c, x := range strings.ReplaceAll(picture, "/", "") {
		if x == '*' {
			g.lay(c)
		}
	}
	g.findZeros()
	return g
}

func move(t testing.TB, g engines.Game, text string) {
	t.Helper()
	m, err := g.ParseMove(text)
	if err != nil {
		t.Fatal(err)
	}
	if err := g.Apply(m); err != nil {
		t.Fatalf("%s in %s: %v", text, g.String(), err)
	}
}

func TestPlies(t *testing.T) {
	for _, c := range []struct {
		name, mines, moves, position string
	}{
		{"a number passes the turn", "*.*/...", "1,0", ".2./... ; b"},
		{"a mine keeps it", "*.*/...", "0,0", "a../..."},
		{"the other seat's mine", "*.*/...", "1,1 0,0", "b../.2. ; b"},
		{"a zero opens its region and the rim", "*..../...../....*", "4,0", ".1000/11011/0001. ; b"},
		{"a flood stops at numbers", "..*../..*../..*..", "0,0", "02.../03.../02... ; b"},
		{"scores add up", "**.../...../...**", "0,0 2,0 4,2", "a.1../...../....b ; b"},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := lay(t, c.mines, nil)
			for _, m := range strings.Fields(c.moves) {
				move(t, g, m)
			}
			if got := g.String(); got != c.position {
				t.Errorf("position %q, want %q", got, c.position)
			}
		})
	}
	g := lay(t, "*..../...../....*", engines.Settings{"flood": "false"})
	move(t, g, "4,0")
	if got := g.String(); got != "....0/...../..... ; b" {
		t.Errorf("without flood: %q", got)
	}
}

func TestIllegalMovesChangeNothing(t *testing.T) {
	g := lay(t, "*.*/...", nil)
	move(t, g, "1,0")
	before := g.String()
	for _, m := range []engines.Move{1, -1, 6, 11, 12, math.MaxInt32, math.MinInt32} {
		if err := g.Apply(m); err == nil {
			t.Errorf("move %d was taken", m)
		}
	}
	if g.String() != before {
		t.Errorf("position %q, was %q", g.String(), before)
	}
	move(t, g, "0,0")
	if err := g.Apply(0); err == nil {
		t.Error("a mine was found twice")
	}
	if _, ok := g.View(0).(engines.Game); ok {
		t.Error("a view can be played on")
	}
}

func TestTheEnd(t *testing.T) {
	for _, c := range []struct {
		name, position string
		mines          int
		over           bool
		points         float64 // of seat a
	}{
		{"26 of 51", strings.Repeat("a", 26) + strings.Repeat(".", 6) + "/" + strings.Repeat(".", 32), 51, true, 1},
		{"25 of 51", strings.Repeat("a", 25) + strings.Repeat(".", 7) + "/" + strings.Repeat(".", 32), 51, false, 1},
		{"can still draw level", "aaa.../......", 6, false, 1},
		{"cannot catch up", "aaab../......", 5, true, 1},
		{"the last mine", "bba/...", 3, true, 0},
		{"a draw", "bbaa/....", 4, true, 0.5},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := set(t, c.position, c.mines)
			if g.Over() != c.over {
				t.Errorf("over %v, want %v", g.Over(), c.over)
			}
			if c.over && g.Outcome().Points(0) != c.points {
				t.Errorf("%v points, want %v", g.Outcome().Points(0), c.points)
			}
			if c.over != (len(g.Moves(nil)) == 0) {
				t.Errorf("%d moves, over %v", len(g.Moves(nil)), c.over)
			}
		})
	}
}

func TestBomb(t *testing.T) {
	bombs := engines.Settings{"bomb": "true"}
	g := lay(t, "*......./......../......../......../......*./.......*", bombs)
	if err := g.Apply(engines.Move(g.view.field.N)); err == nil {
		t.Error("a bomb was thrown at equal scores")
	}
	move(t, g, "0,0")
	move(t, g, "1,0")
	if n := len(g.Moves(nil)); n != 46+4*2 {
		t.Errorf("%d moves, want 46 cells and 8 bombs", n)
	}
	move(t, g, "b7,5") // stands for b5,3
	if g.Turn() != 0 || g.view.score != [2]int{1, 2} || !g.view.bombed[1] || g.view.left != 0 {
		t.Errorf("after the bomb: %s", g.String())
	}
	if got := g.String(); !strings.HasSuffix(got, " ; a 1-2 a") {
		t.Errorf("position %q", got)
	}
	again, err := with(t, engines.Settings{"bomb": "true", "mines": "9"}).ParseGame("aaa...../......../......../......../........ ; b 3-0 a", 1)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(again.Moves(nil)); n != 37 {
		t.Errorf("%d moves with the bomb used, want 37", n)
	}
	if err := again.Apply(40 + 18); err == nil {
		t.Error("a bomb was thrown twice")
	}
	if err := lay(t, "*../...", nil).Apply(7); err == nil {
		t.Error("a bomb was thrown though bombs are not in play")
	}
}

func TestSmallBombSquares(t *testing.T) {
	g := lay(t, "*..*/...*", engines.Settings{"bomb": "true"})
	move(t, g, "0,0")
	move(t, g, "1,0")
	moves := g.Moves(nil)
	if got := g.FormatMove(moves[len(moves)-1]); got != "b2,1" || len(moves) != 7 {
		t.Errorf("last of %d moves is %s, want one bomb b2,1 after 6 cells", len(moves), got)
	}
	move(t, g, "b0,0")
	if g.String() != "a12b/112b ; a 1-2 a" || !g.Over() {
		t.Errorf("position %q", g.String())
	}
}

// TestDeal checks that all cells are mined alike, and a game's mines and
// numbers against counting.
func TestDeal(t *testing.T) {
	e := with(t, engines.Settings{"width": "7", "height": "5", "mines": "9"})
	counts := make([]int, 35)
	const games = 4000
	for seed := range uint64(games) {
		game, err := e.NewGame(2, seed)
		if err != nil {
			t.Fatal(err)
		}
		g := game.(*table)
		if g.mine.Len() != 9 {
			t.Fatalf("%d mines", g.mine.Len())
		}
		for _, c := range g.mine.Append(nil) {
			counts[c]++
		}
		for c, n := range g.number {
			if int(n) != countAround(g.view.field, c, &g.mine) {
				t.Fatalf("cell %d has number %d", c, n)
			}
			if zero := n == 0 && !g.mine.Has(c); zero != g.zero.Has(c) {
				t.Fatalf("cell %d zero: %v", c, g.zero.Has(c))
			}
		}
	}
	want, sd := games*9/35.0, math.Sqrt(games*9/35.0*26/35)
	for c, n := range counts {
		if math.Abs(float64(n)-want) > 5*sd {
			t.Errorf("cell %d was mined %d times, want %.0f", c, n, want)
		}
	}
}

// TestRulesByRandomPlay plays random games of random shape and checks after
// every move what must always hold.
func TestRulesByRandomPlay(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		w, h := rapid.IntRange(1, 12).Draw(t, "width"), rapid.IntRange(2, 12).Draw(t, "height")
		f, _ := field.New(w, h)
		r := rules{
			mines: rapid.IntRange(1, f.N-1).Draw(t, "mines"),
			flood: rapid.Bool().Draw(t, "flood"), bomb: rapid.Bool().Draw(t, "bomb"),
		}
		g := newTable(f, r)
		g.deal(rapid.Uint64().Draw(t, "seed"))
		for plies := 0; !g.Over(); plies++ {
			moves := g.Moves(nil)
			if len(moves) == 0 || plies > f.N || !slices.IsSorted(moves) {
				t.Fatalf("%d moves after %d plies: %s", len(moves), plies, g.String())
			}
			m := rapid.SampledFrom(moves).Draw(t, "move")
			if back, err := g.ParseMove(g.FormatMove(m)); err != nil || back != m {
				t.Fatalf("move %d reads back as %d, %v", m, back, err)
			}
			turn, hit, closed := g.Turn(), int(m) < f.N && g.mine.Has(int(m)), g.view.closed
			if err := g.Apply(m); err != nil {
				t.Fatal(err)
			}
			if (g.Turn() == turn) != hit || g.view.closed >= closed {
				t.Fatalf("move %s: turn %d to %d, closed %d to %d", g.FormatMove(m), turn, g.Turn(), closed, g.view.closed)
			}
			checkTable(t, g)
		}
	})
}

func checkTable(t *rapid.T, g *table) {
	v, found, closed := &g.view, 0, 0
	for c, shown := range v.cells {
		switch {
		case shown == field.Closed:
			closed++
		case shown == field.Mine:
			found++
			if !g.mine.Has(c) || v.owner[c] > 1 {
				t.Fatalf("cell %d shows a mine of %d", c, v.owner[c])
			}
		case g.mine.Has(c) || int(shown) != countAround(v.field, c, &g.mine):
			t.Fatalf("cell %d shows %d", c, shown)
		case shown == 0 && g.flood && countAround(v.field, c, &g.hidden) != 0:
			t.Fatalf("an open 0 at %d has closed neighbours: %s", c, v.String())
		}
	}
	if found != v.score[0]+v.score[1] || found+v.left != v.mines || closed != v.closed || closed != g.hidden.Len() {
		t.Fatalf("found %d, scores %v, left %d, closed %d of %d", found, v.score, v.left, closed, v.closed)
	}
	e, err := newEngine(engines.Settings{"mines": itoa(v.mines), "bomb": map[bool]string{true: "true", false: "false"}[v.bomb]})
	if err != nil {
		t.Fatal(err)
	}
	back, err := parsePosition(v.String(), e.rules)
	if err != nil || back.String() != v.String() || back.view.score != v.score || back.view.turn != v.turn || back.view.bombed != v.bombed {
		t.Fatalf("%q reads back as %v, %v", v.String(), back, err)
	}
}

// countAround counts the neighbours of a cell in a set.
func countAround(f *field.Field, c int, set *field.Bits) int {
	n := 0
	for d, offset := range f.Offset {
		if f.Inside[c]>>d&1 != 0 && set.Has(c+offset) {
			n++
		}
	}
	return n
}
