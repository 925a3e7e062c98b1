package engines

import (
	"context"
	"errors"
	"io"
	"time"
)

// Player chooses moves. One goroutine uses it at a time. It plays many games, one after the
// other, at any seat.
//
// A player may implement [Starter], [Watcher], [Ender], [Timekeeper], [Assessor] and
// [Deepener]. In every game the calls come in this order: Start; for every move Saw, and
// before the player's own moves Clocks and Choose; End. A player that is an [io.Closer] is
// closed after its last game.
//
// Earlier games must not change a player's moves. State kept between games may save time only.
type Player interface {
	// Choose returns a legal move for the seat to move, or ErrResigned to give up the game.
	// If ctx ends first, Choose returns ctx's error, wrapped or not. Any other error
	// forfeits the game; an error that wraps a *[Fault] states the kind of failure. After an
	// error that wraps an *[UnplayableError] the game counts as not played.
	Choose(ctx context.Context, p Position) (Move, error)
}

// ErrResigned is returned by a player that gives up the game. Its seat is placed last; this
// is not a forfeit.
var ErrResigned = errors.New("resigned")

// Seating describes a game to a player before the first move.
type Seating struct {
	Seat  int    // the player's seat, from 0
	Seats int    // of the game
	Seed  uint64 // of the game; all random numbers of a player come from Seed and Seat
	// From is the player's view of the start position, before the moves of an opening. It is
	// valid until Start returns.
	From Position
}

// Starter is implemented by players that keep state during a game or use random numbers.
type Starter interface {
	// Start begins a game. Its errors are those of Engine.NewPlayer.
	Start(ctx context.Context, s Seating) error
}

// Watcher is implemented by players that follow the moves of a game.
type Watcher interface {
	// Saw receives every move after it was made, with the seat that moved: the moves of the
	// opening, of the other seats, and the player's own. A move may contain what is hidden
	// from the player's seat; a fair player uses its view of the position instead.
	Saw(seat int, m Move)
}

// Ender is implemented by players that use the outcome of a game.
type Ender interface {
	// End receives the outcome of the game that Start began. It is not called for a game
	// without an outcome.
	End(Outcome)
}

// Timekeeper is implemented by players that use the clocks.
type Timekeeper interface {
	// Clocks receives, before a move of the player, the time left of every seat; it is 0
	// for a seat without a clock. It is called only if the player's agent has a clock. The
	// slice is valid until Clocks returns.
	Clocks(left []time.Duration)
}

// Assessor is implemented by players that evaluate the position in which they move.
type Assessor interface {
	// Assessment returns the evaluation of the position of the last Choose for the seat
	// that moved, in the customary unit of the game: in chess hundredths of a pawn, with a
	// forced mate above every other evaluation. ok is false if the player has none.
	Assessment() (eval float64, ok bool)
}

// Close calls Close if v is an [io.Closer], as players, forked arenas and engines with
// processes may be. Otherwise it returns nil.
func Close(v any) error {
	if c, ok := v.(io.Closer); ok {
		return c.Close()
	}
	return nil
}
