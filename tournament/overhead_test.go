//go:build unix

package tournament

import (
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tools/racetest"
)

// cpu returns the processor time that this process has used.
func cpu(t testing.TB) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// playAll plays a schedule and returns the standings.
func playAll(t testing.TB, arena engines.Arena, agents int, s Schedule, workers int) Table {
	t.Helper()
	names := make([]string, agents)
	standings := newStandings(t, StandingsOptions{}, names...)
	for r, err := range Run(t.Context(), Local{arena, workers}, fieldOf(agents), s, Options{}) {
		if err != nil {
			t.Fatal(err)
		}
		if err := standings.Add(r); err != nil {
			t.Fatal(err)
		}
	}
	return standings.Table()
}

// sortTime returns the processor time of sorting 2^16 random numbers, as a measure of the speed of the
// machine. It is about 5 ms on a usual one.
func sortTime(t testing.TB) time.Duration {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	numbers := make([]uint64, 1<<16)
	for i := range numbers {
		numbers[i] = rng.Uint64()
	}
	start := cpu(t)
	slices.Sort(numbers)
	return cpu(t) - start
}

// Running games and computing standings costs less than a microsecond of processor time per game, which
// is 2% of a game of 50 microseconds, and proportionally more on a machine that is slower than usual.
// It is half a microsecond on an idle machine. The best of ten attempts counts.
func TestOverhead(t *testing.T) {
	if racetest.Enabled {
		t.Skip("the race detector's own cost")
	}
	const games, limit = 100_000, 1000.0
	s := roundRobin(t, 10, games/90)
	best := math.Inf(1)
	for range 10 {
		before, start := sortTime(t), cpu(t)
		playAll(t, arenaFunc(quick), 10, s, 2)
		game := float64(cpu(t)-start) / float64(2*s.Len())
		slower := max(1, float64(before+sortTime(t))/float64(2*5*time.Millisecond))
		t.Logf("%.0f ns a game on a machine that takes %.2f times as long as usual", game, slower)
		if best = min(best, game/slower); best < limit {
			break
		}
	}
	if best > limit {
		t.Errorf("%.0f ns of processor time a game, more than %v", best, limit)
	}
}

// spin plays a game that takes about 20 microseconds of processor time.
func spin(_ context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
	for range 1500 {
		seed = engines.Seed(seed, 1, 2, 3, 4)
	}
	return engines.Record{Outcome: engines.Winner(len(seats), int(seed%2))}, nil
}

// BenchmarkOverhead reports how much processor time Run and the standings add to games of about 20
// microseconds, as a share of the games' own time.
func BenchmarkOverhead(b *testing.B) {
	s := roundRobin(b, 10, 100)
	seats := fieldOf(2)
	var alone, run time.Duration
	for b.Loop() {
		start := cpu(b)
		for i := range s.Len() {
			p := s.At(i)
			for range p.Games {
				if _, err := spin(b.Context(), seats, p.Seed); err != nil {
					b.Fatal(err)
				}
			}
		}
		middle := cpu(b)
		playAll(b, arenaFunc(spin), 10, s, 2)
		alone += middle - start
		run += cpu(b) - middle
	}
	b.ReportMetric(100*(float64(run)/float64(alone)-1), "%overhead")
	b.ReportMetric(float64(alone.Nanoseconds())/float64(b.N*2*s.Len()), "ns/game")
}

// Memory does not grow with the number of pairings.
func TestMemoryIsBounded(t *testing.T) {
	s := lazySchedule(t, 300_000/racetest.Effort)
	before, after := playInMemory(t, s)
	t.Logf("%d pairings: %d MB before, %d MB in use at most", s.Len(), before>>20, after>>20)
	if after-before > 32<<20 {
		t.Errorf("%d MB for %d pairings", (after-before)>>20, s.Len())
	}
}

// BenchmarkTenMillionPairings reports the memory of a tournament of ten million
// pairings.
func BenchmarkTenMillionPairings(b *testing.B) {
	s := lazySchedule(b, 10_000_000)
	var most uint64
	for b.Loop() {
		_, after := playInMemory(b, s)
		most = max(most, after)
	}
	b.ReportMetric(float64(most>>20), "MB")
}

func lazySchedule(t testing.TB, pairings int) Schedule {
	t.Helper()
	s, err := RoundRobin(RoundRobinOptions{Agents: 16, Play: Play{Cycles: pairings / 120, Orders: TurnedSeats, Deals: IndependentDeals}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// playInMemory plays a schedule. It returns the memory that the runtime has obtained from the system
// before and after it.
func playInMemory(t testing.TB, s Schedule) (before, after uint64) {
	t.Helper()
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	before = m.Sys
	if table := playAll(t, arenaFunc(quick), 16, s, 4); table.Pairings != s.Len() {
		t.Errorf("%d pairings of %d", table.Pairings, s.Len())
	}
	runtime.ReadMemStats(&m)
	return before, m.Sys
}
