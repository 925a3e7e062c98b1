package workers

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
)

// left returns the number of results of a run on the server. The server delivers a result before it
// has stored it, so left waits until the number is want, or for some minutes.
func left(t *testing.T, h *Hub, want int) int {
	t.Helper()
	for end := time.Now().Add(2 * time.Minute); ; time.Sleep(time.Millisecond) {
		there, err := h.link.subjects(t.Context(), resultsStream, "lanista.run.result.>")
		if err != nil {
			t.Fatal(err)
		}
		if n := len(there); n == want || time.Now().After(end) {
			return n
		}
	}
}

// rounds plays batches of one pairing.
func rounds(t *testing.T, x tournament.Executor, from, to int) {
	t.Helper()
	for i := from; i < to; i++ {
		for _, err := range tournament.Run(t.Context(), x, two, deals(1), tournament.Options{Batch: fmt.Sprint("round ", i)}) {
			if err != nil {
				t.Error(err)
			}
		}
	}
}

// Results are removed after a number of batches, and when the run is idle.
func TestResultsAreRemovedTogether(t *testing.T) {
	t.Parallel()
	h := hub(t, HubOptions{Player: Player{Slots: 1, Open: opens(arena(parity))}})
	x := h.Executor("run")
	s := h.subscriptionsOf("run")
	idles := func(idle bool) { // otherwise a machine that stands still between two batches makes the run idle
		s.mu.Lock()
		defer s.mu.Unlock()
		s.closed = !idle
	}
	rounds(t, x, 0, 1)
	s.closeIdle()
	before := h.conn.NumSubscriptions()
	idles(false)
	for from := 0; from < mostFinished; from += 16 {
		rounds(t, x, from, from+16)
		want := (from + 16) % mostFinished // all are removed after the last
		if n := left(t, h, want); n != want {
			t.Errorf("after %d batches the server has %d results, want %d", from+16, n, want)
		}
	}
	rounds(t, x, 0, 3)
	if n := left(t, h, 3); n != 3 {
		t.Errorf("the server has %d results at last, want 3", n)
	}
	idles(true)
	s.closeIdle()
	if n := left(t, h, 0); n != 0 || h.conn.NumSubscriptions() != before {
		t.Errorf("the server has %d results, and the run has %d more subscriptions than before", n, h.conn.NumSubscriptions()-before)
	}
}

// A batch with the name and field of an earlier one is played again; the earlier results are
// not used.
func TestBatchesOfSameName(t *testing.T) {
	t.Parallel()
	var games atomic.Int64
	h := hub(t, HubOptions{Player: Player{Slots: 1, Open: opens(arena(func(ctx context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
		games.Add(1)
		return parity(ctx, seats, seed)
	}))}})
	x := h.Executor("run")
	for n := range 3 {
		if err := played(t, x, deals(5+n)); err != nil {
			t.Fatal(err)
		}
	}
	if n := games.Load(); n != 2*(5+6+7) {
		t.Errorf("%d games were played, %d needed", n, 2*(5+6+7))
	}
}

// Two concurrent batches of a run receive only their own results.
func TestConcurrentBatches(t *testing.T) {
	t.Parallel()
	h := hub(t, HubOptions{Player: Player{Slots: 2, Open: opens(arena(parity))}})
	var both sync.WaitGroup
	for n := range 2 {
		both.Go(func() { rounds(t, h.Executor("run"), 20*n, 20*n+20) })
	}
	both.Wait()
	if n := left(t, h, 40); n != 40 {
		t.Errorf("%d batches were played, 40 were to be", n)
	}
}

// failingLink is the connection of a hub some of whose requests fail.
type failingLink struct {
	hubLink
	receives   int // requests of messages that succeed before the others fail
	purges     error
	lists      error
	deliveries error
	restored   int
}

func (l *failingLink) delivered(ctx context.Context) (uint64, error) {
	if l.deliveries != nil {
		return 0, l.deliveries
	}
	return l.hubLink.delivered(ctx)
}

func (l *failingLink) restore(context.Context) error {
	l.restored++
	return nil
}

func (l *failingLink) receive(subject string, into chan *nats.Msg) (stop func(), err error) {
	if l.receives--; l.receives < 0 {
		return nil, errLostMessage
	}
	return l.hubLink.receive(subject, into)
}

func (l *failingLink) purge(ctx context.Context, stream, subject string) error {
	if l.purges != nil {
		return l.purges
	}
	return l.hubLink.purge(ctx, stream, subject)
}

func (l *failingLink) subjects(ctx context.Context, stream, filter string) (map[string]uint64, error) {
	if l.lists != nil {
		return nil, l.lists
	}
	return l.hubLink.subjects(ctx, stream, filter)
}

// A batch that receives no subscription does not count as being played, and leaves no subscription.
func TestSubscriptionsThatFail(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		h, link := memoryHub(HubOptions{})
		failing := &failingLink{hubLink: link}
		h.link = failing
		s := h.subscriptionsOf("run")
		for _, failing.receives = range []int{0, 1} {
			if sub, err := s.acquire(t.Context(), "a"); err == nil || sub != nil || s.playing != 0 || link.subscriptions() != 0 {
				t.Errorf("%v, %d batches are played with %d subscriptions", err, s.playing, link.subscriptions())
			}
		}
		failing.receives = 2
		sub, err := s.acquire(t.Context(), "a")
		if err != nil {
			t.Fatal(err)
		}
		link.keepResult(resultSubject("run", "a", "0"))
		s.release(sub, "a", 1, false, false)
		failing.purges = errLostMessage
		if _, err := s.acquire(t.Context(), "a"); err == nil || s.playing != 0 || !s.finished["a"] {
			t.Errorf("%v, %d batches are played, finished %v", err, s.playing, s.finished)
		}
		failing.purges = nil
		if again, err := s.acquire(t.Context(), "a"); err != nil || again != sub || s.playing != 1 || s.finished["a"] || len(link.kept()) != 0 {
			t.Errorf("%v, %d batches are played, finished %v, %d results", err, s.playing, s.finished, len(link.kept()))
		}
		s.release(sub, "a", 1, false, false)
		if time.Sleep(2 * idleAfter); link.subscriptions() != 0 {
			t.Errorf("%d subscriptions of an idle run", link.subscriptions())
		}
	})
}

// A hub that closes removes its results from a cluster. Its own server loses them anyway.
func TestSubscriptionsAreClosed(t *testing.T) {
	t.Parallel()
	for name, own := range map[string]*broker{"cluster": nil, "own server": {}} {
		synctest.Test(t, func(t *testing.T) {
			h, link := memoryHub(HubOptions{})
			h.broker = own
			s := h.subscriptionsOf("run")
			s.close() // before its first batch
			s.closed = false
			sub, err := s.acquire(t.Context(), "a")
			if err != nil {
				t.Fatal(err)
			}
			link.keepResult(resultSubject("run", "a", "0"))
			s.release(sub, "a", 1, false, false)
			s.close()
			if left := len(link.kept()); (left == 0) != (own == nil) {
				t.Errorf("%s: %d results", name, left)
			}
			s.closeIdle()
			if time.Sleep(2 * idleAfter); link.subscriptions() != 2 || len(s.idle) != 1 {
				t.Errorf("%s: a closed run uses its connection", name)
			}
		})
	}
}
