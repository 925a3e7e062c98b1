package engines

import (
	"context"
	"time"
)

// Arena plays games from their deal to their end. Play may be called from several goroutines.
type Arena interface {
	// Play plays one game from a seed between agents, one per seat in order. A player that
	// fails forfeits; the Record contains its failure. An error means that the game was not
	// played: a program did not start, ctx ended, or the game does not have this number of
	// seats.
	Play(ctx context.Context, seats []Agent, seed uint64) (Record, error)
}

// PerGoroutine is implemented by arenas that are faster if every goroutine has its own, for
// example because players are kept between games.
type PerGoroutine interface {
	// Fork returns an arena for one goroutine that plays the same games. The caller must
	// close it with [Close].
	Fork() Arena
}

// ArenaOptions are the options of an [Arena]. The zero value plays from the game's own start
// and keeps no moves.
type ArenaOptions struct {
	// Openings are the random moves before the players choose.
	Openings Openings
	// Moves adds the moves to the Record of every game.
	Moves bool
	// Evals adds the players' evaluations of their positions ([Assessor]) to the Record.
	// An [ArenaFactory] may ignore it.
	Evals bool
	// Margin is added to the time of an agent with a limit of time before its move is too
	// late. The default value is DefaultMargin.
	Margin time.Duration
	// CheckEveryPly calls ctx.Err after every ply in place of every 64th, for a context that
	// observes the progress of a game.
	CheckEveryPly bool
}

// DefaultMargin is the default of ArenaOptions.Margin. It allows for the delays of a busy
// machine.
const DefaultMargin = 50 * time.Millisecond

// ArenaFactory is implemented by engines that play their games without the referee, for
// example because a program has the rules. NewGame, ParseGame and NewPlayer of such an engine
// may return an error.
type ArenaFactory interface {
	// NewArena returns an arena, or an error if it does not support the options.
	NewArena(ArenaOptions) (Arena, error)
}

// NewArena returns the arena of an engine that is an [ArenaFactory], otherwise the referee of
// its games. The referee's arena is [PerGoroutine]. An error is a [keys.KeyError] of an option.
func NewArena(e Engine, o ArenaOptions) (Arena, error) {
	if h, ok := As[ArenaFactory](e); ok {
		return h.NewArena(o)
	}
	if err := o.Openings.Validate(); err != nil {
		return nil, err
	}
	if o.Margin == 0 {
		o.Margin = DefaultMargin
	}
	return arena{e, o, &seedEffects{engine: e}}, nil
}

// arena is the referee for any number of goroutines. It makes new players for every game.
type arena struct {
	engine  Engine
	options ArenaOptions
	effects *seedEffects // shared by all forks
}

// Fork returns a referee for one goroutine that keeps its players until it is closed.
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
