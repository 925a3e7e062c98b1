package board

import (
	"context"
	"errors"
	"math/bits"
	"os"
	"testing"

	"github.com/lanista/lanista/tools/racetest"
)

// published lists the leaves of A. Bik's table and the positions reached, from
// the start position, by depth.
var published = []Count{
	{1, 1},
	{4, 4},
	{12, 12},
	{56, 56},
	{244, 244},
	{1396, 1396},
	{8200, 8200},
	{55092, 55092},
	{390216, 390216},
	{3005288, 3005288},
	{24571284, 24571056},
	{212258800, 212258216},
}

// TestPerft counts to depth 10, and with LANISTA_EXHAUSTIVE=1 to 11.
func TestPerft(t *testing.T) {
	t.Parallel()
	deepest := 10
	switch {
	case racetest.Enabled:
		deepest = 9
	case os.Getenv("LANISTA_EXHAUSTIVE") != "":
		deepest = 11
	}
	for depth, want := range published[:deepest+1] {
		got, err := Perft(context.Background(), StartOwn, StartOpp, depth)
		if err != nil || got != want {
			t.Errorf("Perft(%d) = %v, %v, want %v", depth, got, err, want)
		}
	}
}

// TestShortestGames counts the games that end after nine plies, all of them
// with one colour wiped out.
func TestShortestGames(t *testing.T) {
	var walk func(own, opp uint64, plies int) int
	walk = func(own, opp uint64, plies int) int {
		moves := Moves(own, opp)
		if moves == 0 && Moves(opp, own) == 0 {
			if own != 0 || FinalScore(own, opp) != -64 {
				t.Errorf("a game of %d plies ends with %d discs against %d", plies, bits.OnesCount64(own), bits.OnesCount64(opp))
			}
			return 1
		}
		if plies == 9 {
			return 0
		}
		if moves == 0 {
			return walk(opp, own, plies+1)
		}
		n := 0
		for ; moves != 0; moves &= moves - 1 {
			sq := bits.TrailingZeros64(moves)
			o, p := Play(own, opp, Flips(own, opp, sq), sq)
			n += walk(o, p, plies+1)
		}
		return n
	}
	if got := walk(StartOwn, StartOpp, 0); got != 228 {
		t.Errorf("%d games end within nine plies, want 228", got)
	}
}

func TestPerftOfPassAndEnd(t *testing.T) {
	over := uint64(1)
	for depth, want := range []Count{{1, 1}, {1, 0}, {1, 0}} {
		if got, _ := Perft(context.Background(), over, 0, depth); got != want {
			t.Errorf("ended game, depth %d: %v, want %v", depth, got, want)
		}
	}
	// White, to move, can not move; Black then plays c1 and the game is over.
	own, opp := uint64(1<<1), uint64(1)
	for depth, want := range []Count{{1, 1}, {1, 1}, {1, 1}, {1, 0}} {
		if got, _ := Perft(context.Background(), own, opp, depth); got != want {
			t.Errorf("pass, depth %d: %v, want %v", depth, got, want)
		}
	}
}

func TestPerftStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Perft(ctx, StartOwn, StartOpp, 30); !errors.Is(err, context.Canceled) {
		t.Errorf("Perft on a cancelled context: %v", err)
	}
	full := ^uint64(0) // the end of a game, far above the full depth
	if _, err := Perft(ctx, full, 0, 99); !errors.Is(err, context.Canceled) {
		t.Errorf("Perft beyond the length of a game: %v", err)
	}
}

func BenchmarkPerft(b *testing.B) {
	const depth = 10
	b.ReportAllocs()
	for b.Loop() {
		c, _ := Perft(context.Background(), StartOwn, StartOpp, depth)
		sink += c.Leaves
	}
	b.ReportMetric(float64(published[depth].Leaves)*float64(b.N)/b.Elapsed().Seconds()/1e6, "Mleaves/s")
}
