package engines_test

import (
	"context"
	"fmt"
	"strconv"

	"github.com/lanista/lanista/engines"
)

// Nim is the engine of a game with two to four seats. A player takes one to three matches from a
// heap, and the player who takes the last match wins. An agent has a weight for every remainder of
// the heap after division by four, and leaves the heap with the greatest weight. Tuning finds the
// best remainder.
type Nim struct{ settings engines.Settings }

var nimSettings = []engines.Setting{
	{Name: "matches", Doc: "in the heap at first", Kind: engines.Int, Default: "21", Min: 1, Max: 1000},
}

// NewNim returns the engine with its default settings.
func NewNim() engines.Engine {
	e, err := Nim{}.With(nil)
	if err != nil {
		panic(err) // a default in nimSettings is invalid
	}
	return e
}

func (n Nim) Spec() engines.Spec {
	s := engines.Spec{
		Name: "nim", Title: "Nim", Doc: "Take one to three matches; who takes the last one wins.", Version: "1",
		MinSeats: 2, MaxSeats: 4, Settings: append([]engines.Setting(nil), nimSettings...), ScaleFree: true,
	}
	for i := range 4 {
		s.Weights = append(s.Weights, engines.Weight{Name: fmt.Sprint("leave", i), Doc: fmt.Sprint("value of a heap with the remainder ", i), Min: -1, Max: 1})
	}
	return s
}

func (n Nim) With(s engines.Settings) (engines.Engine, error) {
	settings, err := engines.Resolve(nimSettings, n.settings, s)
	return Nim{settings}, err
}

// NewGame ignores the seed, because Nim has no chance. Games differ by their random opening moves;
// see engines.Openings.
func (n Nim) NewGame(seats int, _ uint64) (engines.Game, error) {
	if seats < 2 || seats > 4 {
		return nil, fmt.Errorf("%d seats, not 2 to 4", seats)
	}
	return &Heap{matches: n.settings.Int("matches"), seats: seats}, nil
}

func (n Nim) ParseGame(position string, _ uint64) (engines.Game, error) {
	h := &Heap{}
	if _, err := fmt.Sscanf(position, "%d %d/%d", &h.matches, &h.turn, &h.seats); err != nil {
		return nil, fmt.Errorf("%q is not MATCHES TURN/SEATS: %w", position, err)
	}
	if h.matches < 0 || h.seats < 2 || h.seats > 4 || h.turn < 0 || h.turn >= h.seats {
		return nil, fmt.Errorf("%q: no such position", position)
	}
	return h, nil
}

func (n Nim) NewPlayer(_ context.Context, a engines.Agent) (engines.Player, error) {
	if err := a.Limit.Refuse(); err != nil { // the player does not search
		return nil, err
	}
	a, err := a.Complete(n)
	if err != nil {
		return nil, err
	}
	return nimPlayer{a.Weights}, nil
}

// Heap is a game of Nim. It contains the number of matches and the seat to move.
type Heap struct{ matches, turn, seats int }

func (h *Heap) Seats() int     { return h.seats }
func (h *Heap) Turn() int      { return h.turn }
func (h *Heap) Over() bool     { return h.matches == 0 }
func (h *Heap) String() string { return fmt.Sprintf("%d %d/%d", h.matches, h.turn, h.seats) }

// Outcome returns the player of the last move as the winner. Apply does not change the turn after
// the last match.
func (h *Heap) Outcome() engines.Outcome { return engines.Winner(h.seats, h.turn) }

func (h *Heap) Moves(dst []engines.Move) []engines.Move {
	for m := 1; m <= min(3, h.matches); m++ {
		dst = append(dst, engines.Move(m))
	}
	return dst
}

func (h *Heap) Apply(m engines.Move) error {
	if m < 1 || m > 3 || int(m) > h.matches {
		return fmt.Errorf("cannot take %d of %d", m, h.matches)
	}
	if h.matches -= int(m); h.matches > 0 {
		h.turn = (h.turn + 1) % h.seats
	}
	return nil
}

func (h *Heap) Clone() engines.Game {
	copied := *h
	return &copied
}

func (h *Heap) FormatMove(m engines.Move) string { return strconv.Itoa(int(m)) }

func (h *Heap) ParseMove(s string) (engines.Move, error) {
	m, err := strconv.Atoi(s)
	return engines.Move(m), err
}

// nimPlayer chooses the move after which the heap has the greatest weight.
type nimPlayer struct{ leave engines.Weights }

func (p nimPlayer) Choose(_ context.Context, pos engines.Position) (engines.Move, error) {
	heap := pos.(*Heap)
	best := 1
	for take := 2; take <= min(3, heap.matches); take++ {
		if p.leave[(heap.matches-take)%4] > p.leave[(heap.matches-best)%4] {
			best = take
		}
	}
	return engines.Move(best), nil
}

// The example is a complete game, with a match between two of its agents. A program with
// cmd.Main(NewNim()) has every verb for it, and enginetest.Run(t, NewNim(), 20) tests that it
// fulfils the contract.
func Example_nim() {
	arena, err := engines.NewArena(NewNim(), engines.ArenaOptions{Openings: engines.Openings{RandomPlies: 2}})
	if err != nil {
		fmt.Println(err)
		return
	}
	expert := engines.Agent{Name: "expert", Weights: engines.Weights{1, 0, 0, 0}}
	novice := engines.Agent{Name: "novice"}
	won := 0
	for seed := range uint64(50) {
		for _, seats := range [][]engines.Agent{{expert, novice}, {novice, expert}} {
			game, err := arena.Play(context.Background(), seats, seed)
			if err != nil {
				fmt.Println(err)
				return
			}
			for seat, agent := range seats {
				if agent.Name == "expert" && game.Outcome.Place(seat) == 1 {
					won++
				}
			}
		}
	}
	fmt.Println("the expert wins", won, "of 100 games")
	// Output: the expert wins 100 of 100 games
}
