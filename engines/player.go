package engines

import (
	"context"
	"errors"
	"io"
	"time"
)

// Player chooses moves. One goroutine uses it at a time. A player is made once
// and plays many games, at any seat; what else of a player's life it wants to
// know it says by the interfaces below, which cost nothing where they are not
// implemented. For every game they come in this order: Start; Saw for every
// move, with Clocks and Choose before the player's own ones; End. A player that
// is an [io.Closer] is closed when no further game of it will come.
//
// A player must play alike whatever games it has played before: what it keeps
// of them may save time, but must not change a move.
type Player interface {
	// Choose returns a legal move for the seat to move, or ErrResigned if the
	// player gives the game up. It returns ctx's error, wrapped or not, when ctx is
	// done before it has chosen. Any other error forfeits the game; one that wraps a
	// *[Fault] says by what kind of failure, and one that wraps an
	// *[UnplayableError] says that nobody at the table is to blame, and the game
	// counts as not played.
	Choose(ctx context.Context, p Position) (Move, error)
}

// ErrResigned is what a player returns in place of a move if it gives the game up:
// it is placed last, and nobody has failed.
var ErrResigned = errors.New("resigned")

// Seating is what a player is told before a game's first move.
type Seating struct {
	Seat, Seats int
	// Seed is the game's. A player draws all its chance from it and its seat.
	Seed uint64
	// From is the position before the first ply, an opening's included, as the
	// player's seat sees it. It is that position only until Start returns.
	From Position
}

// Starter is implemented by players that remember something of a game or use
// chance.
type Starter interface {
	// Start begins a game. An error means that the game cannot be played; see
	// Engine.NewPlayer, whose errors mean the same.
	Start(ctx context.Context, s Seating) error
}

// Watcher is implemented by players that want to be told of every move.
type Watcher interface {
	// Saw tells of a move after it has been made: every move of the game, the
	// player's own among them, and the plies of the opening. seat is who moved.
	// Moves are told as they are: where they say what another seat must not know,
	// a fair player looks at its views instead.
	Saw(seat int, m Move)
}

// Ender is implemented by players that want to know how a game ended.
type Ender interface {
	// End tells the outcome of the game that Start began. It does not come if
	// the game was given up without one.
	End(Outcome)
}

// Timekeeper is implemented by players that want to see the clocks.
type Timekeeper interface {
	// Clocks tells, before a move of the player, the time that every seat has
	// left on its clock, 0 for a seat without one. It comes only where the
	// player's own agent has a clock. The slice must not be kept.
	Clocks(left []time.Duration)
}

// Assessor is implemented by players that evaluate the position in which they move.
type Assessor interface {
	// Assessment returns the evaluation of the position of the last Choose for the seat
	// that moved, in the customary unit of the game: in chess hundredths of a pawn, with a
	// forced mate above every other evaluation. ok is false if the player has none.
	Assessment() (eval float64, ok bool)
}

// Close closes what is an [io.Closer]: players, forked arenas, engines that hold
// processes. Anything else is left as it is.
func Close(v any) error {
	if c, ok := v.(io.Closer); ok {
		return c.Close()
	}
	return nil
}
