package protocol

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/process"
)

// Session is a conversation with one process of a program. Only one goroutine uses it. Hello is
// called once. For each game, Begin is called, then Choose for every move of the program's seat,
// and End unless the game was abandoned.
//
// After an error the process must be ended. The error of the context is an exception: after it,
// the session can be used again as soon as Sync has returned nil.
type Session interface {
	// Hello performs the handshake and returns the program's description of itself.
	Hello(ctx context.Context) (Description, error)
	// Begin starts a game in which the program plays one seat. The weights may differ from those
	// of the last game.
	Begin(ctx context.Context, g Game) error
	// Choose requests the program's move. If the moves have a limit of time, a referee ends ctx when the
	// time for the move is over.
	Choose(ctx context.Context, t Turn) (Choice, error)
	// End sends the outcome of the game if the program needs it. why describes the end in words.
	End(ctx context.Context, o engines.Outcome, why string) error
	// Sync waits until the program has completed all earlier requests. It discards late answers.
	Sync(ctx context.Context) error
	// Quit requests the program to exit but does not wait for the exit.
	Quit()
	// Stray returns the number of output lines that did not belong to an answer.
	Stray() Stray
}

// Scorer is implemented by sessions with programs that compute the result of a finished game.
type Scorer interface {
	// Score requests the result of the game that was last passed to Begin. p is the final position
	// of this game. Score returns "B+3.5" or the like if Black (seat 0) has won, "W+3.5" if White
	// has, "0" for a draw, and "" if the program has no such command.
	Score(ctx context.Context, p engines.Position) (string, error)
}

// sessions maps the names of the protocols to the constructors of their sessions.
var sessions = map[string]func(Options) Session{
	"ludus":  newLudus,
	"uci":    newUCI,
	"gtp":    newGTP,
	"nboard": newNBoard,
	"xboard": newXBoard,
}

// Names returns the names of the protocols in alphabetical order.
func Names() []string { return slices.Sorted(maps.Keys(sessions)) }

// Open returns a session for a process that was just started. name is the name of the protocol,
// one of [Names]. Open sends nothing.
func Open(name string, o Options) Session { return sessions[name](o) }

// Options contains the process of a session and the part of the config that the session needs.
type Options struct {
	Process  *process.Process // the running program
	Timeouts Timeouts         // longest waits for its answers
	Margin   time.Duration    // by which a move may exceed a limit of time
	// Lanista is the version of Lanista, which is sent in the handshake.
	Lanista string
	// Options lists the program's own settings and their values, in the order of the config.
	Options []Option
	// Tuned lists the names of the weights that the config mentions. A program may declare more
	// numbers than a run tunes. nil means that any number may be a weight.
	Tuned []string
	// Weights contains the weights with which the process was started, in the order of the
	// description. nil means that they are unknown or may change.
	Weights engines.Weights
	// Declared describes the weights from the config, for protocols in which a program cannot
	// declare weights.
	Declared engines.Space
	// Set is the line that sets a weight. It contains the placeholders {name} and {value}.
	Set string
	// Setup lists lines that are sent once after the handshake. EachGame lists lines that are
	// sent before every game.
	Setup, EachGame []string
}

// Option is the name and the value of a program's own setting.
type Option struct{ Name, Value string }

// Timeouts limits how long a program may take for its start, an answer, a move and its exit.
type Timeouts struct {
	Start time.Duration // from the start of the process to the end of the handshake
	Reply time.Duration // for an answer that requires no search
	Move  time.Duration // for a move, in addition to a limit of time, and for a whole game
	Quit  time.Duration // for the exit
}

// moveTime returns the time after which a program counts as silent if it has not sent its move.
// Under a limit of time it is at least the time that the referee allows.
func (o *Options) moveTime(l engines.Limit, t *Turn) time.Duration {
	if !l.Timed() {
		return o.Timeouts.Move
	}
	allowed := l.Move + l.Clock // one of them is 0
	if l.Clock > 0 && t.Seat < len(t.Left) {
		allowed = t.Left[t.Seat]
	}
	return allowed + max(o.Timeouts.Move, o.Margin)
}

// moveLimit returns the name of the time limit that [Options.moveTime] computes, for use in errors.
func moveLimit(l engines.Limit) string {
	if l.Timed() {
		return "of the move and timeouts.move together"
	}
	return "timeouts.move"
}

// Role states what a program does: choose moves for one seat, play whole games, or implement the
// rules.
type Role uint8

// These are the roles that an external program can have in a game.
const (
	Agent Role = iota // chooses moves
	Arena             // plays whole games and reports their outcomes
	Rules             // owns the rules of a game and answers questions about positions
)

// Description contains what a program declares about itself in the handshake, such as its name, its
// role and its weights. Each protocol reads it in a file of its own, such as ludus_hello.go.
type Description struct {
	Name, Version, Doc string
	Role               Role
	// Games lists the names of the games that the program can play. nil means any game.
	Games []string
	// Usual is the game that the program most likely plays if Games is nil, or "" if that is not
	// known.
	Usual string
	// Weights describes the program's numbers that can be tuned.
	Weights engines.Space
	// Wants states which optional data the program requests.
	Wants Wants
	// Chess960 means that a chess program can play Chess960.
	Chess960 bool
	// Deterministic means that the program always gives equal answers to equal requests.
	Deterministic bool
	// NeedsLimit is a message to the user about the limit that the program's moves require, or ""
	// if they require none.
	NeedsLimit string
	// DepthOnly means that the protocol supports no other limit than depth. TimeOnly means that
	// it supports no other limit than time.
	DepthOnly, TimeOnly bool
	// CheckLimit returns an error for a limit that the program does not support. nil means that
	// the other fields describe the limits.
	CheckLimit func(engines.Limit) error
	// OneGame means that the program can play only one game. It gets a new process for each.
	OneGame bool
	// Offers describes all declared options that could be weights, if the protocol does not
	// distinguish weights from other options. In such a protocol, the field Weights contains the options
	// that the config names as weights. If Options.Tuned is nil, Weights contains all numbers that the
	// config does not set.
	Offers engines.Space
	// Unfit maps the name of an option of an engine to the reason why it cannot be a weight.
	Unfit map[string]string
	// Mistakes lists what is wrong in the declarations of options, as sentences.
	Mistakes []string
	// Centipawns means that the program's scores are hundredths of a pawn. Otherwise they are
	// expected results from -1 to 1.
	Centipawns bool
	// MinSeats, MaxSeats and Settings describe the game of a program that plays whole games or
	// implements the rules (role Arena or Rules).
	MinSeats, MaxSeats int
	Settings           []engines.Setting
	// ScaleFree states that multiplying all weights by one positive number changes no move.
	ScaleFree bool
	// Chance states whether the game of the program has chance after its opening.
	Chance engines.Chance
	// Players lists the names of the players in a program that plays whole games.
	Players []string
}

// Wants states which optional data a program requests: the legal moves and the earlier moves with
// every request for a move, and the end of a game.
type Wants struct{ Legal, Moves, End bool }

// Game contains the data that a program receives before its first move in a game.
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

// Turn contains the data that a program receives with a request for a move.
type Turn struct {
	Position engines.Position // as the seat sees it
	Seat     int
	Ply      int             // moves made so far
	Left     []time.Duration // on the clock of every seat; nil without clocks
	Add      []time.Duration // by seat: the time added to the clock after a move
	ToGo     int             // moves of the seat until time is added to its clock; 0 if the clock has no periods
}

// Choice is a program's answer to a request for a move.
type Choice struct {
	Move   string // in the notation of the game
	Resign bool   // the program resigns; Move is empty
	// Score is the program's evaluation of the position, or nil if it sent none. Its unit depends
	// on [Description.Centipawns].
	Score *float64
	Depth int
	Nodes uint64
}

// Stray counts the output lines of a program that did not belong to an answer.
type Stray struct {
	Lines int      // lines that the protocol does not have
	First []string // the first three of them
	Late  int      // answers to earlier requests
}

// add counts a line that did not belong to an answer.
func (s *Stray) add(line []byte) {
	s.Lines++
	if len(s.First) < 3 {
		s.First = append(s.First, Printable(string(line)))
	}
}
