//go:build !nobroker

package workers

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
	"github.com/lanista/lanista/tournament/executortest"
)

// arenas contains the arenas of the tests by run.
type arenas struct {
	mu   sync.Mutex
	of   map[string]engines.Arena
	next atomic.Int64
}

// add adds an arena and returns the name of its run.
func (a *arenas) add(arena engines.Arena) string {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.of == nil {
		a.of = make(map[string]engines.Arena)
	}
	run := fmt.Sprint("run-", a.next.Add(1))
	a.of[run] = arena
	return run
}

// open is the [Opener] of these arenas.
func (a *arenas) open(_ context.Context, h Header) (engines.Arena, func() error, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if arena := a.of[h.Run]; arena != nil {
		return arena, nil, nil
	}
	return nil, nil, fmt.Errorf("no arena of %s", h.Run)
}

// hub opens a hub that is closed at the end of the test.
func hub(t *testing.T, o Options) *Hub {
	t.Helper()
	h, err := Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := h.Close(); err != nil {
			t.Error(err)
		}
	})
	return h
}

func TestExecutor(t *testing.T) {
	var all arenas
	h := hub(t, Options{Player: Player{Slots: 3, Open: all.open}, Verify: 0.2, Warn: func(text string) { t.Log(text) }})
	warm(t, h, &all)
	executortest.Run(t, func(_ *testing.T, a engines.Arena) tournament.Executor { return h.Executor(all.add(a)) })
}

// warm plays a game, so that the server starts all its goroutines before a test counts them.
func warm(t *testing.T, h *Hub, all *arenas) {
	t.Helper()
	field := []engines.Agent{{Name: "a"}, {Name: "b"}}
	s := tournament.Pairings{{Agents: []int{0, 1}, Games: 1}}
	for _, err := range tournament.Run(t.Context(), h.Executor(all.add(draws{})), field, s, tournament.Options{}) {
		if err != nil {
			t.Fatal(err)
		}
	}
}

// draws is an arena in which all games are drawn.
type draws struct{}

func (draws) Play(_ context.Context, seats []engines.Agent, _ uint64) (engines.Record, error) {
	return engines.Record{Outcome: engines.Draw(len(seats))}, nil
}
