package goban

import (
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
)

// slow is a slow implementation of the rules on boards as text, row by row from the bottom: flood
// fill, and a set of all earlier positions.
type slow struct {
	size    int
	suicide bool
	board   string
	turn    int
	passes  int
	past    map[string]bool
}

func newSlow(size int, suicide bool) *slow {
	empty := strings.Repeat(".", size*size)
	return &slow{size: size, suicide: suicide, board: empty, past: map[string]bool{empty: true}}
}

// region returns the points of one sign that are connected with p, and the other signs beside
// them.
func (s *slow) region(board string, p int) (all []int, beside string) {
	all = []int{p}
	for i := 0; i < len(all); i++ {
		x, y := all[i]%s.size, all[i]/s.size
		for _, d := range [][2]int{{0, 1}, {1, 0}, {0, -1}, {-1, 0}} {
			u, v := x+d[0], y+d[1]
			if u < 0 || v < 0 || u >= s.size || v >= s.size {
				continue
			}
			q := v*s.size + u
			if board[q] != board[p] {
				beside += board[q : q+1]
			} else if !slices.Contains(all, q) {
				all = append(all, q)
			}
		}
	}
	return all, beside
}

// without returns a board without the chains of a sign that have no liberty.
func (s *slow) without(board string, sign byte) string {
	out := []byte(board)
	for p := range board {
		if board[p] == sign {
			if _, beside := s.region(board, p); !strings.Contains(beside, ".") {
				out[p] = '.'
			}
		}
	}
	return string(out)
}

// after returns the board after a stone on an empty point, and whether the move is legal.
func (s *slow) after(p int) (board string, legal bool) {
	own, other := "XO"[s.turn], "XO"[1-s.turn]
	if s.board[p] != '.' {
		return "", false
	}
	board = s.without(s.board[:p]+string(own)+s.board[p+1:], other)
	cleared := s.without(board, own)
	return cleared, !s.past[cleared] && (s.suicide || cleared == board)
}

func (s *slow) moves() (list []engines.Move) {
	if s.passes == 2 {
		return nil
	}
	for p := range s.board {
		if _, legal := s.after(p); legal {
			list = append(list, engines.Move(p))
		}
	}
	return append(list, engines.Move(len(s.board)))
}

func (s *slow) apply(m engines.Move) {
	if int(m) == len(s.board) {
		s.passes++
	} else {
		s.board, _ = s.after(int(m))
		s.past[s.board] = true
		s.passes = 0
	}
	s.turn = 1 - s.turn
}

func (s *slow) area() (black, white float64) {
	for p := range s.board {
		_, beside := s.region(s.board, p)
		x, o := strings.Contains(beside, "X"), strings.Contains(beside, "O")
		switch {
		case s.board[p] == 'X', s.board[p] == '.' && x && !o:
			black++
		case s.board[p] == 'O', s.board[p] == '.' && o && !x:
			white++
		}
	}
	return black, white
}

func mustEngine(t testing.TB, settings engines.Settings) engines.Engine {
	t.Helper()
	e, err := New().With(settings)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// Random games have the moves, boards and results of the slow implementation.
func TestGamesAsSlow(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(7, 8))
	repeats, games := 0, 2
	if os.Getenv("LANISTA_EXHAUSTIVE") != "" {
		games = 5
	}
	for _, size := range []int{2, 3, 4, 5, 6} {
		for _, suicide := range []bool{false, true} {
			for range games {
				e := mustEngine(t, engines.Settings{"size": fmt.Sprint(size), "suicide": fmt.Sprint(suicide), "max_plies": "150", "komi": "2"})
				g, err := e.NewGame(2, 0)
				if err != nil {
					t.Fatal(err)
				}
				ref := newSlow(size, suicide)
				for !g.Over() {
					moves := g.Moves(nil)
					if want := ref.moves(); !slices.Equal(moves, want) {
						t.Fatalf("%s (suicide %v): moves %v, want %v", g, suicide, moves, want)
					}
					if strings.Fields(g.String())[2] != "-" {
						repeats++
					}
					m := moves[rng.IntN(len(moves))]
					if len(moves) > 1 && int(m) == size*size && rng.IntN(4) > 0 { // fewer passes
						m = moves[0]
					}
					if err := g.Apply(m); err != nil {
						t.Fatal(err)
					}
					ref.apply(m)
				}
				black, white := ref.area()
				if want := engines.ByScore(black, white+2); g.Outcome() != want {
					t.Fatalf("%s: outcome %v, want %v", g, g.Outcome(), want)
				}
				if end := g.(engines.Concluder).Ending(); (end == engines.ByRules) != (ref.passes == 2) {
					t.Errorf("%s: it ended by %v after %d passes", g, end, ref.passes)
				}
			}
		}
	}
	if repeats < 20 {
		t.Errorf("superko forbade moves in %d positions only", repeats)
	}
}

// The numbers of move sequences are those of the slow implementation.
func TestPerft(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ size, depth int }{{2, 7}, {3, 4}, {5, 3}} {
		for _, suicide := range []bool{false, true} {
			e := mustEngine(t, engines.Settings{"size": fmt.Sprint(c.size), "suicide": fmt.Sprint(suicide), "max_plies": "100"})
			g, err := e.NewGame(2, 0)
			if err != nil {
				t.Fatal(err)
			}
			got, _, err := analysis.Perft(t.Context(), e, g, c.depth)
			if want := countSlow(newSlow(c.size, suicide), c.depth); err != nil || got != want {
				t.Errorf("size %d, depth %d: %d sequences, want %d (%v)", c.size, c.depth, got, want, err)
			}
		}
	}
}

func countSlow(s *slow, depth int) (n uint64) {
	if depth == 0 {
		return 1
	}
	for _, m := range s.moves() {
		next := *s
		next.past = make(map[string]bool, len(s.past)+1)
		for board := range s.past {
			next.past[board] = true
		}
		next.apply(m)
		n += countSlow(&next, depth-1)
	}
	return n
}

// playMoves makes moves in a game.
func playMoves(t *testing.T, g engines.Game, moves string) {
	t.Helper()
	for text := range strings.FieldsSeq(moves) {
		m, err := g.ParseMove(text)
		if err == nil {
			err = g.Apply(m)
		}
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
}

// A ko may be retaken only after another move. The text of the position keeps what is forbidden.
func TestKo(t *testing.T) {
	t.Parallel()
	e := mustEngine(t, engines.Settings{"size": "4"})
	g, err := e.ParseGame("start", 0)
	if err != nil {
		t.Fatal(err)
	}
	playMoves(t, g, "B3 C3 A2 D2 B1 C1 C2 B2")
	if text := g.String(); text != "..../.XO./XO.O/.XO. b C2 0" {
		t.Errorf("position %q", text)
	}
	retake, _ := g.ParseMove("c2")
	if err := g.Apply(retake); err == nil || err.Error() != "illegal move C2 of Black: it repeats an earlier position" {
		t.Errorf("the ko is retaken: %v", err)
	}
	read, err := e.ParseGame(g.String(), 0)
	if err != nil || read.Apply(retake) == nil {
		t.Errorf("the ko is retaken after reading: %v", err)
	}
	playMoves(t, g, "D4 A4 C2")
	if text := g.String(); text != "O..X/.XO./X.XO/.XO. w B2 0" {
		t.Errorf("position %q", text)
	}
}

func TestSuicide(t *testing.T) {
	t.Parallel()
	const position = "XO../OO../..../.... b - 0" // Black at A4 has no liberty left
	if _, err := New().ParseGame(position, 0); err == nil || err.Error() != "a chain of stones has no liberty" {
		t.Errorf("%s is read: %v", position, err)
	}
	for suicide, want := range map[string]string{
		"false": "illegal move A1 of Black: it is suicide",
		"true":  "<nil>",
	} {
		e := mustEngine(t, engines.Settings{"suicide": suicide})
		one, err := e.ParseGame("..../..../OO../.XO. b - 0", 0)
		if err != nil {
			t.Fatal(err)
		}
		m, _ := one.ParseMove("A1")
		if got := fmt.Sprint(one.Apply(m)); got != want {
			t.Errorf("suicide %s of two: %s", suicide, got)
		}
		if suicide == "true" && one.String() != "..../..../OO../..O. w - 0" {
			t.Errorf("after suicide: %s", one)
		}
		single, err := e.ParseGame("..../..../O.../.O.. b - 0", 0)
		if err != nil {
			t.Fatal(err)
		}
		if err := single.Apply(m); err == nil || err.Error() != "illegal move A1 of Black: it is suicide" {
			t.Errorf("suicide %s of one: %v", suicide, err)
		}
	}
}

func TestMistakesOfPositions(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"../. b":                "row 1 has 1 points; the board has 2 rows",
		".x/..":                 `row 2: "x" is not X, O or a dot`,
		"О./..":                 `row 2: "О" is not X, O or a dot`, // a Cyrillic letter
		"../.. black":           `"black" is not the side to move, b or w`,
		"../.. b I1":            `"I1" is not a forbidden point`,
		"../.. b - 3":           `"3" is not the number of passes in a row, 0 to 2`,
		"../.. b - 0 x":         "2 rows and 5 fields; a position has 2 to 19 rows, the side to move (b or w), forbidden points or -, and passes",
		"D4 D4":                 "move 2: illegal move D4 of White: the point is not empty; a position is a board such as ..X/.../... w, or moves from the start such as D4 E5",
		"pass pass D4":          "move 3: move D4 after the end of the game; a position is a board such as ..X/.../... w, or moves from the start such as D4 E5",
		"I5":                    `move 1: "I5" is not a point from A1 to J9 (without I), nor pass; a position is a board such as ..X/.../... w, or moves from the start such as D4 E5`,
		strings.Repeat("/", 30): "31 rows and 1 fields; a position has 2 to 19 rows, the side to move (b or w), forbidden points or -, and passes",
	} {
		if _, err := New().ParseGame(text, 0); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

// The player makes legal moves, captures a chain that decides the game, and keeps its eyes.
func TestPlayer(t *testing.T) {
	t.Parallel()
	for position, want := range map[string][]string{
		"..XO./.XXOO/XXXOO/.XXO./..XOO b - 0": nil, // any legal move
		"..XXX/.XOOO/XXO.O/.XOOO/..XXX b - 0": {"D3"},
		".XXO./X.XOO/XXXO./OOOOO/.O.O. b - 1": {"pass"}, // it only has eyes left
	} {
		e := mustEngine(t, engines.Settings{"playouts": "200", "komi": "10.5"})
		g, err := e.ParseGame(position, 0)
		if err != nil {
			t.Fatal(err)
		}
		p, err := e.NewPlayer(t.Context(), engines.Agent{})
		if err != nil {
			t.Fatal(err)
		}
		m, err := p.Choose(t.Context(), g)
		if err != nil || g.Clone().Apply(m) != nil {
			t.Errorf("%s: %d, %v", position, m, err)
		}
		if want != nil && !slices.Contains(want, g.FormatMove(m)) {
			t.Errorf("%s: %s, want %v", position, g.FormatMove(m), want)
		}
	}
}

// The player wins nearly every game against random moves.
func TestPlayerAgainstRandom(t *testing.T) {
	t.Parallel()
	e := mustEngine(t, engines.Settings{"size": "5", "playouts": "60", "komi": "0.5"})
	arena, err := engines.NewArena(e, engines.ArenaOptions{})
	if err != nil {
		t.Fatal(err)
	}
	seats := []engines.Agent{{Name: "own"}, {Name: "random", Player: "random"}}
	won := 0
	for seed := range uint64(10) {
		r, err := arena.Play(t.Context(), seats, seed)
		if err != nil || r.Forfeit != nil {
			t.Fatal(r, err)
		}
		if r.Outcome.Place(int(seed%2)) == 1 {
			won++
		}
		seats[0], seats[1] = seats[1], seats[0]
	}
	if won < 9 {
		t.Errorf("it won %d of 10 games", won)
	}
}

// A random game of the referee allocates little: a simulated move nothing.
func TestAllocations(t *testing.T) {
	e := mustEngine(t, engines.Settings{"playouts": "50"})
	g, err := e.NewGame(2, 0)
	if err != nil {
		t.Fatal(err)
	}
	p, err := e.NewPlayer(t.Context(), engines.Agent{})
	if err != nil {
		t.Fatal(err)
	}
	if n := testing.AllocsPerRun(3, func() {
		if _, err := p.Choose(t.Context(), g); err != nil {
			t.Fatal(err)
		}
	}); n > 5 {
		t.Errorf("%v allocations for a move of 50 random games", n)
	}
}
