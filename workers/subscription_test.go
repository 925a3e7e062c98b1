//go:build !nobroker

package workers

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
)

// left returns the number of results of a run on the server. The server delivers a result before it
// has stored it, so left waits until the number is want, or for some seconds.
func left(t *testing.T, h *Hub, want int) int {
	t.Helper()
	for end := time.Now().Add(5 * time.Second); ; time.Sleep(time.Millisecond) {
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
	h := hub(t, Options{Player: Player{Slots: 1, Open: opens(arena(parity))}})
	x := h.Executor("run")
	rounds(t, x, 0, 1)
	h.subscriptionsOf("run").closeIdle()
	before := h.conn.NumSubscriptions()
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
	h.subscriptionsOf("run").closeIdle()
	if n := left(t, h, 0); n != 0 || h.conn.NumSubscriptions() != before {
		t.Errorf("the server has %d results, and the run has %d more subscriptions than before", n, h.conn.NumSubscriptions()-before)
	}
}

// A batch with the name and field of an earlier one is played again; the earlier results are
// not used.
func TestBatchesOfSameName(t *testing.T) {
	t.Parallel()
	var games atomic.Int64
	h := hub(t, Options{Player: Player{Slots: 1, Open: opens(arena(func(ctx context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
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
	h := hub(t, Options{Player: Player{Slots: 2, Open: opens(arena(parity))}})
	var both sync.WaitGroup
	for n := range 2 {
		both.Go(func() { rounds(t, h.Executor("run"), 20*n, 20*n+20) })
	}
	both.Wait()
	if n := left(t, h, 40); n != 40 {
		t.Errorf("%d batches were played, 40 were to be", n)
	}
}
