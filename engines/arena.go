package engines

import (
	"context"
	"time"
)

// Arena plays whole games between agents. Play may be called from several goroutines.
type Arena interface {
	// Play plays one game. seats has one agent per seat, in order, and all chance comes from
	// seed. Nil weights of an agent are the default weights of the game. A player that fails loses
	// the game, and the Record describes the failure. An error means that the game was not played:
	// a program did not start, ctx ended, or the game does not have this number of seats.
	Play(ctx context.Context, seats []Agent, seed uint64) (Record, error)
}

// PerGoroutine is implemented by arenas that are faster if every goroutine uses a separate copy.
// For example, a copy may reuse the players of earlier games.
type PerGoroutine interface {
	// Fork returns a copy of the arena for use by one goroutine. It plays the same games as the
	// original. The caller must close it with [Close].
	Fork() Arena
}

// ArenaOptions contains the options of an [Arena]: how games begin and what is recorded. With the
// zero value, games begin at the game's own start position and records contain no moves.
type ArenaOptions struct {
	// Openings defines the random moves that are made before the players choose.
	Openings Openings
	// Moves adds the moves to the Record of every game.
	Moves bool
	// Evals adds two things to the Record for every ply: the player's evaluation of the position
	// ([Assessor]), and the depth, size and duration of its search ([SearchReporter]). An [ArenaFactory]
	// may ignore the option.
	Evals bool
	// CheckEveryPly makes the arena call ctx.Err after every ply instead of after every 64th. Use
	// it if the context counts these calls to observe the progress of a game.
	CheckEveryPly bool
}

// DefaultMargin is the time by which a player may exceed its time limit before it loses the game.
// It covers the delays of a machine with many running processes. External programs may have margins
// of their own.
const DefaultMargin = 50 * time.Millisecond

// ArenaFactory is implemented by engines whose games are not played by the referee of this package,
// for example because an external program contains the rules. The methods NewGame, ParseGame and
// NewPlayer of such an engine may return an error for all arguments.
type ArenaFactory interface {
	// NewArena returns an arena, or an error if it does not support the options.
	NewArena(ArenaOptions) (Arena, error)
}

// NewArena returns an arena that plays the games of an engine. If the engine is an [ArenaFactory],
// the engine creates the arena. Otherwise the arena is the referee of this package, which is
// [PerGoroutine]. For an invalid option, NewArena returns a [keys.KeyError].
func NewArena(e Engine, o ArenaOptions) (Arena, error) {
	if e == nil {
		return nil, errNoEngine
	}
	if h, ok := As[ArenaFactory](e); ok {
		return h.NewArena(o)
	}
	if err := o.Openings.Validate(); err != nil {
		return nil, err
	}
	return arena{e, o, &seedEffects{engine: e}}, nil
}

// arena is an [Arena] for any number of goroutines. It creates new players for every game.
type arena struct {
	engine  Engine
	options ArenaOptions
	effects *seedEffects // shared by all forks
}

// Fork returns an arena for one goroutine. Until this arena is closed, it keeps the players of
// finished games for later games.
func (a arena) Fork() Arena { return newReferee(a) }

// Play plays one game with new players.
func (a arena) Play(ctx context.Context, seats []Agent, seed uint64) (Record, error) {
	one := newReferee(a)
	r, err := one.Play(ctx, seats, seed)
	if closing := one.Close(); err == nil && closing != nil {
		return Record{}, closing
	}
	return r, err
}
