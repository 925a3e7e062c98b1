package risk

import (
	"context"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/search"
)

// midgame plays a game at depth 1 and keeps its positions at the first attack
// of each turn.
func midgame(tb testing.TB, e engines.Engine, seats int, seed uint64) []*game {
	tb.Helper()
	p, err := e.NewPlayer(context.Background(), engines.Agent{Settings: engines.Settings{"depth": "1"}})
	if err != nil {
		tb.Fatal(err)
	}
	ng, err := e.NewGame(seats, seed)
	if err != nil {
		tb.Fatal(err)
	}
	g := ng.(*game)
	var kept []*game
	for !g.Over() {
		if g.draft == 0 && g.state.left == g.table.attacks {
			c := *g
			kept = append(kept, &c)
		}
		m, err := p.Choose(context.Background(), g)
		if err != nil {
			tb.Fatal(err)
		}
		if err := g.Apply(m); err != nil {
			tb.Fatal(err)
		}
	}
	return kept
}

// benchmarkGameSeeds is the number of games from which benchmarks take positions.
// With the positions of 4 games the processor predicts their branches, and code that branches on
// owners or units seems faster than it is in games.
const benchmarkGameSeeds = uint64(200)

func benchmarkTree(b *testing.B, seats, depth int, f filter) {
	var games []*game
	for seed := range benchmarkGameSeeds {
		games = append(games, midgame(b, New(), seats, seed)...)
	}
	p := newPlayer(agent{weights: features{1, 1, 1, 1}, scale: 1, depth: depth, filter: f})
	nodes, decisions, before := uint64(0), 0, cpuTime()
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		g := games[i%len(games)]
		g.state.copyTo(&p.root, g.table.board.n)
		p.tree.attacks = g.table.attacks
		p.tree.setSeat(g.table.board, &p.root, p.root.turn)
		r, err := p.look.AlphaBeta(context.Background(), &p.root, g.Turn(), search.Limits{Depth: depth})
		if err != nil {
			b.Fatal(err)
		}
		nodes += r.Nodes
		decisions++
	}
	spent := cpuTime() - before
	b.ReportMetric(float64(spent.Nanoseconds())/float64(nodes), "cpu-ns/node")
	b.ReportMetric(float64(nodes)/spent.Seconds(), "nodes/cpu-s")
	b.ReportMetric(float64(nodes)/float64(decisions), "nodes/move")
}

func BenchmarkTree(b *testing.B) {
	strong, all := filter{minDiff: 3, weakest: true}, filter{minDiff: 1}
	b.Run("depth=5/diff=3/weakest", func(b *testing.B) { benchmarkTree(b, 2, 5, strong) })
	b.Run("depth=4/diff=1", func(b *testing.B) { benchmarkTree(b, 2, 4, all) })
	b.Run("depth=5/diff=1", func(b *testing.B) { benchmarkTree(b, 2, 5, all) })
	b.Run("depth=1/diff=1", func(b *testing.B) { benchmarkTree(b, 2, 1, all) })
	b.Run("depth=3/diff=1/seats=3", func(b *testing.B) { benchmarkTree(b, 3, 3, all) })
}

func benchmarkGames(b *testing.B, seats int, settings engines.Settings) {
	e, err := New().With(settings)
	if err != nil {
		b.Fatal(err)
	}
	base, err := engines.NewArena(e, engines.ArenaOptions{})
	if err != nil {
		b.Fatal(err)
	}
	arena := base.(engines.PerGoroutine).Fork()
	agents := make([]engines.Agent, seats)
	first, before := 0.0, cpuTime()
	b.ReportAllocs()
	i := 0
	for ; b.Loop(); i++ {
		r, err := arena.Play(context.Background(), agents, uint64(i))
		if err != nil || r.Forfeit != nil {
			b.Fatal(err, r.Forfeit)
		}
		first += r.Outcome.Points(0)
	}
	b.ReportMetric(float64(b.N)/(cpuTime()-before).Seconds(), "games/cpu-s")
	b.ReportMetric(first/float64(b.N), "seat0")
}

func BenchmarkGame(b *testing.B) {
	b.Run("depth=1", func(b *testing.B) { benchmarkGames(b, 2, engines.Settings{"depth": "1"}) })
	b.Run("depth=2", func(b *testing.B) { benchmarkGames(b, 2, engines.Settings{"depth": "2"}) })
	b.Run("depth=1/strong", func(b *testing.B) {
		benchmarkGames(b, 2, engines.Settings{"depth": "1", "min_diff": "3", "weakest_only": "true"})
	})
	b.Run("depth=1/seats=4", func(b *testing.B) { benchmarkGames(b, 4, engines.Settings{"depth": "1"}) })
}

func BenchmarkDraft(b *testing.B) {
	var games []*game
	for seed := range benchmarkGameSeeds {
		games = append(games, midgame(b, New(), 2, seed)...)
	}
	var d drafter
	before, placed := cpuTime(), 0
	i := 0
	for ; b.Loop(); i++ {
		s := &games[i%len(games)].state
		p := s.next(s.turn)
		placed += len(d.draft(s, p, int32(s.count[p])))
	}
	b.ReportMetric(float64((cpuTime()-before).Nanoseconds())/float64(i), "cpu-ns/node")
	b.ReportMetric(float64(placed)/float64(i), "territories")
}
