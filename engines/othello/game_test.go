package othello

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"pgregory.net/rapid"
)

func apply(t testing.TB, g *game, moves ...string) {
	t.Helper()
	for _, text := range moves {
		m, err := g.ParseMove(text)
		if err != nil {
			t.Fatal(err)
		}
		if err := g.Apply(m); err != nil {
			t.Fatal(err)
		}
	}
}

func TestStart(t *testing.T) {
	g := startGame()
	want := "---------------------------OX------XO--------------------------- X"
	if g.String() != want || g.Turn() != seatBlack || g.Seats() != 2 || g.Over() {
		t.Errorf("start: %s, turn %d", g.String(), g.Turn())
	}
	var names []string
	for _, m := range g.Moves(nil) {
		names = append(names, g.FormatMove(m))
	}
	if got := strings.Join(names, " "); got != "d3 c4 f5 e6" {
		t.Errorf("first moves %s", got)
	}
}

func TestApplyRefuses(t *testing.T) {
	passes := mustParse(t, "XO-----------------------------------------------------------O-X O")
	over := mustParse(t, "X--------------------------------------------------------------- O")
	for _, tt := range []struct {
		name string
		g    *game
		move engines.Move
		want string
	}{
		{"no flip", startGame(), 0, "illegal move a1 of Black; legal moves: d3, c4, f5, e6"},
		{"occupied", startGame(), 27, "illegal move d4"},
		{"pass with moves", startGame(), pass, "illegal pass"},
		{"not a move", startGame(), 65, "illegal move move(65)"},
		{"negative", startGame(), -1, "illegal move move(-1)"},
		{"has to pass", passes, 2, "of White; it must pass"},
		{"over", over, 1, "after the end of the game"},
		{"over, pass", over, pass, "after the end of the game"},
	} {
		before := *tt.g
		err := tt.g.Apply(tt.move)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
		if *tt.g != before {
			t.Errorf("%s: the game has changed", tt.name)
		}
	}
}

func mustParse(t testing.TB, position string) *game {
	t.Helper()
	g, err := parsePosition(position)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestPassAndEnd(t *testing.T) {
	g := mustParse(t, "XO-----------------------------------------------------------O-X O")
	if got := g.Moves(nil); !slices.Equal(got, []engines.Move{pass}) {
		t.Fatalf("moves %v, want a pass", got)
	}
	apply(t, g, "pass", "c1")
	if !g.Over() || g.score() != 62 || g.Outcome() != engines.ByScore(63, 1) {
		t.Errorf("over %v, score %d, %v", g.Over(), g.score(), g.Outcome())
	}
	if got := g.Moves(nil); len(got) != 0 {
		t.Errorf("moves after the end: %v", got)
	}
}

// TestShortestGame is a wipe-out after nine plies; the empties go to the winner.
func TestShortestGame(t *testing.T) {
	g, err := replay("e6f4e3f6g5d6e7f5c5")
	if err != nil {
		t.Fatal(err)
	}
	if !g.Over() || g.score() != 64 || g.Outcome() != engines.ByScore(64, 0) {
		t.Errorf("%s: over %v, score %d", g.String(), g.Over(), g.score())
	}
}

// slowBoard is the game as a person would keep it: 64 characters.
type slowBoard [64]byte

func (b *slowBoard) play(sq int, me, you byte, really bool) (turned int) {
	for _, d := range [8][2]int{{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}} {
		x, y, n := sq%8+d[0], sq/8+d[1], 0
		for x >= 0 && x < 8 && y >= 0 && y < 8 && b[8*y+x] == you {
			x, y, n = x+d[0], y+d[1], n+1
		}
		if n == 0 || x < 0 || x > 7 || y < 0 || y > 7 || b[8*y+x] != me {
			continue
		}
		turned += n
		for ; really && n > 0; n-- {
			b[8*(y-n*d[1])+x-n*d[0]] = me
		}
	}
	if really {
		b[sq] = me
	}
	return turned
}

func (b *slowBoard) moves(me, you byte) (list []engines.Move) {
	for sq := range b {
		if b[sq] == '-' && b.play(sq, me, you, false) > 0 {
			list = append(list, engines.Move(sq))
		}
	}
	return list
}

func TestGameAgainstSlowBoard(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		g := startGame()
		var b slowBoard
		copy(b[:], g.String())
		me, you := byte('X'), byte('O')
		for {
			moves, replies := b.moves(me, you), b.moves(you, me)
			if over := len(moves)+len(replies) == 0; over != g.Over() {
				t.Fatalf("%s: over is %v", g.String(), g.Over())
			} else if over {
				break
			}
			if len(moves) == 0 {
				moves = append(moves, pass)
			}
			if got := g.Moves(nil); !slices.Equal(got, moves) {
				t.Fatalf("%s: moves %v, want %v", g.String(), got, moves)
			}
			m := moves[rng.IntN(len(moves))]
			if m != pass {
				b.play(int(m), me, you, true)
			}
			if err := g.Apply(m); err != nil {
				t.Fatal(err)
			}
			me, you = you, me
			if want := string(b[:]) + " " + string(me); g.String() != want {
				t.Fatalf("%s, want %s", g.String(), want)
			}
		}
		black, white := strings.Count(string(b[:]), "X"), strings.Count(string(b[:]), "O")
		want := 0
		switch empty := 64 - black - white; {
		case black > white:
			want = black - white + empty
		case black < white:
			want = black - white - empty
		}
		if g.score() != want {
			t.Fatalf("%s: score %d, want %d", g.String(), g.score(), want)
		}
	})
}

func TestDraw(t *testing.T) {
	got := with(t).Draw(startGame())
	want := "    a b c d e f g h\n" +
		"  ┌─────────────────┐\n" +
		"1 │                 │ 1\n" +
		"2 │                 │ 2\n" +
		"3 │       ·         │ 3   ● Black  2\n" +
		"4 │     · ○ ●       │ 4   ○ White  2\n" +
		"5 │       ● ○ ·     │ 5\n" +
		"6 │         ·       │ 6   Black to move\n" +
		"7 │                 │ 7\n" +
		"8 │                 │ 8\n" +
		"  └─────────────────┘\n" +
		"    a b c d e f g h\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	over := with(t).Draw(mustParse(t, "X--------------------------------------------------------------- O"))
	if !strings.Contains(over, "game over, +64 for Black") {
		t.Errorf("got\n%s", over)
	}
}

func TestPerftByContract(t *testing.T) {
	nodes, extra, err := with(t).Perft(context.Background(), startGame(), 10)
	if err != nil || nodes != 24_571_284 || len(extra) != 1 || extra[0].Key != "reached" || extra[0].Value != uint64(24_571_056) {
		t.Errorf("%d, %v, %v", nodes, extra, err)
	}
	for _, text := range []string{"", "start"} { // from the start, whatever openings NewGame deals
		g, err := with(t, "openings", "f5d6").ParseGame(text, 7)
		if err != nil || *g.(*game) != *startGame() {
			t.Fatalf("%q: %v, %v", text, g, err)
		}
		nodes, extra, err := with(t).Perft(context.Background(), g, 9)
		if err != nil || nodes != 3_005_288 || extra[0].Value != uint64(3_005_288) {
			t.Errorf("%q: %d, %v, %v", text, nodes, extra, err)
		}
	}
	if _, _, err := with(t).Perft(context.Background(), startGame(), -1); err == nil {
		t.Error("a negative depth is accepted")
	}
	// The same by the moves that a game offers.
	var walk func(g game, depth int) int
	walk = func(g game, depth int) (n int) {
		if depth == 0 || g.Over() {
			return 1
		}
		for _, m := range g.Moves(nil) {
			next := g
			if err := next.Apply(m); err != nil {
				t.Fatal(err)
			}
			n += walk(next, depth-1)
		}
		return n
	}
	if n := walk(*startGame(), 6); n != 8200 {
		t.Errorf("%d games of 6 plies, want 8200", n)
	}
}

func TestMovesFormat(t *testing.T) {
	g := startGame()
	for m := range pass + 1 {
		back, err := g.ParseMove(g.FormatMove(m))
		if err != nil || back != m {
			t.Errorf("move %d: %q, %v, %v", m, g.FormatMove(m), back, err)
		}
	}
	for _, bad := range []string{"", "a", "a0", "a9", "i1", "5f", "f55", "passs"} {
		if _, err := g.ParseMove(bad); err == nil {
			t.Errorf("%q is accepted", bad)
		}
	}
	if bits.OnesCount64(g.moves) != 4 {
		t.Error("ParseMove has changed the game")
	}
}

func TestHistory(t *testing.T) {
	g, err := with(t, "openings", "f5d6c3", "random_plies", "3").NewGame(2, 5)
	if err != nil {
		t.Fatal(err)
	}
	h := g.(engines.History)
	if got := h.Start(); got != startGame().String() {
		t.Errorf("it began at %s", got)
	}
	if got := h.Played(); len(got) != 6 || g.FormatMove(got[0]) != "f5" || g.FormatMove(got[2]) != "c3" {
		t.Errorf("moves %v", got)
	}
	other := g.Clone()
	if err := other.Apply(other.Moves(nil)[0]); err != nil {
		t.Fatal(err)
	}
	if n, m := len(h.Played()), len(other.(engines.History).Played()); n != 6 || m != 7 {
		t.Errorf("%d moves and %d of the copy", n, m)
	}
	read := mustParse(t, g.String())
	if read.Start() != g.String() || len(read.Played()) != 0 {
		t.Errorf("a board that was read began at %s with %v", read.Start(), read.Played())
	}
}
