package engines

// Move is one choice of the player to move. Its meaning belongs to the game.
type Move int32

// Position is what a player may look at: a game as far as one seat sees it. It
// follows the game from move to move, and the game cannot be changed through it.
type Position interface {
	Seats() int
	// Turn is the seat to move, from 0.
	Turn() int
	// Moves appends the legal moves to dst, in the game's fixed order. A game
	// that is not over has at least one.
	Moves(dst []Move) []Move
	Over() bool
	// Outcome is the place of every seat; it means something once Over.
	Outcome() Outcome
	// String is the position in the game's notation, with the seat to move;
	// ParseGame reads it back.
	String() string
	FormatMove(Move) string
	// ParseMove reads what FormatMove writes. Whether the move is legal is for
	// Apply to say.
	ParseMove(string) (Move, error)
}

// Game is one table: a position and the chance still to come. A Game is used by
// one goroutine at a time.
type Game interface {
	Position
	// Apply makes a move, and the chance that follows it. It refuses an illegal
	// move with an error and leaves the game as it was. A *[BrokenError] says that
	// the move is not to blame.
	Apply(Move) error
	// Clone returns an independent copy with the same chance still to come: the
	// same moves lead both to the same end.
	Clone() Game
}

// Hidden is implemented by games whose seats do not see everything: a player is
// shown its seat's view, never the game.
type Hidden interface {
	View(seat int) Position
}

// View returns what a seat sees of a game: its view if the game is [Hidden],
// otherwise the game.
func View(g Game, seat int) Position {
	if h, ok := g.(Hidden); ok {
		return h.View(seat)
	}
	return g
}

// Concluder is implemented by games that may end otherwise than by their rules,
// for example at a largest number of rounds.
type Concluder interface {
	// Ending says how a game that is over has ended.
	Ending() Ending
}

// History is implemented by positions that know how they came about, for
// players whose programs want to be told the game and not the position alone. The
// history belongs to what every seat may see.
type History interface {
	// Start is the position in which the game began, in the game's notation.
	Start() string
	// Played lists the moves since Start in order, the plies of an opening among
	// them. The slice is the caller's.
	Played() []Move
}

// Reasoner is implemented by games that can say why they are over.
type Reasoner interface {
	// Reason is a word or two of the game, as "checkmate"; "" while it goes on.
	Reason() string
}
