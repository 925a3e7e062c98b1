package workers

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
)

// BenchmarkGame measures the cost of an empty game if server, worker and run are one process.
func BenchmarkGame(b *testing.B) {
	quick := arena(func(_ context.Context, _ []engines.Agent, seed uint64) (engines.Record, error) {
		return engines.Record{Outcome: engines.Winner(2, int(seed%2)), Plies: 80}, nil
	})
	h, err := Open(b.Context(), HubOptions{Player: Player{Slots: 1, Open: opens(quick)}})
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

// BenchmarkRound measures the cost of a round of forty pairs of empty games, with a worker
// that is connected over TCP.
func BenchmarkRound(b *testing.B) {
	tokens := filepath.Join(b.TempDir(), "token")
	h, err := Open(b.Context(), HubOptions{Listen: "127.0.0.1:0", Access: Access{TokenFile: tokens}})
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = h.Close() }()
	stop, ended := make(chan struct{}), make(chan error)
	go func() {
		ended <- Work(b.Context(), WorkOptions{
			Access: Access{URL: h.Address(), TokenFile: tokens}, Player: Player{Slots: 2, Open: opens(draws{})}, Stop: stop, Grace: time.Second,
		})
	}()
	defer func() {
		close(stop)
		<-ended
	}()
	field := make([]engines.Agent, 40)
	for i := range field {
		field[i] = engines.Agent{Name: fmt.Sprint("agent ", i), Weights: make(engines.Weights, 10)}
	}
	x := h.Executor("run")
	for n := 0; b.Loop(); n++ {
		field[0].Weights[0] = float64(n) // each round has another field
		for _, err := range tournament.Run(b.Context(), x, field, deals(40), tournament.Options{Batch: fmt.Sprint("round ", n)}) {
			if err != nil {
				b.Fatal(err)
			}
		}
	}
}
