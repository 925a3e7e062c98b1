package engines

import (
	"context"
	"time"
)

// Arena plays whole games. Play may be called from several goroutines.
type Arena interface {
	// Play seats the agents in order and plays one game from a seed. A player's
	// failure is in the Record: it forfeits. An error means that the game was
	// not played, and may be played again: a program that did not start, a
	// context that is done, a table that the game does not have.
	Play(ctx context.Context, seats []Agent, seed uint64) (Record, error)
}

// PerGoroutine is implemented by arenas that can be made faster for a single
// goroutine, for example by keeping compiled players. A forked arena gives the
// same records. If it is an [io.Closer], whoever forked it closes it.
type PerGoroutine interface {
	Fork() Arena
}

// ArenaOptions say how the games of an arena are played. The zero value plays
// from the game's own start and keeps no moves.
type ArenaOptions struct {
	// Openings are made before the players are asked.
	Openings Openings
	// Moves asks for the moves of every game in its Record.
	Moves bool
	// Evals asks for what the players thought of their positions in its Record. An
	// engine that plays its games itself need not know.
	Evals bool
	// Margin is how much later than its time a move may come from an agent whose
	// time is limited. The default value is DefaultMargin.
	Margin time.Duration
	// CheckEveryPly asks the context before every ply whether it has ended, in place of
	// every 64th: for a context that wants to know that the game goes on.
	CheckEveryPly bool
}

// DefaultMargin is the margin of a move's time: what a busy machine may add.
const DefaultMargin = 50 * time.Millisecond

// ArenaFactory is implemented by engines that play their games themselves, for example
// because the rules are another program's. The referee asks nothing of such an
// engine: NewGame, ParseGame and NewPlayer may refuse.
type ArenaFactory interface {
	NewArena(ArenaOptions) (Arena, error)
}

// NewArena returns an engine's own arena if it is a [ArenaFactory], otherwise the
// referee of its games.
func NewArena(e Engine, o ArenaOptions) (Arena, error) {
	if h, ok := e.(ArenaFactory); ok {
		return h.NewArena(o)
	}
	if err := o.Openings.Validate(); err != nil {
		return nil, err
	}
	if o.Margin == 0 {
		o.Margin = DefaultMargin
	}
	find := func(ctx context.Context, seats int) (SeedEffect, error) { return FindChance(ctx, e, seats) }
	return arena{e, o, NewSeedEffects(find)}, nil
}

// arena is the referee for any number of goroutines: it makes its players anew
// for every game.
type arena struct {
	engine  Engine
	options ArenaOptions
	effects *SeedEffects // shared by all forks
}

// Fork returns a referee for one goroutine that keeps the players it has made.
// It must be closed.
func (a arena) Fork() Arena { return newReferee(a) }

// Play plays one game.
func (a arena) Play(ctx context.Context, seats []Agent, seed uint64) (Record, error) {
	one := newReferee(a)
	r, err := one.Play(ctx, seats, seed)
	if closing := one.Close(); err == nil && closing != nil {
		return Record{}, closing
	}
	return r, err
}
