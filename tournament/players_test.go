package tournament

import (
	"context"
	"sync/atomic"
	"testing"

	"github.com/lanista/lanista/engines"
)

// tallied is an engine that counts how many players are made and closed.
type tallied struct {
	counting
	made, closed *atomic.Int64
}

func (e tallied) NewPlayer(ctx context.Context, a engines.Agent) (engines.Player, error) {
	p, err := e.counting.NewPlayer(ctx, a)
	e.made.Add(1)
	return talliedPlayer{p, e.closed}, err
}

type talliedPlayer struct {
	engines.Player
	closed *atomic.Int64
}

func (p talliedPlayer) Close() error {
	p.closed.Add(1)
	return nil
}

// A worker makes the player of each agent at most once, and all players are closed when the run
// ends.
func TestRunMakesEveryPlayerOnce(t *testing.T) {
	const agents, workers = 48, 4
	e := tallied{made: new(atomic.Int64), closed: new(atomic.Int64)}
	arena, err := engines.NewArena(e, engines.ArenaOptions{})
	if err != nil {
		t.Fatal(err)
	}
	field := fieldOf(agents)
	for i := range field {
		field[i].Weights = engines.Weights{float64(i)}
	}
	for _, err := range Run(t.Context(), Local{arena, workers}, field, roundRobin(t, agents, 4), Options{}) {
		if err != nil {
			t.Fatal(err)
		}
	}
	if n := e.made.Load(); n > agents*workers {
		t.Errorf("%d players made for %d agents and %d workers", n, agents, workers)
	}
	if made, closed := e.made.Load(), e.closed.Load(); made != closed {
		t.Errorf("%d players made, %d closed", made, closed)
	}
	for range Run(t.Context(), Local{arena, workers}, field, roundRobin(t, agents, 1), Options{}) {
		break // leaves the run early
	}
	if made, closed := e.made.Load(), e.closed.Load(); made != closed {
		t.Errorf("after a run that was left: %d players made, %d closed", made, closed)
	}
}
