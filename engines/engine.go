package engines

import "context"

// MaxSeats is the largest number of seats at one table.
const MaxSeats = 8

// Engine is a game together with the heuristic whose weights are tuned. Its
// methods may be called from several goroutines.
type Engine interface {
	// Spec describes the game under the engine's present settings.
	Spec() Spec

	// With returns the same game with the named settings replaced. It refuses
	// an unknown setting or a value out of range, naming the setting.
	With(Settings) (Engine, error)

	// NewGame deals a table. All chance in the game comes from seed.
	NewGame(seats int, seed uint64) (Game, error)

	// ParseGame reads a position in the game's notation; chance from there on
	// comes from seed.
	ParseGame(position string, seed uint64) (Game, error)

	// NewPlayer compiles an agent's weights and settings into a player. The
	// agent's settings override those of the engine; nil weights are the
	// defaults of the resulting Spec.
	NewPlayer(Agent) (Player, error)
}

// Spec says what a game is and what of it can be tuned and set.
type Spec struct {
	Name     string    // as typed on the command line, lower case
	Title    string    // as a person writes it
	Doc      string    // what the game is, in a sentence or two
	MinSeats int       // fewest seats
	MaxSeats int       // most seats
	Weights  Space     // the weights of the heuristic, in order
	Settings []Setting // everything Settings may name

	// ScaleFree says that multiplying all weights by one positive number
	// changes no move, so that only their direction matters.
	ScaleFree bool
}

// Move is one choice of the player to move. Its meaning belongs to the game.
type Move int32

// Game is one table: a position, the moves it allows, and the chance still to
// come. A Game is used by one goroutine at a time.
type Game interface {
	Seats() int
	// Turn is the seat to move, from 0.
	Turn() int
	// Moves appends the legal moves to dst, in the game's fixed order. A game
	// that is not over has at least one.
	Moves(dst []Move) []Move
	// Apply makes a move, and the chance that follows it. It refuses an illegal
	// move with an error and leaves the game as it was.
	Apply(Move) error
	Over() bool
	// Outcome is the place of every seat; it means something once Over.
	Outcome() Outcome
	// Position is the table in the game's notation; ParseGame reads it back.
	Position() string
	FormatMove(Move) string
	ParseMove(string) (Move, error)
}

// Player chooses moves for one seat. One goroutine uses it at a time.
type Player interface {
	// Choose returns a legal move for the seat to move. It returns ctx's error,
	// wrapped or not, when ctx is done before it has chosen.
	Choose(ctx context.Context, g Game) (Move, error)
}

// Starter is kept by players that remember something of a game or use chance:
// the referee calls Start before a game's first move.
type Starter interface {
	Start(seat int, seed uint64)
}

// Hidden is kept by games whose seats do not see everything: the referee hands
// a player its seat's view, never the game.
type Hidden interface {
	View(seat int) Game
}

// Evaluator is kept by engines whose heuristic can be asked for the worth of a
// position to every seat. A nil weights vector means the defaults.
type Evaluator interface {
	Evaluate(g Game, weights Weights) ([]float64, error)
}

// Linear is kept by evaluators whose worth is a weighted sum of features: the
// worth of g to seat s is the sum over i of weights[i] * Features(g)[s][i].
type Linear interface {
	Evaluator
	// Features returns a row per seat with a value per weight of the Spec.
	Features(g Game) ([][]float64, error)
}

// Arena plays one whole game. The referee makes an Arena of any Engine; a
// program in another process, or a batch sent to another machine, is an Arena
// too. Play may be called from several goroutines.
//
// A failure that one seat is to blame for is a *[ForfeitError]. Any other error
// means that the game could not be played at all.
type Arena interface {
	Play(ctx context.Context, seats []Agent, seed uint64) (Outcome, error)
}

// Forker is kept by arenas that can be made faster for a single goroutine, for
// example by keeping compiled players. A forked arena gives the same outcomes.
type Forker interface {
	Fork() Arena
}
