package engines

// Move is one choice of the seat to move. The game defines its meaning.
type Move int32

// Position is a game as one seat sees it. It follows the game from move to move, and the
// game cannot be changed through it.
type Position interface {
	// Seats returns the number of seats.
	Seats() int
	// Turn returns the seat to move, from 0.
	Turn() int
	// Moves appends the legal moves to dst, in an order that depends on the position alone.
	// A game that is not over has at least one.
	Moves(dst []Move) []Move
	// Over reports whether the game has ended.
	Over() bool
	// Outcome returns the place of every seat of a game that is over.
	Outcome() Outcome
	// String returns the position in the game's notation, with the seat to move. ParseGame
	// reads it.
	String() string
	// FormatMove returns the notation of a legal move of the position.
	FormatMove(Move) string
	// ParseMove reads what FormatMove returns. The move need not be legal.
	ParseMove(string) (Move, error)
}

// Game is a position and the chance still to come. One goroutine uses it at a time.
type Game interface {
	Position
	// Apply makes a move and the chance that follows it. An illegal move is an error and
	// does not change the game. A *[BrokenError] states that the game has failed, not the
	// player.
	Apply(Move) error
	// Clone returns an independent copy with the same chance still to come: equal moves
	// lead both to the same end.
	Clone() Game
}

// Hidden is implemented by games with hidden information. Players receive the view of their
// seat, never the game.
type Hidden interface {
	// View returns the position as a seat sees it. The view must not be a [Game].
	View(seat int) Position
}

// View returns the view of a seat if the game is [Hidden], otherwise the game.
func View(g Game, seat int) Position {
	if h, ok := g.(Hidden); ok {
		return h.View(seat)
	}
	return g
}

// Concluder is implemented by games that may end otherwise than by their rules, for example
// after a largest number of rounds.
type Concluder interface {
	// Ending returns how a game that is over has ended.
	Ending() Ending
}

// History is implemented by positions that keep the moves which led to them, for players and
// programs that need more than the position. Every seat may see the moves.
type History interface {
	// Start returns the position in which the game began, in the game's notation.
	Start() string
	// Played returns the moves since Start in order, with those of the opening. The caller
	// may change the slice.
	Played() []Move
}

// Reasoner is implemented by games that name the reason of their end.
type Reasoner interface {
	// Reason returns a word or two, such as "checkmate", or "" while the game goes on.
	Reason() string
}
