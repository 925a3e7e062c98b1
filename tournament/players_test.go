package tournament

import (
	"context"
	"runtime"
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

// repeating is an arena that can repeat games of agents without the name "lucky". It counts games. The
// first seat forfeits if its agent has the name "broken".
type repeating struct{ games *int }

func (a repeating) Repeats(x engines.Agent) bool { return x.Name != "lucky" }

func (a repeating) Play(_ context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
	*a.games++
	if seats[0].Name == "broken" {
		return engines.ForfeitRecord(len(seats), engines.Forfeit{Seat: 0}), nil
	}
	return engines.Record{Outcome: engines.Winner(len(seats), 0), Plies: *a.games}, nil
}

// If all agents of a pairing choose the same moves, only its first game is played, and the others are
// copies.
func TestEqualGamesArePlayedOnce(t *testing.T) {
	same := func(names ...string) []engines.Agent {
		var out []engines.Agent
		for _, name := range names {
			out = append(out, engines.Agent{Name: name, Weights: engines.Weights{1}})
		}
		return out
	}
	other := same("a", "b", "c")
	other[2].Weights = engines.Weights{2}
	for name, c := range map[string]struct {
		field   []engines.Agent
		pairing Pairing
		games   int // number of games played
	}{
		"equal agents":         {same("a", "b"), Pairing{Agents: []int{0, 1}, Games: 2}, 1},
		"three equal agents":   {same("a", "b", "c"), Pairing{Agents: []int{0, 1, 2}, Games: 3}, 1},
		"the last differs":     {other, Pairing{Agents: []int{0, 1, 2}, Games: 3}, 3},
		"the first differs":    {other, Pairing{Agents: []int{2, 1, 0}, Games: 3}, 3},
		"two that differ":      {other, Pairing{Agents: []int{0, 2}, Games: 2}, 2},
		"one game":             {same("a", "b"), Pairing{Agents: []int{0, 1}, Games: 1}, 1},
		"agents with chance":   {same("lucky", "b"), Pairing{Agents: []int{0, 1}, Games: 2}, 2},
		"agents apart":         {same("a", "b"), Pairing{Agents: []int{0, 1}, Games: 2, Apart: true}, 4},
		"forfeits":             {same("broken", "broken"), Pairing{Agents: []int{0, 1}, Games: 2}, 2},
		"one agent, two seats": {same("a"), Pairing{Agents: []int{0, 0}, Games: 2}, 1},
	} {
		games := 0
		jobs := &Jobs{field: c.field, schedule: Pairings{c.pairing}}
		var r Result
		if err := newPlayer(repeating{&games}).job(t.Context(), jobs, 0, &r); err != nil {
			t.Fatal(err)
		}
		if games != c.games || len(r.Games) != c.pairing.Played() {
			t.Errorf("%s: %d games played for %d records, want %d", name, games, len(r.Games), c.games)
		}
		for g, game := range r.Games {
			if want := min(g+1, c.games); game.Forfeit == nil && game.Plies != want {
				t.Errorf("%s: record %d is that of game %d", name, g, game.Plies)
			}
		}
	}
}

// Local makes as many goroutines as there are jobs, at most as many as requested. A stream, which may
// grow, has all of them.
func TestGoroutinesOfLocal(t *testing.T) {
	for _, c := range []struct{ workers, pairings, want int }{{1, 50, 1}, {3, 50, 3}, {9, 3, 3}, {0, 500, runtime.GOMAXPROCS(0)}, {0, 1, 1}, {2, 0, 1}} {
		arena := forked{coin, new(atomic.Int64)}
		s := Prefix(roundRobin(t, 10, 20), c.pairings)
		got, err := collect(t.Context(), Local{arena, c.workers}, 10, s, Options{Terms: Terms{ForfeitLimit: -1}})
		if n := arena.copies.Load(); err != nil || len(got) != c.pairings || int(n) != c.want {
			t.Errorf("%d workers: %d goroutines for %d of %d pairings, %v", c.workers, n, len(got), c.pairings, err)
		}
	}
	arena := forked{coin, new(atomic.Int64)}
	var s Stream
	s.Add(fieldOf(2), []Pairing{{Agents: []int{0, 1}, Games: 1}})
	for range RunStream(t.Context(), Local{arena, 5}, &s, Options{}) {
		s.Close()
	}
	if n := arena.copies.Load(); n != 5 {
		t.Errorf("%d goroutines for a stream, want 5", n)
	}
}
