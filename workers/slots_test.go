//go:build !nobroker

package workers

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
)

// taskPlayer returns a function that plays a task of n pairings on a worker with the given slots.
func taskPlayer(t *testing.T, slots int, play arena) func(ctx context.Context, n int) *sharedTask {
	t.Helper()
	w := newWorker(nil, Player{Slots: slots, Open: opens(play)}, false, nil)
	return func(ctx context.Context, n int) *sharedTask {
		s := &sharedTask{
			ctx: ctx, active: &activeTask{task: task{Pairings: pairings(deals(n))}}, header: &receivedHeader{Header{Field: two}, "key"},
			records: make(records, n), slots: make([]int32, n),
		}
		one, err := w.slots.arenas.take(ctx, s.header)
		if err != nil {
			t.Error(err)
			return s
		}
		w.slots.play(s, one)
		w.slots.arenas.put(one)
		return s
	}
}

// All slots of a worker play pairings of its only task.
func TestSlotsShareTask(t *testing.T) {
	t.Parallel()
	const slots = 4
	var games, together atomic.Int64
	all := make(chan struct{})
	play := taskPlayer(t, slots, func(ctx context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
		if games.Add(1) <= 2 { // the first pairing must be short
			return parity(ctx, seats, seed)
		}
		if together.Add(1) == slots {
			close(all)
		}
		<-all
		return parity(ctx, seats, seed)
	})
	s := play(t.Context(), 20)
	for i, games := range s.records {
		if len(games) != 2 || games[0].Plies != i {
			t.Errorf("pairing %d: %v", i, games)
		}
	}
	if s.errors != nil || s.busy <= 0 {
		t.Errorf("%v, busy for %v", s.errors, s.busy)
	}
}

// A slot that helps with a task stops when another task waits.
func TestHelperYieldsToTask(t *testing.T) {
	t.Parallel()
	ctx, over := context.WithCancel(t.Context())
	defer over()
	var helped atomic.Bool
	var playing atomic.Int64
	play := taskPlayer(t, 2, func(ctx context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
		if n := playing.Add(1); n == 2 {
			helped.Store(true)
		} else if n > 2 {
			t.Error("more games are played at once than there are slots")
		}
		time.Sleep(100 * time.Microsecond)
		playing.Add(-1)
		return parity(ctx, seats, seed)
	})
	var long sync.WaitGroup
	long.Go(func() {
		for ctx.Err() == nil { // no slot helps with a task whose first pairing happens to take long
			play(ctx, 1000)
		}
	})
	for !helped.Load() {
		time.Sleep(time.Millisecond)
	}
	if s := play(t.Context(), 3); s.records[2] == nil {
		t.Error("the second task was not played")
	}
	over()
	long.Wait()
}

// No slot helps with long games, because a new task would wait for them.
func TestNoHelpWithLongGames(t *testing.T) {
	t.Parallel()
	var playing atomic.Int64
	play := taskPlayer(t, 2, func(ctx context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
		if playing.Add(1) > 1 {
			t.Error("two slots play")
		}
		time.Sleep(helpUnder)
		playing.Add(-1)
		return parity(ctx, seats, seed)
	})
	play(t.Context(), 2)
}

// A large header is stored on the server.
func TestLargeFieldIsStored(t *testing.T) {
	t.Parallel()
	field := []engines.Agent{{Name: "ann"}, {Name: strings.Repeat("bob", smallHeader)}}
	h := listening(t, Options{})
	work(t, h, Player{Slots: 1, Open: opens(arena(parity))})
	var n int
	for _, err := range tournament.Run(t.Context(), h.Executor("run"), field, deals(20), tournament.Options{}) {
		if err != nil {
			t.Fatal(err)
		}
		n++
	}
	info, err := h.js.Stream(t.Context(), headersStream)
	if err != nil || info.CachedInfo().State.Msgs == 0 || n != 20 {
		t.Errorf("%d results, %d parts of headers are stored, %v", n, info.CachedInfo().State.Msgs, err)
	}
	if c := info.CachedInfo().Config; c.Storage != jetstream.MemoryStorage || c.MaxBytes < maxHeader || c.MaxBytes > 200<<20 {
		t.Errorf("headers are kept in %v up to %d bytes", c.Storage, c.MaxBytes)
	}
}

// checkSampler selects the requested share of tasks and begins at a random one.
func TestEveryHundredthTaskIsChecked(t *testing.T) {
	t.Parallel()
	firsts := make(map[int]bool)
	for worker := range uint64(20) {
		turns := checkSampler{rng: engines.Rand(worker)}
		n, last := 0, 0
		for task := range 1000 {
			if !turns.next(0.01) {
				continue
			}
			if n++; n == 1 {
				firsts[task] = true
			} else if task-last >= 200 {
				t.Errorf("no task of %d is checked", task-last)
			}
			last = task
		}
		if n != 10 {
			t.Errorf("%d of 1,000 tasks are checked", n)
		}
	}
	if len(firsts) < 10 {
		t.Errorf("the first checks are of tasks %v", firsts)
	}
	for _, share := range []float64{1, 0.7, 0.5, 0} {
		turns, n := checkSampler{rng: engines.Rand(1)}, 0
		for range 1000 {
			if turns.next(share) {
				n++
			}
		}
		if want := int(1000 * share); n < want-1 || n > want+1 {
			t.Errorf("%d of 1,000 tasks are checked with a share of %v", n, share)
		}
	}
}
