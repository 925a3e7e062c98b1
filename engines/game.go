package engines

// Move is an encoded move. Each game defines its own encoding.
type Move int32

// Position is a read-only view of a game, as one seat sees the game. It changes when moves are
// made in the game.
type Position interface {
	// Seats returns the number of seats.
	Seats() int
	// Turn returns the seat to move, from 0.
	Turn() int
	// Moves appends the legal moves to dst and returns the extended slice. Their order depends on
	// the position alone. There is at least one move unless the game is over.
	Moves(dst []Move) []Move
	// Over reports whether the game has ended.
	Over() bool
	// Outcome returns the places of all seats. The game must be over.
	Outcome() Outcome
	// String returns the position as text in the game's notation, including the seat to move.
	// ParseGame reads this text.
	String() string
	// FormatMove returns the notation of a legal move of the position.
	FormatMove(Move) string
	// ParseMove returns the move for a text as FormatMove writes it. The move need not be legal.
	// For a text that is no move it returns an error.
	ParseMove(string) (Move, error)
}

// Game is a game in progress: a position to which moves can be applied, and the chance events to
// come, such as dice rolls. Only one goroutine may use it at a time.
type Game interface {
	Position
	// Apply makes a move and the chance events that follow it. For an illegal move it returns an
	// error and does not change the game. A *[BrokenError] means that the game itself has failed,
	// not the player.
	Apply(Move) error
	// Clone returns an independent copy with the same chance events to come. Equal moves lead the
	// copy and the original to equal positions.
	Clone() Game
}

// Hidden is implemented by games with hidden information, such as cards in hand. The referee
// passes each player the view of the player's seat, never the game.
type Hidden interface {
	// View returns the position as a seat, counted from 0, sees it. The returned value must not
	// be a [Game].
	View(seat int) Position
}

// View returns the position as a seat sees it if the game is [Hidden], otherwise the game itself.
func View(g Game, seat int) Position {
	if h, ok := g.(Hidden); ok {
		return h.View(seat)
	}
	return g
}

// Concluder is implemented by games that may also end for a reason outside their rules, for
// example after a maximum number of rounds.
type Concluder interface {
	// Ending returns how the game ended. The game must be over.
	Ending() Ending
}

// History is implemented by positions that contain the moves that led to them. Players and programs
// use these moves if the position alone is not enough. The moves must not be secret from any seat.
type History interface {
	// Start returns the position in which the game began, as text in the game's notation.
	Start() string
	// Played returns all moves since the position of Start in order, including opening moves. The
	// caller may change the slice.
	Played() []Move
}

// Reasoner is implemented by games that can name the reason why they ended, such as "checkmate".
type Reasoner interface {
	// Reason returns the reason for the end in a word or two, or "" while the game goes on.
	// docs/agents.md lists those of the games that ship.
	Reason() string
}
