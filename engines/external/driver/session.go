package driver

import (
	"context"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/proc"
)

// Session speaks one protocol with one process. One goroutine uses it. For a
// program that chooses moves the calls come in this order: Hello once; for every
// game Begin, Choose for every move of its seat, and End unless the game was given
// up. After an error of any of them but ctx's the process is ended. After ctx's
// error it may be used again once Fence has returned nil.
type Session interface {
	// Hello does the handshake and returns what the program says of itself.
	Hello(ctx context.Context) (Description, error)
	// Begin begins a game of one seat, with other weights perhaps than the last.
	Begin(ctx context.Context, g Game) error
	// Choose asks for a move of the seat. A ctx that ends is that of a move's
	// time, or of the run.
	Choose(ctx context.Context, t Turn) (Choice, error)
	// End tells how the game ended, to a program that wants to know.
	End(ctx context.Context, o engines.Outcome, why string) error
	// Fence returns once the program has done all that it was asked before; what it
	// still says to that is dropped.
	Fence(ctx context.Context) error
	// Quit asks the program to end. Whoever started the process waits for it.
	Quit()
	// Heard is what the program has said besides its answers.
	Heard() Heard
}

// Options are what a session is made of.
type Options struct {
	Process  *proc.Process
	Timeouts Timeouts
	// Lanista is the version of this program, for the handshake.
	Lanista string
	// Options are settings of the program, in the order of the config.
	Options []Option
	// Tuned names the weights that the config mentions, for programs that declare
	// more numbers than anybody would tune; nil is that any may be meant.
	Tuned []string
	// Weights are those that the process is started for, in the order of what it
	// declares; nil where nobody knows them yet, or others may follow.
	Weights engines.Weights
	// Declared are the weights of a program that cannot declare any.
	Declared engines.Space
	// Set is the line that sets a weight, with {name} and {value} in it; Setup and
	// EachGame are lines that are sent once, and before every game.
	Set             string
	Setup, EachGame []string
}

// Option is a setting of a program.
type Option struct{ Name, Value string }

// Timeouts are how long a program may take.
type Timeouts struct {
	Start time.Duration // from its start to the end of the handshake
	Reply time.Duration // for an answer that needs no thought
	Move  time.Duration // for a move without a time limit, and for a game of an arena
	Quit  time.Duration // to end
}

// Role is what a program does in a game.
type Role uint8

// The roles.
const (
	Agent Role = iota // chooses moves
	Arena             // plays whole games and tells the places
	Rules             // owns the rules of a game and is asked about them
)

// Description is what a program says of itself.
type Description struct {
	Name, Version, Doc string
	Role               Role
	// Games names the games that it can play; nil is any.
	Games []string
	// Weights are what can be tuned.
	Weights engines.Space
	// Wants says what it is to be told with a move, and of a game's end.
	Wants Wants
	// Deterministic says that it answers the same to the same lines.
	Deterministic bool
	// NeedsLimit says, in words for the user, which limits it cannot think without;
	// "" is none.
	NeedsLimit string
	// DepthAlone says that a limit of depth is the only one that it can be told,
	// TimeAlone that it can be told none but of time.
	DepthAlone, TimeAlone bool
	// Offers are numbers that it declares and that could be weights, where it does
	// not say which of them are; Weights are then those that the config mentions.
	Offers engines.Space
	// Centipawns says that its scores are hundredths of a pawn, a mate more than
	// any of them; otherwise they are expected results, from -1 to 1.
	Centipawns bool
	// MinSeats, MaxSeats and Settings are those of the game of an arena, or of a
	// program that owns rules.
	MinSeats, MaxSeats int
	Settings           []engines.Setting
	// Chance states whether the game of an arena, or of a program that owns rules, has
	// chance after its opening.
	Chance engines.Chance
	// Players names the opponents that an arena has of its own.
	Players []string
}

// Wants is what a program wants to be told.
type Wants struct{ Legal, Moves, End bool }

// Game is what a program is told before its first move.
type Game struct {
	Game     string           // by its name
	Settings engines.Settings // of the table and of the agent
	Seat     int
	Seats    int
	Seed     uint64 // the program's own: of this game and seat, below 2^53
	Space    engines.Space
	Weights  engines.Weights // of the space, in its order
	Limit    engines.Limit
}

// Turn is what a program is told when it is to move.
type Turn struct {
	Position engines.Position // as its seat sees it
	Seat     int
	Ply      int             // moves made so far
	Left     []time.Duration // on the clock of every seat; nil without clocks
	Add      []time.Duration // what every clock gains with a move
}

// Choice is what a program answers.
type Choice struct {
	Move   string // in the notation of the game
	Resign bool   // it gives the game up, and Move means nothing
	// Score is what it thinks of its position. What it means is the protocol's.
	Score *float64
	Depth int
	Nodes uint64
}

// Heard counts what a program has said besides its answers.
type Heard struct {
	Noise int      // lines that are no answers
	First []string // the first three of them
	Late  int      // answers to what had been asked before
}
