package executortest

import (
	"context"
	"fmt"
	"math"
	"sync"
	"testing"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/tournament"
)

// field returns agents with weights and settings of all kinds. The tests detect if an executor
// changes a single bit of them.
func field() []engines.Agent {
	agents := []engines.Agent{
		{Name: "plain", Weights: engines.Weights{1, 2, 3}},
		{Name: "tiny", Weights: engines.Weights{math.SmallestNonzeroFloat64, math.Copysign(0, -1), 0.1 + 0.2}},
		{Name: "huge", Weights: engines.Weights{math.MaxFloat64, -1e300, math.Nextafter(1, 2)}},
		{Name: "set", Settings: engines.Settings{"depth": "4", "text": "ä \" \n <&>"}, Limit: engines.Limit{Nodes: math.MaxUint64}},
		{Name: "drawn", Player: "random"},
		{Name: "\"odd\"\n"},
	}
	rng := engines.Rand(5)
	for i := range 4 {
		a := engines.Agent{Name: fmt.Sprint("drawn ", i)}
		for range 5 {
			a.Weights = append(a.Weights, rng.NormFloat64())
		}
		agents = append(agents, a)
	}
	return agents
}

func schedules(t *testing.T) map[string]tournament.Schedule {
	t.Helper()
	n := len(field())
	make := func(o tournament.RoundRobinOptions) tournament.Schedule {
		o.Agents, o.Play.Seed = n, 11
		s, err := tournament.RoundRobin(o)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	apart := tournament.Pairings{}
	for i := range uint64(100) {
		p := tournament.Pairing{Agents: []int{int(i) % n, int(i*7+1) % n}, Seed: math.MaxUint64 - i, Games: 1 + int(i)%3, Apart: true}
		for seat := range int(i) % 4 {
			p.Opponents = append(p.Opponents, (int(i)*3+seat)%n)
		}
		p.First = int(i) % p.Seats()
		apart = append(apart, p)
	}
	return map[string]tournament.Schedule{
		"pairs":   make(tournament.RoundRobinOptions{Play: tournament.Play{Cycles: 6}}),
		"threes":  make(tournament.RoundRobinOptions{Seats: 3, Play: tournament.Play{Cycles: 3}}),
		"singles": make(tournament.RoundRobinOptions{Seats: 1, Play: tournament.Play{Cycles: 3}}),
		"turned":  make(tournament.RoundRobinOptions{Play: tournament.Play{Cycles: 2, Orders: tournament.TurnedSeats, Deals: tournament.IndependentDeals}}),
		"apart":   apart,
	}
}

func deals(t *testing.T) tournament.Schedule {
	t.Helper()
	s, err := tournament.RoundRobin(tournament.RoundRobinOptions{
		Agents: len(field()), Play: tournament.Play{Cycles: 5, Deals: tournament.IndependentDeals, Seed: 4},
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// fair is an arena for tests that plays no games. It returns game records that depend on the seed
// and on every bit of the agents. They contain places or scores, forfeits and moves.
type fair struct{}

// Play returns a record that depends on every bit of the agents and on the seed.
func (fair) Play(ctx context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
	if err := ctx.Err(); err != nil {
		return engines.Record{}, err
	}
	path := make([]uint64, 0, len(seats))
	for _, a := range seats {
		path = append(path, engines.Purpose(agentText(a)))
	}
	rng := engines.Rand(engines.Seed(seed, path...))
	if rng.IntN(6) == 0 {
		f := engines.Forfeit{Seat: rng.IntN(len(seats)), Kind: engines.ForfeitKind(rng.IntN(len(engines.ForfeitKinds()))), Reason: fmt.Sprint("out of luck ", seed)}
		return engines.ForfeitRecord(len(seats), f), nil
	}
	r := engines.Record{Plies: rng.IntN(99), Ending: engines.Ending(2 + rng.IntN(3)), Content: uint64(rng.IntN(2)) * rng.Uint64()}
	for range rng.IntN(4) {
		d := r.Detail()
		d.Moves = append(d.Moves, engines.Move(rng.Int32()))
	}
	scores, places := make([]float64, len(seats)), make([]int, len(seats))
	for i := range seats {
		scores[i], places[i] = rng.NormFloat64(), rng.IntN(len(seats))
	}
	if r.Outcome = engines.Places(places...); rng.IntN(2) == 0 {
		r.Outcome = engines.ByScore(scores...)
	}
	return r, nil
}

// agentText returns a text that contains all fields of an agent, with the bits of its weights. Two
// agents have the same text only if they are equal.
func agentText(a engines.Agent) string {
	text := fmt.Sprintf("%q %q %v %v", a.Name, a.Player, a.Settings, a.Limit)
	for _, w := range a.Weights {
		text += fmt.Sprintf(" %x", math.Float64bits(w))
	}
	return text
}

// hooked is an arena that calls a function before every game. If the function returns an error, the
// game fails with it. Otherwise the game has the record that the arena [fair] returns.
type hooked func(ctx context.Context, seed uint64) error

// Play calls the function h. If it returns an error, Play returns it, and otherwise the record that
// the arena [fair] returns.
func (h hooked) Play(ctx context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
	if err := h(ctx, seed); err != nil {
		return engines.Record{}, err
	}
	return fair{}.Play(ctx, seats, seed)
}

// bits is an arena for tests that remembers which agents have played. Its games end like those of
// the arena [fair].
type bits struct {
	mu   sync.Mutex
	seen map[string]bool
}

// Play stores the agents that play and returns the record that the arena [fair] returns.
func (b *bits) Play(ctx context.Context, seats []engines.Agent, seed uint64) (engines.Record, error) {
	b.mu.Lock()
	for _, a := range seats {
		b.seen[agentText(a)] = true
	}
	b.mu.Unlock()
	return fair{}.Play(ctx, seats, seed)
}
