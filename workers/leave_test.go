package workers

import (
	"context"
	"errors"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
)

// While the connection is broken, a worker logs at most one line a minute, and one line when
// it is connected again.
func TestQuietWhileBroken(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var said []string
		c := &connectionLog{url: "nats://far:4222", log: func(text string) { said = append(said, text) }, broken: true}
		for range 10 * 60 * 2 { // ten minutes with an attempt every half second
			c.lost(errors.New("refused"))
			time.Sleep(500 * time.Millisecond)
		}
		if len(said) != 10 {
			t.Errorf("%d lines in ten minutes: %q", len(said), said)
		}
		if c.everConnected() {
			t.Error("there has been a connection")
		}
		c.connected()
		c.connected()
		if !c.everConnected() || len(said) != 11 || said[10] != "connected to nats://far:4222" || !strings.Contains(said[0], "no connection to nats://far:4222 (refused)") {
			t.Errorf("%q", said)
		}
		// The end of a lasting connection is logged at once, and the ends of brief ones once a minute.
		said = nil
		for range 3 {
			time.Sleep(steadyFor)
			c.lost(errors.New("closed"))
			c.connected()
		}
		for range 8 {
			time.Sleep(steadyFor - 1)
			c.lost(errors.New("closed"))
			c.connected()
		}
		if len(said) != 6 || !strings.Contains(said[4], "no connection to nats://far:4222 (closed)") || said[5] != "connected to nats://far:4222" {
			t.Errorf("%d lines: %q", len(said), said)
		}
		said = nil
		for i, after := range []time.Duration{0, quietFor - 1, 1} {
			time.Sleep(after)
			c.serverError(errors.New("no permission"))
			if want := []int{1, 1, 2}[i]; len(said) != want || said[0] != "nats://far:4222: no permission" {
				t.Errorf("after error %d of the server: %q", i+1, said)
			}
		}
	})
}

// published returns a function that returns how many tasks of a hub have been published again.
func published(t *testing.T, h *Hub) (again func() int) {
	t.Helper()
	var mu sync.Mutex
	times := make(map[string]int)
	sub, err := h.conn.Subscribe("lanista.*.task.>", func(m *nats.Msg) {
		mu.Lock()
		defer mu.Unlock()
		times[m.Subject]++
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = sub.Unsubscribe() })
	return func() int {
		mu.Lock()
		defer mu.Unlock()
		n := 0
		for _, k := range times {
			n += k - 1
		}
		return n
	}
}

// When a worker disappears, at most one task per slot is played again.
func TestLostWorkerCostsOneTaskPerSlot(t *testing.T) {
	t.Parallel()
	if os.Getenv("LANISTA_EXHAUSTIVE") == "" {
		t.Skip("a worker is given up after seconds: with LANISTA_EXHAUSTIVE=1")
	}
	h := listening(t, HubOptions{})
	again := published(t, h)
	slow := arena(func(ctx context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
		time.Sleep(2 * time.Millisecond)
		return parity(ctx, seats, seed)
	})
	const slots = 4
	conn, err := dial(h.reach(), "killed", nats.CustomInboxPrefix(inboxPrefix), nats.NoReconnect())
	if err != nil {
		t.Fatal(err)
	}
	killed := newWorker(must(newNATSWorker(conn)), Player{Slots: slots, Open: opens(slow)}, false, nil)
	ctx, kill := context.WithCancel(t.Context())
	var ended sync.WaitGroup
	ended.Go(func() { _ = killed.run(ctx, nil, 0) })
	defer ended.Wait()
	defer kill()
	work(t, h, Player{Slots: 1, Open: opens(slow)})

	run, over := context.WithCancel(t.Context())
	defer over()
	n, holding := 0, 0
	for _, err := range tournament.Run(run, h.Executor("run"), two, deals(1<<20), tournament.Options{}) {
		if err != nil {
			break
		}
		if n++; n >= 300 && holding == 0 {
			killed.mu.Lock()
			holding = len(killed.playing)
			killed.mu.Unlock()
			if holding == 0 {
				continue // the worker has not joined yet, or is between two tasks
			}
			conn.Close()
			time.AfterFunc(2*time.Minute, over) // on a machine with other work; usually seconds are enough
			go func() {
				for again() == 0 && run.Err() == nil {
					time.Sleep(50 * time.Millisecond)
				}
				time.Sleep(2 * auditEvery)
				over()
			}()
		}
	}
	if got := again(); holding == 0 || got < 1 || got > slots {
		t.Errorf("%d tasks were played again of a worker with %d slots, who held %d", got, slots, holding)
	}
}

// A worker that joins late gets tasks even if another worker, whose games do not end, has as
// many tasks as it can hold.
func TestLateWorkerGetsTasks(t *testing.T) {
	t.Parallel()
	h := listening(t, HubOptions{})
	played := make(chan struct{})
	var came atomic.Bool
	slow := arena(func(ctx context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
		if came.Load() {
			select {
			case <-played:
			case <-ctx.Done():
			}
		}
		return parity(ctx, seats, seed)
	})
	work(t, h, Player{Slots: 1, Open: opens(slow)})
	run, over := context.WithCancel(t.Context())
	defer over()
	var first sync.Once
	late := arena(func(ctx context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
		first.Do(func() {
			close(played)
			over()
		})
		return parity(ctx, seats, seed)
	})
	n := 0
	for _, err := range tournament.Run(run, h.Executor("run"), two, deals(1<<20), tournament.Options{}) {
		if err != nil {
			break
		}
		if n++; n == 500 {
			came.Store(true)
			work(t, h, Player{Slots: 1, Open: opens(late)})
		}
	}
	<-played
}

// A worker that is told to stop while a game hangs returns the task and ends.
func TestStopWithHangingGame(t *testing.T) {
	t.Parallel()
	h := listening(t, HubOptions{})
	hangs, release := make(chan struct{}), make(chan struct{})
	defer close(release)
	var once sync.Once
	hung := arena(func(ctx context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
		once.Do(func() { close(hangs) })
		<-release
		return parity(ctx, seats, seed)
	})
	var mu sync.Mutex
	var said []string
	stop, ended := make(chan struct{}), make(chan error, 1)
	go func() {
		ended <- Work(context.Background(), WorkOptions{
			Access: h.reach(), Player: Player{Slots: 1, Open: opens(hung)}, Stop: stop, Grace: 50 * time.Millisecond,
			Log: func(text string) {
				mu.Lock()
				defer mu.Unlock()
				said = append(said, text)
			},
		})
	}()
	go func() {
		<-hangs
		close(stop)
		if err := <-ended; err != nil {
			t.Error(err)
		}
		ended <- nil
		work(t, h, Player{Slots: 1, Open: opens(arena(parity))})
	}()
	if err := played(t, h.Executor("run"), deals(20)); err != nil {
		t.Fatal(err)
	}
	<-ended
	mu.Lock()
	defer mu.Unlock()
	if text := strings.Join(said, "\n"); !strings.Contains(text, "stops; its task is finished within 50ms or returned") || !strings.Contains(text, "ends after 0 tasks") {
		t.Errorf("it said %q", said)
	}
}

// A worker with the option Drain ends when it loses a server for which it has played, and
// waits for a server that it has not reached yet.
func TestDrainEndsWithLostServer(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		ran  map[string]bool
		ends bool
	}{
		{"it has played", map[string]bool{"run": true}, true},
		{"it has not", map[string]bool{}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			h := listening(t, HubOptions{})
			conn, err := dial(h.reach(), "drained", nats.CustomInboxPrefix(inboxPrefix))
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			w := newWorker(must(newNATSWorker(conn)), Player{Slots: 1, Open: opens(arena(parity))}, false, nil)
			w.drain, w.runs, w.endCheck = true, c.ran, 100*time.Millisecond
			if err := h.Close(); err != nil {
				t.Fatal(err)
			}
			patience := 2 * time.Minute
			if !c.ends {
				patience = 600 * time.Millisecond // enough for two short waits
			}
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			defer cancel()
			if err := w.run(ctx, nil, 0); err != nil {
				t.Fatal(err)
			}
			if ended := ctx.Err() == nil; ended != c.ends {
				t.Errorf("it ended by itself: %v", ended)
			}
		})
	}
}
