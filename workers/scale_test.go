package workers

import (
	"context"
	"flag"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
)

var (
	simulatedSlots   = flag.Int("simulated-slots", 1000, "slots of the simulated cluster")
	simulatedWorkers = flag.Int("simulated-workers", 20, "processes of the simulated cluster")
)

// A simulated cluster, whose workers sleep instead of playing, is busy at least 95% of the
// time.
func TestScale(t *testing.T) {
	if os.Getenv("LANISTA_EXHAUSTIVE") == "" {
		t.Skip("with LANISTA_EXHAUSTIVE=1")
	}
	var busy atomic.Int64 // nanoseconds within the measured time
	var from, to atomic.Int64
	sleep := arena(func(_ context.Context, _ []engines.Agent, seed uint64) (engines.Record, error) {
		began := time.Now().UnixNano()
		time.Sleep(125 * time.Millisecond)
		low, high := max(began, from.Load()), time.Now().UnixNano()
		if to := to.Load(); to > 0 {
			high = min(high, to)
		}
		if from.Load() > 0 && high > low {
			busy.Add(high - low)
		}
		return engines.Record{Outcome: engines.Winner(2, int(seed%2)), Plies: int(seed)}, nil
	})
	h := listening(t, HubOptions{})
	for range *simulatedWorkers {
		work(t, h, Player{Slots: *simulatedSlots / *simulatedWorkers, Open: opens(sleep)})
	}
	for _, slots := h.Count(); slots < *simulatedSlots; _, slots = h.Count() {
		time.Sleep(50 * time.Millisecond)
	}
	// The first batch measures the speed.
	for _, err := range tournament.Run(t.Context(), h.Executor("run"), two, deals(4**simulatedSlots), tournament.Options{Batch: "warm"}) {
		if err != nil {
			t.Fatal(err)
		}
	}
	const long = 15 * time.Second
	var once sync.Once
	pairings := 4 * *simulatedSlots * int(long/time.Second+8)
	began := time.Now()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	n := 0
	for range tournament.Run(ctx, h.Executor("run"), two, deals(pairings), tournament.Options{Batch: "long"}) {
		n++
		if time.Since(began) > 2*time.Second {
			once.Do(func() {
				from.Store(time.Now().UnixNano())
				time.AfterFunc(long, func() {
					to.Store(time.Now().UnixNano())
					stop()
				})
			})
		}
	}
	share := float64(busy.Load()) / float64(to.Load()-from.Load()) / float64(*simulatedSlots)
	t.Logf("%d slots in %d workers are busy for %.1f%% of the time", *simulatedSlots, *simulatedWorkers, 100*share)
	if share < 0.95 {
		t.Errorf("%.1f%% of %d slots are busy, 95%% are wanted", 100*share, *simulatedSlots)
	}
}
