package othello

import (
	"context"
	"math/bits"
	"os"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/othello/internal/board"
	"github.com/lanista/lanista/tools/racetest"
	"pgregory.net/rapid"
)

// levelMinimax is what a level computes, without a window.
func levelMinimax(l *leveller, own, opp uint64, depth int) int64 {
	moves := board.Moves(own, opp)
	switch {
	case moves == 0 && board.Moves(opp, own) == 0:
		return finished(own, opp)
	case depth == 0:
		return 0
	case moves == 0:
		return -levelMinimax(l, opp, own, depth-1)
	}
	best := -infinite
	for set := l.choices(moves); set != 0; set &= set - 1 {
		sq := bits.TrailingZeros64(set)
		o, p := board.Play(own, opp, board.Flips(own, opp, sq), sq)
		best = max(best, l.moveScore(sq, opp, o, p)-levelMinimax(l, o, p, depth-1))
	}
	return best
}

func TestLevelIsMinimax(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := drawGame(t, 58)
		if g.moves == 0 {
			t.Skip("no move")
		}
		w := levelSpace(rapid.Bool().Draw(t, "easy")).Default()
		if len(w) == levelTerms && rapid.Bool().Draw(t, "tuned") {
			for i := levelXOpen; i < levelTerms; i++ {
				w[i] = rapid.Float64Range(-100, 100).Draw(t, "weight")
			}
		}
		l := newLeveller(w)
		depth := min(rapid.IntRange(1, 4).Draw(t, "depth"), g.empties())
		v, err := l.think(context.Background(), g, depth)
		if err != nil {
			t.Fatal(err)
		}
		best := levelMinimax(l, g.own, g.opp, depth)
		// Moves within a unit of the best tie with it.
		if v.value < inUnits(best-1) || v.value > inUnits(best) {
			t.Fatalf("%s depth %d: %v, want %v", g.String(), depth, v.value, inUnits(best))
		}
		sq := bits.TrailingZeros64(v.moves)
		o, p := board.Play(g.own, g.opp, board.Flips(g.own, g.opp, sq), sq)
		if got := l.moveScore(sq, g.opp, o, p) - levelMinimax(l, o, p, depth-1); got < best-1 {
			t.Fatalf("%s depth %d: %s brings %d, the best %d", g.String(), depth, square(sq), got, best)
		}
	})
}

func TestLevelRules(t *testing.T) {
	// Black can take a1, or turn more discs elsewhere.
	g := mustParse(t, "-OX-------------OOOOOOX-----------------------------------------"+" X")
	hard := newLeveller(levelSpace(false).Default())
	v, err := hard.think(context.Background(), g, 1)
	if err != nil || v.moves != 1 {
		t.Errorf("hard plays %s, want a1 (%v)", squares(v.moves), err)
	}

	// What a move brings: its square, its flips, and the corner it gives away.
	for _, tt := range []struct {
		name, position, move string
		want                 float64
	}{
		{"square and flips", startGame().String(), "f5", 3 + 1},
		{"corner given", "--OX----" + "--------" + "-----O--" + emptyRows + "--------" + " X", "b1", -20 + 1},
		{"corner taken", "-OX-----" + "--------" + "-----O--" + emptyRows + "--------" + " X", "a1", 120 + 1},
	} {
		if got := bringsAt(t, hard, tt.position, tt.move); got != tt.want {
			t.Errorf("%s: %s brings %v, want %v", tt.name, tt.move, got, tt.want)
		}
	}
}

// bringsAt returns the score of a move under a level, without the moves that follow.
func bringsAt(t *testing.T, l *leveller, position, move string) float64 {
	t.Helper()
	g := mustParse(t, position)
	m, err := parseMove(move)
	if err != nil {
		t.Fatal(err)
	}
	sq := int(m)
	o, p := board.Play(g.own, g.opp, board.Flips(g.own, g.opp, sq), sq)
	return inUnits(l.moveScore(sq, g.opp, o, p))
}

// What the weights that the source does not have count in a move.
func TestLevelShapes(t *testing.T) {
	const (
		x      = "--------" + "--------" + "--O-----" + "---X----" + "--------" + "--------" + "--------" + "--------" + " X"
		filled = "O-------" + "--------" + "--O-----" + "---X----" + "--------" + "--------" + "--------" + "--------" + " X"
		c      = "--OX----" + "--------" + "-----O--" + emptyRows + "--------" + " X"
		corner = "-OX-----" + "--------" + "-----O--" + emptyRows + "--------" + " X"
		unsafe = "--------" + "--------" + "--X-----" + "---O----" + "--------" + "--------" + "--------" + "XO------" + " X"
	)
	for _, tt := range []struct {
		weight         int
		position, move string
		want           float64
	}{
		{levelXOpen, x, "b2", 1},
		{levelXOpen, filled, "b2", 0},
		{levelXOpen, c, "b1", 0},
		{levelCOpen, c, "b1", 1},
		{levelCOpen, x, "b2", 0},
		{levelReply, startGame().String(), "f5", 3},
		{levelReply, unsafe, "c8", 1}, // b2
		{levelSafeReply, startGame().String(), "f5", 3},
		{levelSafeReply, unsafe, "c8", 0},
		{levelFrontier, startGame().String(), "f5", 4},
		{levelFrontier, corner, "a1", 3},
		{levelStable, startGame().String(), "f5", 0},
		{levelStable, corner, "a1", 3}, // a1, b1 and c1
	} {
		w := make(engines.Weights, levelTerms)
		w[tt.weight] = 1
		if got := bringsAt(t, newLeveller(w), tt.position, tt.move); got != tt.want {
			t.Errorf("%s: %s brings %v, want %v", levelSpace(false)[tt.weight].Name, tt.move, got, tt.want)
		}
	}
}

func shapedLevel() *leveller {
	w := levelSpace(false).Default()
	for i := levelXOpen; i < levelTerms; i++ {
		w[i] = -10
	}
	return newLeveller(w)
}

func TestShapedLevelAllocatesNothing(t *testing.T) {
	l, g := shapedLevel(), startGame()
	if n := testing.AllocsPerRun(10, func() { _, _ = l.think(t.Context(), g, 4) }); n != 0 {
		t.Errorf("%v allocations a move", n)
	}
}

func BenchmarkLevel(b *testing.B) {
	for name, l := range map[string]*leveller{"source": newLeveller(levelSpace(false).Default()), "shaped": shapedLevel()} {
		b.Run(name, func(b *testing.B) {
			g, pcg, nodes := startGame(), engines.PCG(3), uint64(0)
			scatter(g, &pcg, 20)
			b.ReportAllocs()
			for b.Loop() {
				v, err := l.think(b.Context(), g, 4)
				if err != nil {
					b.Fatal(err)
				}
				nodes += v.nodes
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
		})
	}
}

// TestLevelsAreLevels plays the levels against each other.
func TestLevelsAreLevels(t *testing.T) {
	t.Parallel()
	pairs := 75 / racetest.Effort
	if os.Getenv("LANISTA_EXHAUSTIVE") != "" {
		pairs = 150
	}
	level := func(name string) engines.Agent {
		return engines.Agent{Name: name, Settings: engines.Settings{"model": name}}
	}
	for _, tt := range []struct {
		strong, weak string
		least        float64
	}{{"easy", "greedy", 0.5}, {"medium", "easy", 0.5}, {"hard", "easy", 0.6}, {"classic", "hard", 0.7}} {
		got := doubleGames(t, New(), level(tt.strong), level(tt.weak), pairs/3, 7)
		t.Logf("%s against %s: %.3f", tt.strong, tt.weak, got)
		if got < tt.least {
			t.Errorf("%s against %s: %.3f, want at least %v", tt.strong, tt.weak, got, tt.least)
		}
	}
}
