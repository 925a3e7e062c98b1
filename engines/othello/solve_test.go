package othello

import (
	"math"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tools/racetest"
)

// ffo is a position of the endgame suite of FForum with its proved score and all
// moves that reach it.
type ffo struct {
	position string
	score    int
	best     []string
}

// suite lists problems 19 and 40 to 47 of the endgame suite.
var suite = map[int]ffo{
	19: {"--OXXO--XOXXXX--XOOOOXXXXOOOXXXXX-OOOXXX--OOOOXX--XXOOO----XXOO- X", 8, []string{"b6"}},
	40: {"O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X", 38, []string{"a2"}},
	41: {"-OOOOO----OOOOX--OOOOOO-XXXXXOO--XXOOX--OOXOXX----OXXO---OOO--O- X", 0, []string{"h4"}},
	42: {"--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X", 6, []string{"g2"}},
	43: {"--XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O", -12, []string{"c7", "g3"}},
	44: {"--O-X-O---O-XO-O-OOXXXOOOOOOXXXOOOOOXX--XXOOXO----XXXX-----XXX-- O", -14, []string{"b8", "d2"}},
	45: {"---XXXX-X-XXXO--XXOXOO--XXXOXO--XXOXXO---OXXXOO-O-OOOO------OO-- X", 6, []string{"b2"}},
	46: {"---XXX----OOOX----OOOXX--OOOOXXX--OOOOXX--OXOXXX--XXOO---XXXX-O- X", -8, []string{"b3"}},
	47: {"-OOOOO----OOOO---OOOOX--XXXXXX---OXOOX--OOOXOX----OOXX----XXXX-- O", 4, []string{"g2"}},
}

// TestSolutionOfFFO solves problem 19, and with LANISTA_EXHAUSTIVE=1 problems 19 and 40 to 47,
// which take minutes. The best move of a solution reaches the proved score, and so does
// its line, move by move.
func TestSolutionOfFFO(t *testing.T) {
	t.Parallel()
	ids := []int{19}
	switch {
	case racetest.Enabled:
		t.Skip("seconds under the race detector")
	case os.Getenv("LANISTA_EXHAUSTIVE") != "":
		ids = append(ids, 40, 41, 42, 43, 44, 45, 46, 47)
	}
	for _, id := range ids {
		t.Run(strconv.Itoa(id), func(t *testing.T) { solveFFO(t, id, suite[id]) })
	}
}

// solveFFO solves a problem and checks its solution.
func solveFFO(t *testing.T, id int, p ffo) {
	t.Helper()
	g := mustParse(t, p.position)
	a, err := with(t, "exact", "0").Analyze(t.Context(), g, engines.Agent{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := with(t).Solve(t.Context(), g)
	if err != nil {
		t.Fatal(err)
	}
	a.Solved(s)
	if !slices.Contains(p.best, a.Best) || a.Line[0] != a.Best {
		t.Errorf("#%d: best %s, line %v; proved best %s", id, a.Best, a.Line, p.best)
	}
	follow(t, id, g, a.Line, p.score)
}

// follow plays a line to the end of the game. From 10 empty squares on, every position
// on it must be worth the score by plain minimax.
func follow(t *testing.T, id int, g *game, line []string, score int) {
	t.Helper()
	seat := g.turn
	worth := func() int {
		v := negamax(g.own, g.opp)
		if g.turn != seat {
			v = -v
		}
		return v
	}
	for i, text := range line {
		m, err := g.ParseMove(text)
		if err != nil {
			t.Fatalf("#%d: move %d of the line %v: %v", id, i+1, line, err)
		}
		if err := g.Apply(m); err != nil {
			t.Fatalf("#%d: move %d of the line %v: %v", id, i+1, line, err)
		}
		if g.empties() <= 10 {
			if got := worth(); got != score {
				t.Errorf("#%d: after %d moves of the line %v the position is worth %+d, not %+d", id, i+1, line, got, score)
				return
			}
		}
	}
	if !g.over {
		t.Errorf("#%d: the line %v ends before the game", id, line)
	}
}

// negamax returns the final disc difference to the side to move, by nothing but the
// rules of the game.
func negamax(own, opp uint64) int {
	g := newGame(own, opp, seatBlack)
	if g.over {
		return g.score()
	}
	best := math.MinInt
	for _, m := range g.Moves(nil) {
		next := newGame(own, opp, seatBlack)
		if err := next.Apply(m); err != nil {
			panic(err)
		}
		best = max(best, -negamax(next.own, next.opp))
	}
	return best
}
