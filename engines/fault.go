package engines

import "fmt"

// Fault is an error that forfeits the agent's game, with the kind of the failure. NewPlayer
// and Start return it for a failure of the agent. Choose returns it to state the kind; its
// other errors forfeit as well.
type Fault struct {
	Kind ForfeitKind
	Err  error
}

// Error returns the text of the cause.
func (f *Fault) Error() string { return f.Err.Error() }

// Unwrap returns the cause.
func (f *Fault) Unwrap() error { return f.Err }

// UnplayableError states that a game was not played because an agent has no player: its
// program does not start, its weights are out of range, the machine is out of memory. The
// game has no result.
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

// BrokenError states that the game has failed, not a player: the program with its rules has
// ended or breaks its protocol. Apply returns it. The game has no result.
type BrokenError struct {
	Game string // its name
	Err  error
}

// Error names the game and the cause.
func (e *BrokenError) Error() string { return fmt.Sprintf("%s: %v", e.Game, e.Err) }

// Unwrap returns the cause.
func (e *BrokenError) Unwrap() error { return e.Err }
