package workers

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
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
	synctest.Test(t, func(t *testing.T) { // on a busy machine, the first pairing would sometimes be too long for help
		const slots = 4
		var games, together atomic.Int64
		all := make(chan struct{})
		play := taskPlayer(t, slots, func(ctx context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
			time.Sleep(time.Millisecond)
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
		if s.errors != nil || s.busy != 40*time.Millisecond {
			t.Errorf("%v, busy for %v", s.errors, s.busy)
		}
	})
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

// slotsOf returns a pool of n slots whose arena is play, and a function that returns tasks for it. The
// seeds of a task begin with from, and its pairings are number 10 and the next of the batch.
func slotsOf(ctx context.Context, n int, play arena) (p *slotPool, newTask func(pairings, from int) *sharedTask) {
	p = newSlotPool(n, newArenaCache(opens(play)))
	return p, func(pairings, from int) *sharedTask {
		one := task{From: 10, To: 10 + pairings}
		for i := range pairings {
			one.Pairings = append(one.Pairings, tournament.Pairing{Agents: []int{0, 1}, Games: 1, Seed: uint64(from + i)})
		}
		return &sharedTask{
			ctx: ctx, active: &activeTask{task: one}, header: &receivedHeader{Header{Field: two}, "key"},
			records: make(records, pairings), slots: make([]int32, pairings),
		}
	}
}

// Free slots help with a task if its first pairing is short, no programs play, and more are left.
func TestSlotsHelp(t *testing.T) {
	t.Parallel()
	const short = helpUnder - 1
	for _, c := range []struct {
		slots, pairings int
		long            time.Duration // of a pairing
		programs        bool
		took            time.Duration
		quick           string
	}{
		{1, 3, short, false, 3 * short, "key"},
		{2, 3, short, false, 2 * short, "key"},
		{3, 3, short, false, 2 * short, "key"},
		{3, 4, short, false, 2 * short, "key"},
		{2, 3, helpUnder, false, 3 * helpUnder, ""},
		{2, 3, short, true, 3 * short, ""},
		{2, 1, short, false, short, ""},
		{2, 2, short, false, 2 * short, "key"},
	} {
		synctest.Test(t, func(t *testing.T) {
			p, newTask := slotsOf(t.Context(), c.slots, func(ctx context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
				waitFor(ctx, c.long)
				return parity(ctx, seats, seed)
			})
			s := newTask(c.pairings, 0)
			s.active.programs.Store(c.programs)
			arena := must(p.arenas.take(s.ctx, s.header))
			start := time.Now()
			p.play(s, arena)
			if took := time.Since(start); took != c.took || s.busy != time.Duration(c.pairings)*c.long || p.quick != c.quick || p.waiting != 0 || len(p.tasks) != 0 {
				t.Errorf("%+v: it takes %v, %v busy, quick %q, %d wait, %d tasks", c, took, s.busy, p.quick, p.waiting, len(p.tasks))
			}
			used := make(map[int32]int)
			for i, slot := range s.slots {
				used[slot]++
				if len(s.records[i]) != 1 || s.records[i][0].Plies != i {
					t.Errorf("%+v: pairing %d is %v", c, i, s.records[i])
				}
			}
			least, most := int((s.busy+c.took-1)/c.took), 1
			if c.quick != "" { // a helper may take a pairing before the slot of the task does
				most = min(c.slots, c.pairings)
			}
			if s.slots[0] != 0 || len(used) < least || len(used) > most {
				t.Errorf("%+v: slots %v play", c, s.slots)
			}
			if slices.Sort(p.free); !slices.Equal(p.free, []int{0, 1, 2}[:c.slots]) {
				t.Errorf("%+v: slots %v are free", c, p.free)
			}
			p.arenas.put(arena)
			p.recordTime(s, helpUnder)
			if p.quick != "" {
				t.Errorf("%+v: slots help with long games", c)
			}
		})
	}
}

// A slot helps with the task that has the most pairings left.
func TestSlotHelpsLargestTask(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var seeds []uint64
		p, newTask := slotsOf(t.Context(), 1, func(ctx context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
			seeds = append(seeds, seed)
			return parity(ctx, seats, seed)
		})
		p.tasks = []*sharedTask{newTask(3, 0), newTask(4, 10), newTask(2, 20), newTask(5, 30), newTask(4, 40), newTask(5, 50), newTask(2, 60)}
		canceled, cancel := context.WithCancel(t.Context())
		cancel()
		p.tasks[3].ctx = canceled
		p.tasks[4].next.Store(2)
		p.tasks[6].next.Store(1)
		p.tasks[5].header = &receivedHeader{Header{Field: two}, "another"}
		for i, want := range []int{3, 4, 2, 0, 2, 5, 1} {
			if got := p.tasks[i].left(); got != want {
				t.Errorf("task %d has %d pairings left, want %d", i, got, want)
			}
		}
		p.quick, p.waiting = "key", 1
		p.startHelpers()
		if synctest.Wait(); len(seeds) != 0 {
			t.Error("a slot helps while a task waits")
		}
		p.waiting = 0
		p.mu.Lock()
		p.startHelpers()
		p.mu.Unlock()
		synctest.Wait()
		if want := []uint64{10, 11, 12, 13, 0, 1, 2, 20, 21, 42, 43, 61}; !slices.Equal(seeds, want) {
			t.Errorf("pairings %v are played, want %v", seeds, want)
		}
		for i, s := range p.tasks {
			s.next.Add(2)
			if got := s.left(); (got != 0) != (i == 5) {
				t.Errorf("task %d has %d pairings left at the end", i, got)
			}
		}
	})
}

// A helper stops if a task waits. Without an arena it plays nothing, and no other slot helps. The errors
// of games are those of the pairings, unless the task is cancelled.
func TestSlotsThatCannotHelp(t *testing.T) {
	t.Parallel()
	games := 0
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	p, newTask := slotsOf(ctx, 2, func(context.Context, []engines.Agent, uint64) (engines.Record, error) {
		games++
		return engines.Record{}, errors.New("no dice\a")
	})
	s := newTask(2, 0)
	one := must(p.arenas.take(s.ctx, s.header))
	p.waiting = 1
	if p.playPairings(s, one, true); games != 0 || p.quick != "" {
		t.Errorf("a helper plays %d games while a task waits", games)
	}
	if p.playPairings(s, one, false); games != 2 || len(s.errors) != 2 || !strings.Contains(s.errors[10], "no dice?") || s.errors[11] == "" {
		t.Errorf("%d games, errors %v", games, s.errors)
	}
	s, p.waiting = newTask(2, 0), 0
	if p.playPairings(s, one, true); games != 4 {
		t.Errorf("a helper plays %d games", games-2)
	}
	s, p.quick = newTask(2, 0), "key"
	if p.help(s, 7); games != 6 || p.quick != "key" || !slices.Equal(p.free, []int{1, 0, 7}) {
		t.Errorf("a helper plays %d games, quick %q, slots %v are free", games-4, p.quick, p.free)
	}
	p.arenas.open = func(context.Context, Header) (engines.Arena, func() error, error) {
		return nil, nil, errors.New("no game")
	}
	s = newTask(2, 0)
	s.header = &receivedHeader{Header{Field: two}, "another"}
	if p.help(s, 8); games != 6 || p.quick != "" || !slices.Equal(p.free, []int{1, 0, 7, 8}) {
		t.Errorf("a helper without an arena plays %d games, quick %q, slots %v are free", games-6, p.quick, p.free)
	}
	s = newTask(1, 0)
	cancel()
	if s.play(&heartbeat{s.ctx, s.active}, 0, one); s.errors != nil || s.records[0] != nil {
		t.Errorf("a cancelled task has errors %v, records %v", s.errors, s.records)
	}
}

// A large header is stored on the server.
func TestLargeFieldIsStored(t *testing.T) {
	t.Parallel()
	field := []engines.Agent{{Name: "ann"}, {Name: strings.Repeat("bob", smallHeader)}}
	h := listening(t, HubOptions{})
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
