//go:build !nobroker

package workers

import (
	"context"
	"testing"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
)

// BenchmarkGame is what a game costs that takes no time, in a process with server,
// worker and run.
func BenchmarkGame(b *testing.B) {
	quick := arena(func(_ context.Context, _ []engines.Agent, seed uint64) (engines.Record, error) {
		return engines.Record{Outcome: engines.Winner(2, int(seed%2)), Plies: 80}, nil
	})
	h, err := Open(b.Context(), Options{Player: Player{Slots: 1, Open: opens(quick)}})
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = h.Close() }()
	for h.roster.refusing() {
		time.Sleep(time.Millisecond)
	}
	b.ResetTimer()
	n := 0
	for _, err := range tournament.Run(b.Context(), h.Executor("run"), two, deals((b.N+1)/2), tournament.Options{}) {
		if err != nil {
			b.Fatal(err)
		}
		n++
	}
}
