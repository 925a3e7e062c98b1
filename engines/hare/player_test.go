package hare

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/lanista/lanista/engines"
)

// middles are positions from the middle of games between shallow players.
func middles(t testing.TB, e *Engine, seats, count int) []State {
	t.Helper()
	p, err := e.NewPlayer(engines.Agent{Settings: engines.Settings{"depth": "1", "hares": "none"}})
	if err != nil {
		t.Fatal(err)
	}
	r := engines.Rand(3)
	var out []State
	for seed := uint64(0); len(out) < count; seed++ {
		g, err := e.NewGame(seats, seed)
		if err != nil {
			t.Fatal(err)
		}
		for ply := 0; ply < 25*seats && !g.Over(); ply++ {
			if ply > 3*seats && r.IntN(6) == 0 && len(out) < count {
				out = append(out, g.(*Table).state)
			}
			m, err := p.Choose(context.Background(), g)
			if moves := g.Moves(nil); r.IntN(5) == 0 {
				m = moves[r.IntN(len(moves))]
			}
			if err != nil {
				t.Fatal(err)
			}
			if err := g.Apply(m); err != nil {
				t.Fatal(err)
			}
		}
	}
	return out
}

func searcher(t testing.TB, e *Engine, s engines.Settings) *Player {
	t.Helper()
	p, err := e.player(engines.Agent{Settings: s})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// BenchmarkDepth8 reports the median time and the rate of searches of 8 moves
// with the widths of the article.
func BenchmarkDepth8(b *testing.B) {
	e := with(b, nil)
	states := middles(b, e, 2, 200)
	for _, c := range []engines.Settings{
		{"rule": "abs", "hares": "none", "pruning": "none"},
		{"rule": "abs", "hares": "none", "pruning": "article"},
		{"rule": "rel", "hares": "none", "pruning": "exact"},
		{"rule": "rel", "hares": "expect", "pruning": "exact"},
	} {
		c["depth"], c["width"] = "8", "0,0,8,8,4"
		p := searcher(b, e, c)
		b.Run(fmt.Sprintf("%s-%s-%s", c["rule"], c["hares"], c["pruning"]), func(b *testing.B) {
			b.ReportAllocs()
			var times []time.Duration
			nodes := uint64(0)
			for i := 0; b.Loop(); i++ {
				start := time.Now()
				r, err := p.search(context.Background(), &states[i%len(states)])
				if err != nil {
					b.Fatal(err)
				}
				times = append(times, time.Since(start))
				nodes += r.Nodes
			}
			slices.Sort(times)
			b.ReportMetric(float64(times[len(times)/2].Microseconds())/1000, "ms-median")
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
			b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
		})
	}
}
