package protocol

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/process"
)

// Session is a conversation with one process. One goroutine uses it. Hello is called once.
// For every game of a program that chooses moves, Begin is called, Choose for every move of
// its seat, and End unless the game was abandoned. After an error the process must be
// ended, except after the error of the context: then the session can be used again as soon
// as Sync has returned nil.
type Session interface {
	// Hello does the handshake and returns the program's description.
	Hello(ctx context.Context) (Description, error)
	// Begin begins a game for one seat. The weights may differ from those of the last game.
	Begin(ctx context.Context, g Game) error
	// Choose requests a move of the seat. The context ends with the time of the move.
	Choose(ctx context.Context, t Turn) (Choice, error)
	// End sends the outcome of the game to a program that requests it.
	End(ctx context.Context, o engines.Outcome, why string) error
	// Sync returns as soon as the program has completed all earlier requests. It discards
	// late answers.
	Sync(ctx context.Context) error
	// Quit requests the program to end. It does not wait for the exit.
	Quit()
	// Stray returns the counts of lines that were not answers.
	Stray() Stray
}

// sessions has the constructor of a session for every protocol.
var sessions = map[string]func(Options) Session{
	"ludus":  newLudus,
	"uci":    newUCI,
	"gtp":    newGTP,
	"nboard": newNBoard,
}

// Names returns the names of the protocols in alphabetical order.
func Names() []string { return slices.Sorted(maps.Keys(sessions)) }

// Open returns a session in the protocol called name, one of [Names], with a process that
// was just started. It sends nothing.
func Open(name string, o Options) Session { return sessions[name](o) }

// Options are the process and the config of a session.
type Options struct {
	Process  *process.Process
	Timeouts Timeouts
	// Lanista is the version of Lanista, sent in the handshake.
	Lanista string
	// Options are settings of the program, in the order of the config.
	Options []Option
	// Tuned are the names of the weights in the config, for programs that declare more
	// numbers than a run tunes. nil means that any number may be a weight.
	Tuned []string
	// Weights are the weights that the process is started for, in the order of the
	// description. nil means that they are unknown or may change.
	Weights engines.Weights
	// Declared are the weights from the config, for protocols without declarations.
	Declared engines.Space
	// Set is the line that sets a weight, with the placeholders {name} and {value}.
	Set string
	// Setup are lines sent once, EachGame lines sent before every game.
	Setup, EachGame []string
}

// Option is a setting of a program.
type Option struct{ Name, Value string }

// Timeouts limit how long a program may take.
type Timeouts struct {
	Start time.Duration // from the start of the process to the end of the handshake
	Reply time.Duration // for an answer that requires no search
	Move  time.Duration // for a move without a time limit, and for a whole game
	Quit  time.Duration // for the exit
}

// Role is the part of a program in a game.
type Role uint8

// The roles.
const (
	Agent Role = iota // chooses moves
	Arena             // plays whole games and reports their outcomes
	Rules             // owns the rules of a game and answers questions about positions
)

// Description is a program's description of itself.
type Description struct {
	Name, Version, Doc string
	Role               Role
	// Games are the names of the games that the program can play; nil means any game.
	Games []string
	// Weights are the numbers that can be tuned.
	Weights engines.Space
	// Wants is the optional data that the program requests.
	Wants Wants
	// Deterministic means that equal lines always get equal answers.
	Deterministic bool
	// NeedsLimit is a message for the user about the limit that the program requires, or
	// "" if it requires none.
	NeedsLimit string
	// DepthOnly means that the protocol has no other limit than depth, TimeOnly that it has
	// no other limit than time.
	DepthOnly, TimeOnly bool
	// Offers are the declared numbers that could be weights, in a protocol that does not
	// mark weights. Weights then contains those that the config names.
	Offers engines.Space
	// Centipawns means that scores are hundredths of a pawn. Otherwise they are expected
	// results from -1 to 1.
	Centipawns bool
	// MinSeats, MaxSeats and Settings describe the game of a program with the role Arena
	// or Rules.
	MinSeats, MaxSeats int
	Settings           []engines.Setting
	// Chance reports whether that game has chance after its opening.
	Chance engines.Chance
	// Players are the names of an arena's own players.
	Players []string
}

// Wants is the optional data that a program requests: legal moves and earlier moves with a
// request for a move, and the end of a game.
type Wants struct{ Legal, Moves, End bool }

// Game is the data of a game that is sent before the first move.
type Game struct {
	Game     string           // the name of the game
	Settings engines.Settings // of the game and of the agent
	Seat     int
	Seats    int
	Seed     uint64 // differs by game and seat; below 2^53
	Space    engines.Space
	Weights  engines.Weights // in the order of Space
	Limit    engines.Limit
}

// Turn is the data of a request for a move.
type Turn struct {
	Position engines.Position // as the seat sees it
	Seat     int
	Ply      int             // moves made so far
	Left     []time.Duration // on the clock of every seat; nil without clocks
	Add      []time.Duration // added to every clock with a move
}

// Choice is the answer to a request for a move.
type Choice struct {
	Move   string // in the notation of the game
	Resign bool   // the program resigns; Move is empty
	// Score is the program's evaluation of the position, or nil. Its unit depends on
	// [Description.Centipawns].
	Score *float64
	Depth int
	Nodes uint64
}

// Stray counts the lines of a program that were not answers.
type Stray struct {
	Lines int      // lines that the protocol does not have
	First []string // the first three of them
	Late  int      // answers to earlier requests
}

// add counts a line that the protocol does not have.
func (s *Stray) add(line []byte) {
	s.Lines++
	if len(s.First) < 3 {
		s.First = append(s.First, Printable(string(line)))
	}
}
