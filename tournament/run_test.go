package tournament

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"github.com/lanista/lanista/engines"
)

// arenaFunc is an arena that calls a function to play a game.
type arenaFunc func(ctx context.Context, seats []engines.Agent, seed uint64) (engines.Record, error)

func (f arenaFunc) Play(ctx context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
	return f(ctx, seats, seed)
}

// coin lets the seed decide.
func coin(_ context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
	switch u := engines.Seed(seed, engines.Purpose(seats[0].Name)) % 5; u {
	case 0:
		return engines.Record{Outcome: engines.Draw(len(seats))}, nil
	case 1, 2:
		return engines.Record{Outcome: engines.Winner(len(seats), 0)}, nil
	case 3:
		return engines.ForfeitRecord(len(seats), engines.Forfeit{Seat: 1, Reason: "no more coins"}), nil
	default:
		return engines.Record{Outcome: engines.Winner(len(seats), 1)}, nil
	}
}

// byOutcome lets cmp compare outcomes.
var byOutcome = cmpopts.EquateComparable(engines.Outcome{})

func fieldOf(n int) []engines.Agent {
	field := make([]engines.Agent, n)
	for i := range field {
		field[i].Name = fmt.Sprintf("agent %d", i)
	}
	return field
}

func roundRobin(t testing.TB, agents, cycles int) Schedule {
	t.Helper()
	s, err := RoundRobin(RoundRobinOptions{Agents: agents, Play: Play{Cycles: cycles, Seed: 1}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// settled waits until there are no more goroutines than before a test, and reports an error if this
// takes too long.
func settled(t *testing.T, before int) {
	t.Helper()
	for range 4000 { // twenty seconds
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
}

func collect(ctx context.Context, x Executor, n int, s Schedule, o Options) (results []Result, err error) {
	for r, e := range Run(ctx, x, fieldOf(n), s, o) {
		if e != nil {
			err = e
			continue
		}
		results = append(results, r)
	}
	return results, err
}

func TestRunIsTheSameForAnyWorkers(t *testing.T) {
	s := roundRobin(t, 7, 20)
	var first []Result
	for _, workers := range []int{1, 2, 7} {
		got, err := collect(t.Context(), Local{arenaFunc(coin), workers}, 7, s, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if len(got) != s.Len() {
			t.Fatalf("%d workers: %d results of %d", workers, len(got), s.Len())
		}
		if first == nil {
			first = got
		} else if diff := cmp.Diff(first, got, byOutcome); diff != "" {
			t.Errorf("%d workers differ from 1:\n%s", workers, diff)
		}
	}
}

// forked is an arena that counts its copies. Every worker makes one.
type forked struct {
	arenaFunc
	copies *atomic.Int64
}

func (f forked) Fork() engines.Arena {
	f.copies.Add(1)
	return f
}

// Run starts no more workers than there are pairings, even if a million are requested.
func TestRunHiresNoIdleWorkers(t *testing.T) {
	arena := forked{coin, new(atomic.Int64)}
	got, err := collect(t.Context(), Local{arena, 1_000_000}, 3, roundRobin(t, 3, 1), Options{})
	if err != nil || len(got) != 3 {
		t.Fatalf("%d results, %v", len(got), err)
	}
	if n := arena.copies.Load(); n > 3 {
		t.Errorf("%d workers for 3 pairings", n)
	}
}

// Results are yielded in the order of the schedule, although some early games take longest.
func TestRunKeepsScheduleOrder(t *testing.T) {
	var finished atomic.Int64
	slow := arenaFunc(func(ctx context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
		if n := finished.Add(1); n%5 == 1 {
			time.Sleep(3 * time.Millisecond)
		}
		return coin(ctx, seats, seed)
	})
	got, err := collect(t.Context(), Local{slow, 7}, 6, roundRobin(t, 6, 5), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range got {
		if r.Index != i {
			t.Fatalf("result %d has index %d", i, r.Index)
		}
	}
}

// Results of short games are delivered while later games of the same range of jobs take long.
func TestRunHoldsNoResultBack(t *testing.T) {
	s := roundRobin(t, 10, 20)
	var played, told atomic.Int64
	const patience = 2 * time.Minute // for the goroutine that receives results, on a machine with other work
	arena := arenaFunc(func(_ context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
		n := played.Add(1)
		if n > 1600 {
			time.Sleep(time.Millisecond)
		}
		for start := time.Now(); n > 1700 && n-2*told.Load() > 60 && !t.Failed(); time.Sleep(time.Millisecond) {
			if time.Since(start) > patience {
				t.Errorf("%d of %d games are held back", n-2*told.Load(), n)
			}
		}
		return coin(t.Context(), seats, seed)
	})
	got, err := collect(t.Context(), Local{arena, 1}, 10, s, Options{Finished: func(Result) { told.Add(1) }})
	if err != nil || len(got) != s.Len() {
		t.Fatalf("%d results, %v", len(got), err)
	}
}

func TestRunSeatsEverybody(t *testing.T) {
	s, err := RoundRobin(RoundRobinOptions{Agents: 3, Seats: 3})
	if err != nil {
		t.Fatal(err)
	}
	var seen []string
	arena := arenaFunc(func(_ context.Context, seats []engines.Agent, _ uint64) (engines.Record, error) {
		seen = append(seen, seats[0].Name[6:]+seats[1].Name[6:]+seats[2].Name[6:])
		return engines.Record{Outcome: engines.Places(1, 2, 3)}, nil
	})
	got, err := collect(t.Context(), Local{arena, 1}, 3, s, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"012", "120", "201"}; !slices.Equal(seen, want) {
		t.Errorf("seated %v, want %v", seen, want)
	}
	for k := range 3 {
		if p := got[0].Points(k); p != 0.5 {
			t.Errorf("agent %d made %v points, having been in every seat", k, p)
		}
	}
}

// If the context is cancelled, Run yields the finished results in order and then the context's
// error. All goroutines end.
func TestRunCancelled(t *testing.T) {
	before := runtime.NumGoroutine()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	var played atomic.Int64
	arena := arenaFunc(func(ctx context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
		if played.Add(1) > 100 {
			cancel()
			<-ctx.Done()
			return engines.Record{}, fmt.Errorf("stopped: %w", ctx.Err())
		}
		return coin(ctx, seats, seed)
	})
	s := roundRobin(t, 5, 100)
	got, err := collect(ctx, Local{arena, 3}, 5, s, Options{})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("the last value is %v", err)
	}
	// Three games at most were cut short; a pair that lost one of its games is no result.
	if len(got) < 45 || len(got) > 50 {
		t.Errorf("%d results of 100 games", len(got))
	}
	whole, err := collect(t.Context(), Local{arenaFunc(coin), 1}, 5, s, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range got {
		if i > 0 && r.Index <= got[i-1].Index {
			t.Fatalf("index %d after %d", r.Index, got[i-1].Index)
		}
		if diff := cmp.Diff(whole[r.Index], r, byOutcome); diff != "" {
			t.Fatalf("result %d:\n%s", r.Index, diff)
		}
	}
	settled(t, before)
}

func TestRunCancelledBefore(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	got, err := collect(ctx, Local{arenaFunc(coin), 2}, 5, roundRobin(t, 5, 1), Options{})
	if len(got) != 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("%d results, %v", len(got), err)
	}
}

// The callback Finished receives every result once, not later than the loop over the results.
func TestRunTellsTheJournal(t *testing.T) {
	s := roundRobin(t, 6, 10)
	var mu sync.Mutex
	told := make(map[int]Result)
	journal := func(r Result) {
		mu.Lock()
		defer mu.Unlock()
		if _, twice := told[r.Index]; twice {
			t.Errorf("told of pairing %d twice", r.Index)
		}
		told[r.Index] = r
	}
	for r, err := range Run(t.Context(), Local{arenaFunc(coin), 3}, fieldOf(6), s, Options{Finished: journal}) {
		if err != nil {
			t.Fatal(err)
		}
		mu.Lock()
		if diff := cmp.Diff(r, told[r.Index], byOutcome); diff != "" {
			t.Errorf("pairing %d:\n%s", r.Index, diff)
		}
		mu.Unlock()
	}
	if len(told) != s.Len() {
		t.Errorf("told of %d results of %d", len(told), s.Len())
	}
}

func TestRunNamesTheFailure(t *testing.T) {
	before := runtime.NumGoroutine()
	s := roundRobin(t, 4, 10)
	bad := s.At(17).Seed
	for name, c := range map[string]struct {
		arena arenaFunc
		text  string
	}{
		"error": {func(context.Context, []engines.Agent, uint64) (engines.Record, error) {
			return engines.Record{}, errors.New("the table broke")
		}, "the table broke"},
		"panic": {func(context.Context, []engines.Agent, uint64) (engines.Record, error) {
			panic("the roof fell in")
		}, "the arena panicked: the roof fell in"},
		"no places": {func(context.Context, []engines.Agent, uint64) (engines.Record, error) {
			return engines.Record{}, nil
		}, "an outcome of 0 seats for 2 agents"},
		"nobody's forfeit": {func(context.Context, []engines.Agent, uint64) (engines.Record, error) {
			return engines.Record{Outcome: engines.Draw(2), Forfeit: &engines.Forfeit{Seat: 2}}, nil
		}, "a forfeit of seat 2 of 2"},
	} {
		t.Run(name, func(t *testing.T) {
			arena := arenaFunc(func(ctx context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
				if seed == bad && seats[0].Name == fieldOf(4)[s.At(17).Agents[0]].Name {
					return c.arena(ctx, seats, seed)
				}
				return coin(ctx, seats, seed)
			})
			got, err := collect(t.Context(), Local{arena, 1}, 4, s, Options{})
			if err == nil || !strings.HasPrefix(err.Error(), "tournament: pairing ") || !strings.HasSuffix(err.Error(), " failed twice: game 1: "+c.text) {
				t.Fatalf("%v", err)
			}
			failed := s.Len() // the first that is missing
			for i, r := range got {
				if r.Index != i {
					failed = i
					break
				}
			}
			p := s.At(failed)
			if want := fmt.Sprintf("tournament: pairing %d (agent %d, agent %d)", failed+1, p.Agents[0], p.Agents[1]); p.Seed != bad || !strings.HasPrefix(err.Error(), want) {
				t.Errorf("%v, want %s", err, want)
			}
		})
	}
	settled(t, before)
}

func TestRunRefusesPairings(t *testing.T) {
	for name, p := range map[string]Pairing{
		"no agents": {Games: 1}, "unknown agent": {Agents: []int{0, 2}, Games: 1}, "no games": {Agents: []int{0, 1}},
		"too many": {Agents: make([]int, engines.MaxSeats+1), Games: 1},
	} {
		if _, err := collect(t.Context(), Local{arenaFunc(coin), 1}, 2, Pairings{p}, Options{}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if _, err := collect(t.Context(), Local{arenaFunc(coin), -1}, 2, Pairings{}, Options{}); err == nil {
		t.Error("-1 workers: no error")
	}
	if got, err := collect(t.Context(), Local{arenaFunc(coin), 3}, 2, Pairings{}, Options{}); err != nil || len(got) != 0 {
		t.Errorf("an empty schedule: %v, %v", got, err)
	}
}

// If the caller leaves the loop, by break or by panic, all goroutines end.
func TestRunLeftEarly(t *testing.T) {
	before := runtime.NumGoroutine()
	blocking := arenaFunc(func(ctx context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
		if seed%3 == 0 {
			<-ctx.Done()
			return engines.Record{}, ctx.Err()
		}
		return coin(ctx, seats, seed)
	})
	s, err := RoundRobin(RoundRobinOptions{Agents: 5, Play: Play{Cycles: 1000, Deals: IndependentDeals, Seed: 4}})
	if err != nil {
		t.Fatal(err)
	}
	for range Run(t.Context(), Local{blocking, 8}, fieldOf(5), s, Options{}) {
		break
	}
	settled(t, before)
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the panic was lost")
			}
		}()
		for range Run(t.Context(), Local{arenaFunc(coin), 8}, fieldOf(5), s, Options{}) {
			panic("in the body of the loop")
		}
	}()
	settled(t, before)
}

func TestRunSkips(t *testing.T) {
	s := roundRobin(t, 6, 30)
	skip := func(i int) bool { return i%3 != 1 || i > 400 }
	whole, err := collect(t.Context(), Local{arenaFunc(coin), 1}, 6, s, Options{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := collect(t.Context(), Local{arenaFunc(coin), 4}, 6, s, Options{Skip: skip})
	if err != nil {
		t.Fatal(err)
	}
	var want []Result
	for i, r := range whole {
		if !skip(i) {
			want = append(want, r)
		}
	}
	if diff := cmp.Diff(want, got, byOutcome); diff != "" {
		t.Error(diff)
	}
}
