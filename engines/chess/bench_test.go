package chess

import (
	"context"
	"testing"

	"github.com/lanista/lanista/engines"
)

// BenchmarkRefereedPly is a ply of random play as the referee has it: the moves, the
// choice, finding and making the move, and whether the game is over.
func BenchmarkRefereedPly(b *testing.B) {
	e := New()
	plies := 0
	var moves []engines.Move
	for seed := uint64(0); plies < b.N; seed++ {
		b.StopTimer()
		g, err := e.NewGame(2, seed)
		if err != nil {
			b.Fatal(err)
		}
		rng := engines.Rand(seed)
		b.StartTimer()
		for ; !g.Over() && plies < b.N; plies++ {
			moves = g.Moves(moves[:0])
			if err := g.Apply(moves[rng.IntN(len(moves))]); err != nil {
				b.Fatal(err)
			}
		}
	}
}

func BenchmarkGame(b *testing.B) {
	for _, depth := range []string{"1", "2", "3"} {
		b.Run("depth="+depth, func(b *testing.B) {
			e, err := New().With(engines.Settings{"depth": depth})
			if err != nil {
				b.Fatal(err)
			}
			arena, err := engines.NewArena(e, engines.ArenaOptions{})
			if err != nil {
				b.Fatal(err)
			}
			plies := 0
			for i := range b.N {
				r, err := arena.Play(context.Background(), make([]engines.Agent, 2), uint64(i))
				if err != nil {
					b.Fatal(err)
				}
				plies += r.Plies
			}
			b.ReportMetric(float64(plies)/float64(b.N), "plies/game")
		})
	}
}
