package othello

import (
	"context"
	"errors"
	"math/bits"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/analysis"
	"github.com/lanista/lanista/engines/othello/internal/board"
	"github.com/lanista/lanista/tools/racetest"
	"pgregory.net/rapid"
)

// drawGame draws a position that a random game reaches within some plies.
func drawGame(t *rapid.T, plies int) *game {
	g := startGame()
	pcg := engines.PCG(rapid.Uint64().Draw(t, "seed"))
	scatter(g, &pcg, rapid.IntRange(0, plies).Draw(t, "plies"))
	return g
}

// minimax returns the same value as search, without a window, a table or an order of moves.
func minimax(s *searcher, own, opp uint64, depth int) int64 {
	if depth == 0 {
		return s.leaf(own, opp)
	}
	moves := board.Moves(own, opp)
	if moves == 0 {
		if board.Moves(opp, own) == 0 {
			return finished(own, opp)
		}
		return -minimax(s, opp, own, depth)
	}
	best := -infinite
	for ; moves != 0; moves &= moves - 1 {
		sq := bits.TrailingZeros64(moves)
		o, p := board.Play(own, opp, board.Flips(own, opp, sq), sq)
		best = max(best, -minimax(s, o, p, depth-1))
	}
	return best
}

func TestSearchIsMinimax(t *testing.T) {
	for _, name := range []string{"classic", "wpc", "ntuple"} {
		m := modelNamed(name)
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				g := drawGame(t, 58)
				if g.moves == 0 {
					t.Skip("no move")
				}
				depth := rapid.IntRange(2, 4).Draw(t, "depth")
				s := &searcher{eval: m.compile(m.space().Default()), ties: true}
				v, err := s.think(context.Background(), g, depth)
				if err != nil {
					t.Fatal(err)
				}
				best, moves := -infinite, uint64(0)
				worth := map[int]int64{}
				for set := g.moves; set != 0; set &= set - 1 {
					sq := bits.TrailingZeros64(set)
					o, p := board.Play(g.own, g.opp, board.Flips(g.own, g.opp, sq), sq)
					worth[sq] = -minimax(s, o, p, min(depth, g.empties())-1)
					best = max(best, worth[sq])
				}
				for sq, w := range worth {
					if w >= best-1 {
						moves |= 1 << sq
					}
				}
				if v.value != inUnits(best) || v.moves != moves {
					t.Fatalf("%s depth %d: %v %#x, want %v %#x", g.String(), depth, v.value, v.moves, inUnits(best), moves)
				}
			})
		})
	}
}

// TestSearchForgets tests that the result of a search does not depend on earlier searches.
func TestSearchForgets(t *testing.T) {
	m := modelNamed("classic")
	used := &searcher{eval: m.compile(m.space().Default()), limit: 3000}
	rapid.Check(t, func(t *rapid.T) {
		g := drawGame(t, 56)
		if g.moves == 0 {
			t.Skip("no move")
		}
		fresh := &searcher{eval: used.eval, limit: used.limit}
		want, _ := fresh.think(context.Background(), g, 6)
		if got, _ := used.think(context.Background(), g, 6); got != want {
			t.Fatalf("%s: %v after other searches, %v alone", g.String(), got, want)
		}
	})
}

func TestNodeLimit(t *testing.T) {
	m := modelNamed("classic")
	for _, limit := range []uint64{1, 50, 1000, 20_000} {
		s := &searcher{eval: m.compile(m.space().Default()), limit: limit}
		v, err := s.think(context.Background(), startGame(), 20)
		if err != nil || v.moves == 0 {
			t.Fatalf("limit %d: %v, %v", limit, v, err)
		}
		if slack := uint64(34); v.nodes > limit+slack {
			t.Errorf("limit %d: %d positions visited", limit, v.nodes)
		}
	}
}

func TestSearchStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, name := range []string{"classic", "hard"} {
		p, err := New().NewPlayer(context.Background(), engines.Agent{Settings: engines.Settings{"model": name, "depth": "30"}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := p.Choose(ctx, startGame()); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: %v", name, err)
		}
	}
	p, err := New().NewPlayer(context.Background(), engines.Agent{Settings: engines.Settings{"exact": "36"}})
	if err != nil {
		t.Fatal(err)
	}
	g, pcg := startGame(), engines.PCG(1)
	scatter(g, &pcg, 26) // 34 empty squares
	if _, err := p.Choose(ctx, g); !errors.Is(err, context.Canceled) {
		t.Errorf("solver: %v", err)
	}
}

// TestSearchAllocatesNothing tests the searches after the first one, which allocates the stack and the
// table.
func TestSearchAllocatesNothing(t *testing.T) {
	if racetest.Enabled {
		t.Skip("under the race detector pools of memory drop some of it by chance")
	}
	g := startGame()
	pcg := engines.PCG(3)
	scatter(g, &pcg, 20)
	for _, name := range []string{"classic", "wpc", "ntuple", "patterns", "hard"} {
		for _, depth := range []string{"1", "2", "4"} {
			p, err := New().NewPlayer(context.Background(), engines.Agent{Settings: engines.Settings{"model": name, "depth": depth}})
			if err != nil {
				t.Fatal(err)
			}
			choose := func() {
				if _, err := p.Choose(context.Background(), g); err != nil {
					t.Fatal(err)
				}
			}
			choose()
			if n := testing.AllocsPerRun(10, choose); n != 0 {
				t.Errorf("%s depth %s: %v allocations a move", name, depth, n)
			}
		}
	}
}

func BenchmarkSearch(b *testing.B) {
	m := modelNamed("classic")
	s := &searcher{eval: m.compile(m.space().Default())}
	g := startGame()
	pcg := engines.PCG(3)
	scatter(g, &pcg, 20)
	var nodes uint64
	b.ReportAllocs()
	for b.Loop() {
		v, err := s.think(context.Background(), g, 7)
		if err != nil {
			b.Fatal(err)
		}
		nodes += v.nodes
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
	b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
}

func BenchmarkEvaluateClassic(b *testing.B) {
	m := modelNamed("classic")
	e := m.compile(m.space().Default())
	g := startGame()
	pcg := engines.PCG(3)
	scatter(g, &pcg, 20)
	var sum int64
	for b.Loop() {
		sum += e.evaluate(g.own, g.opp)
	}
	_ = sum
}

// TestValueOfTheLastMove compares the values of moves that fill the board with scores counted by
// hand. They are those of the finished game, at every depth from 2 on, also if the other side passes.
func TestValueOfTheLastMove(t *testing.T) {
	for _, x := range []struct {
		position, move string
		score          float64 // of the side to move
	}{
		{"XXXXXXXXXXOXOOXX-OXOOXOXOOOOXOXXOOXXXXXXOOOOXXXOOXXOXXOOXXXXXOOO X", "a3", 24},
		{"OOOXXXXXOOOOXOX-OXOXOXXXOXOOOOXXOXOXOOXXOOXXOXOXOOOXXXOOXXXXOOOO X", "pass", -16},
	} {
		for _, depth := range []string{"2", "3", "4"} {
			e, err := New().With(engines.Settings{"depth": depth, "exact": "0"})
			if err != nil {
				t.Fatal(err)
			}
			g, err := e.ParseGame(x.position, 0)
			if err != nil {
				t.Fatal(err)
			}
			rated, err := e.(analysis.MoveEvaluator).EvaluateMoves(t.Context(), g, engines.Agent{})
			if err != nil || len(rated) != 1 {
				t.Fatal(rated, err)
			}
			if move := g.FormatMove(rated[0].Move); move != x.move || *rated[0].Value[0] != x.score {
				t.Errorf("depth %s, %s: %s has the value %v, not %s with %v", depth, x.position, move, *rated[0].Value[0], x.move, x.score)
			}
		}
	}
}
