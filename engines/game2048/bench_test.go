package game2048

import (
	"fmt"
	"testing"

	"github.com/lanista/lanista/engines"
)

// A whole game at one ply, by the referee: moves per second.
func BenchmarkGame(b *testing.B) {
	for _, depth := range []string{"1", "2", "3"} {
		b.Run("depth="+depth, func(b *testing.B) {
			a, err := engines.NewArena(New(), engines.ArenaOptions{})
			if err != nil {
				b.Fatal(err)
			}
			a = a.(engines.PerGoroutine).Fork()
			agent := []engines.Agent{{Settings: engines.Settings{"depth": depth}, Weights: engines.Weights{4, 4, 2, 0.3, 3}}}
			plies, score := 0, 0.0
			for i := 0; b.Loop(); i++ {
				r, err := a.Play(b.Context(), agent, uint64(i))
				if err != nil {
					b.Fatal(err)
				}
				plies += r.Plies
				s, _ := r.Outcome.Score(0)
				score += s
			}
			b.ReportMetric(float64(plies)/b.Elapsed().Seconds(), "moves/s")
			b.ReportMetric(score/float64(b.N), "score")
			b.ReportMetric(0, "ns/op")
		})
	}
}

func BenchmarkChoose(b *testing.B) {
	v, err := parseView("2,4,8,./.,16,32,2/4,2,64,128/.,.,2,256 0 0")
	if err != nil {
		b.Fatal(err)
	}
	for depth := 1; depth <= 3; depth++ {
		b.Run(fmt.Sprint("depth=", depth), func(b *testing.B) {
			p := newPlayer(space.Default(), depth)
			for b.Loop() {
				if _, err := p.Choose(b.Context(), &v); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
