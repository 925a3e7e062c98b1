package engines

import "fmt"

// Fault is an error that says that it is the agent itself that has failed, and
// how: its game is forfeited. A player that chooses a move need not use it, for
// any error of Choose is its own; the makers of players and Start do.
type Fault struct {
	Kind ForfeitKind
	Err  error
}

// Error is the cause's text.
func (f *Fault) Error() string { return f.Err.Error() }

// Unwrap returns the cause.
func (f *Fault) Unwrap() error { return f.Err }

// UnplayableError means that a game cannot be played because an agent cannot be
// had, without a fault of its play: its program does not start, its weights are
// not the game's, the machine is out of memory. No result comes of such a game.
type UnplayableError struct {
	Agent string // the agent's name
	Err   error
}

// Error names the agent, if it has a name, and the cause.
func (e *UnplayableError) Error() string {
	if e.Agent == "" {
		return fmt.Sprintf("an agent cannot play: %v", e.Err)
	}
	return fmt.Sprintf("agent %s cannot play: %v", e.Agent, e.Err)
}

// Unwrap returns the cause.
func (e *UnplayableError) Unwrap() error { return e.Err }

// BrokenError means that a game itself has failed, whoever plays it: the program
// that owns its rules has ended, or says what no rules say. Apply returns it where
// the move is not to blame; no result comes of such a game.
type BrokenError struct {
	Game string // its name
	Err  error
}

// Error names the game and the cause.
func (e *BrokenError) Error() string { return fmt.Sprintf("%s: %v", e.Game, e.Err) }

// Unwrap returns the cause.
func (e *BrokenError) Unwrap() error { return e.Err }
