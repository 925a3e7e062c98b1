package engines

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
)

// maxPlies ends a game that its rules never end.
const maxPlies = 1 << 20

// ForfeitError is a failure that one seat is to blame for.
type ForfeitError struct {
	Seat int
	Err  error
}

func (e *ForfeitError) Error() string { return fmt.Sprintf("seat %d forfeits: %v", e.Seat, e.Err) }

// Unwrap returns the cause.
func (e *ForfeitError) Unwrap() error { return e.Err }

// NewArena returns the referee of an engine's games.
func NewArena(e Engine) Arena { return arena{e} }

type arena struct{ engine Engine }

// Fork returns an arena for one goroutine that keeps the players it compiles.
func (a arena) Fork() Arena { return &bench{engine: a.engine} }

func (a arena) Play(ctx context.Context, seats []Agent, seed uint64) (Outcome, error) {
	return (&bench{engine: a.engine}).Play(ctx, seats, seed)
}

// bench is the referee for one goroutine, with the players who wait for their
// next game on the bench.
type bench struct {
	engine  Engine
	seats   [MaxSeats]seatBench
	players [MaxSeats]Player
}

// seatBench keeps the last few players compiled for a seat. Seats do not share
// players: one agent may sit at several seats of a table.
type seatBench struct {
	entries []benchEntry
	next    int
}

type benchEntry struct {
	agent  Agent
	player Player
}

const benchSize = 16

func (b *bench) player(seat int, a Agent) (Player, error) {
	s := &b.seats[seat]
	for i := range s.entries {
		if s.entries[i].agent.Same(a) {
			return s.entries[i].player, nil
		}
	}
	p, err := NewPlayer(b.engine, a)
	if err != nil {
		return nil, err
	}
	entry := benchEntry{a, p}
	if len(s.entries) < benchSize {
		s.entries = append(s.entries, entry)
	} else {
		s.entries[s.next] = entry
		s.next = (s.next + 1) % benchSize
	}
	return p, nil
}

// Play seats the agents, plays the game to its end, and returns its outcome.
func (b *bench) Play(ctx context.Context, seats []Agent, seed uint64) (Outcome, error) {
	if err := ctx.Err(); err != nil {
		return Outcome{}, err
	}
	g, err := b.engine.NewGame(len(seats), seed)
	if err != nil {
		return Outcome{}, err
	}
	for i, a := range seats {
		p, err := b.player(i, a)
		if err != nil {
			return Outcome{}, &ForfeitError{i, fmt.Errorf("agent %s: %w", a.Name, err)}
		}
		b.players[i] = p
	}
	return Referee(ctx, g, b.players[:len(seats)], seed)
}

// Referee plays a game to its end between players, one per seat in order. The
// players' chance comes from seed. A player that fails, panics or moves
// illegally ends the game with a *[ForfeitError]; a cancelled context ends it
// with the context's error.
func Referee(ctx context.Context, g Game, players []Player, seed uint64) (o Outcome, err error) {
	turn := -1
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
			if turn >= 0 {
				err = &ForfeitError{turn, err}
			}
		}
	}()
	for i, p := range players {
		if s, ok := p.(Starter); ok {
			turn = i
			s.Start(i, seed)
		}
	}
	hidden, _ := g.(Hidden)
	for ply := 0; !g.Over(); ply++ {
		if ply == maxPlies {
			return Outcome{}, fmt.Errorf("a game of more than %d plies", maxPlies)
		}
		turn = g.Turn()
		seen := g
		if hidden != nil {
			seen = hidden.View(turn)
		}
		move, err := players[turn].Choose(ctx, seen)
		if err != nil {
			if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
				return Outcome{}, err
			}
			return Outcome{}, &ForfeitError{turn, err}
		}
		if err := g.Apply(move); err != nil {
			return Outcome{}, &ForfeitError{turn, err}
		}
		if ply&63 == 63 && ctx.Err() != nil {
			return Outcome{}, ctx.Err()
		}
	}
	return g.Outcome(), nil
}
