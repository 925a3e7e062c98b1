package engines

import (
	"context"
	"errors"
	"io"
	"time"
)

// Player chooses moves. Only one goroutine uses it at a time. It plays many games, one after the
// other, at any seat.
//
// A player may also implement [Starter], [Watcher], [Ender], [Timekeeper], [Assessor], [Deepener]
// and [SearchReporter]. In every game the calls come in this order: first Start; then Saw after
// every move, and Clocks and Choose before each of the player's own moves; last End. A player that
// is an [io.Closer] is closed after its last game.
//
// Earlier games must not change which moves a player chooses. It may keep state between games
// only to save time.
type Player interface {
	// Choose returns a legal move for the seat to move, or ErrResigned to give up the game. If
	// ctx ends first, Choose must return ctx's error, wrapped or not. Any other error loses the
	// game for the player. If it wraps a *[Fault], the Fault states the kind of failure. After an
	// error that wraps an *[UnplayableError] the game counts as not played. The position is valid
	// until the end of the game; see [Renewer].
	Choose(ctx context.Context, p Position) (Move, error)
}

// ErrResigned is returned by Player.Choose to give up the game. The player's seat is placed last.
// Resigning is not a forfeit.
var ErrResigned = errors.New("resigned")

// Seating describes a new game to a player: its seat, the number of seats, its random seed and
// the start position.
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
	// Start is called at the beginning of a game. It returns the same errors as Engine.NewPlayer.
	Start(ctx context.Context, s Seating) error
}

// Watcher is implemented by players that follow the moves of a game.
type Watcher interface {
	// Saw is called after every move with the seat that made the move. This includes moves of the
	// opening, of the other seats, and of the player itself. A move may contain information that
	// is hidden from the player's seat. A fair player does not use this information and reads its
	// view of the position instead.
	Saw(seat int, m Move)
}

// Ender is implemented by players that need the outcome of a game.
type Ender interface {
	// End is called with the outcome at the end of a game that was started with Start. It is not
	// called for a game without an outcome.
	End(Outcome)
}

// Timekeeper is implemented by players that need the remaining time of all seats.
type Timekeeper interface {
	// Clocks is called before each of the player's moves with the remaining time of every seat.
	// The value is 0 for a seat without a clock. Clocks is called only if the player's agent has
	// a clock. The slice is valid until Clocks returns.
	Clocks(left []time.Duration)
}

// Assessor is implemented by players that evaluate the positions in which they move.
type Assessor interface {
	// Assessment returns the player's evaluation of the position in which it chose last, from the
	// view of the seat that moved. It is in the customary unit of the game. In chess that is
	// hundredths of a pawn, and a forced mate in n plies is MateEval - n. ok is false if the
	// player has no evaluation.
	Assessment() (eval float64, ok bool)
}

// MateEval is the evaluation of a position in which the opponent is mated. It exceeds every
// evaluation of other positions.
const MateEval = 1e9

// SearchReporter is implemented by players that search before they move and can report the size of
// the search.
type SearchReporter interface {
	// LastSearch returns the depth of the search for the last move and the number of positions
	// that it visited. Either is 0 if it is unknown.
	LastSearch() (depth int, nodes uint64)
}

// Close closes v if it is an [io.Closer]; otherwise it returns nil. Players, forked arenas and
// engines that use processes may need closing.
func Close(v any) error {
	if c, ok := v.(io.Closer); ok {
		return c.Close()
	}
	return nil
}
