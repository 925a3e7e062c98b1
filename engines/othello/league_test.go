package othello

import (
	"context"
	"math"
	"os"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tools/racetest"
)

// leagueSettings is the protocol of the Othello League.
var leagueSettings = engines.Settings{"model": "wpc", "depth": "1", "exact": "0", "epsilon": "0.1", "ties": "random"}

func leagueAgent(t testing.TB, table string) engines.Agent {
	t.Helper()
	for _, known := range squareTables() {
		if known.name == table {
			return engines.Agent{Name: table, Weights: known.weights, Settings: leagueSettings}
		}
	}
	t.Fatalf("no table %s", table)
	return engines.Agent{}
}

func leagueEngine(t testing.TB) engines.Engine {
	e, err := New().With(engines.Settings{"random_plies": "0"})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// forkedArena is the referee of one goroutine.
func forkedArena(t testing.TB, e engines.Engine) engines.Arena {
	t.Helper()
	arena, err := engines.NewArena(e, engines.ArenaOptions{})
	if err != nil {
		t.Fatal(err)
	}
	fork := arena.(engines.PerGoroutine).Fork()
	t.Cleanup(func() { _ = engines.Close(fork) })
	return fork
}

// doubleGames returns the share of the points that a takes from b in pairs of
// games with colours swapped.
func doubleGames(t testing.TB, e engines.Engine, a, b engines.Agent, pairs int, seed uint64) float64 {
	arena := forkedArena(t, e)
	points := 0.0
	for i := range 2 * pairs {
		seats := []engines.Agent{a, b}
		if i&1 == 1 {
			seats[0], seats[1] = b, a
		}
		r, err := arena.Play(context.Background(), seats, engines.Seed(seed, uint64(i)))
		if err != nil || r.Forfeit != nil {
			t.Fatal(err, r.Forfeit)
		}
		points += r.Outcome.Points(i & 1)
	}
	return points / float64(2*pairs)
}

// TestLeague reproduces scores of the published tables that were measured with
// another program over 50,000 double games each: here over 1,500, with
// LANISTA_EXHAUSTIVE=1 over 20,000. The tolerance is about four standard errors.
func TestLeague(t *testing.T) {
	t.Parallel()
	pairs, tolerance := 1_500/racetest.Effort, 0.022*math.Sqrt(racetest.Effort)
	if os.Getenv("LANISTA_EXHAUSTIVE") != "" {
		pairs, tolerance = 20_000/racetest.Effort, 0.006*math.Sqrt(racetest.Effort)
	}
	for _, tt := range []struct {
		a, b string
		want float64
	}{
		{"LR06", "SWH", 0.5435},
		{"SJK11", "SWH", 0.481},
		{"SWH", "random", 0.805},
	} {
		b := engines.Agent{Name: "random", Player: "random"}
		if tt.b != "random" {
			b = leagueAgent(t, tt.b)
		}
		got := doubleGames(t, leagueEngine(t), leagueAgent(t, tt.a), b, pairs, 1)
		if math.Abs(got-tt.want) > tolerance {
			t.Errorf("%s against %s: %.4f, want %.4f +- %.4f", tt.a, tt.b, got, tt.want, tolerance)
		}
		t.Logf("%s against %s: %.4f", tt.a, tt.b, got)
	}
}

// BenchmarkLeagueGame plays games between one-ply players with the referee.
func BenchmarkLeagueGame(b *testing.B) {
	arena := forkedArena(b, leagueEngine(b))
	seats := []engines.Agent{leagueAgent(b, "LR06"), leagueAgent(b, "SWH")}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, err := arena.Play(context.Background(), seats, uint64(i)); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
}

// BenchmarkOnePlyGame plays the same games with the players alone.
func BenchmarkOnePlyGame(b *testing.B) {
	e := with(b)
	var players [2]*player
	for i, name := range []string{"LR06", "SWH"} {
		p, err := newPlayer(e, leagueAgent(b, name))
		if err != nil {
			b.Fatal(err)
		}
		players[i] = p
	}
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		for seat, p := range players {
			if err := p.Start(context.Background(), engines.Seating{Seat: seat, Seats: 2, Seed: uint64(i)}); err != nil {
				b.Fatal(err)
			}
		}
		g := startGame()
		for !g.over {
			m, err := players[g.turn].Choose(context.Background(), g)
			if err != nil {
				b.Fatal(err)
			}
			if err := g.Apply(m); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "games/s")
}
