package engines

import "fmt"

// Fault is an error that makes an agent lose the game. NewPlayer, Start and Choose of a player may
// return it. After any other error of NewPlayer or Start, the game is not played. After any other
// error of Choose the agent loses too, unless it is an [UnplayableError] or the error of the
// context.
type Fault struct {
	Kind ForfeitKind
	Err  error // the cause; nil if only the kind is known
}

// Error returns the text of the cause, or the name of the kind if there is no cause.
func (f *Fault) Error() string {
	if f.Err == nil {
		return f.Kind.String()
	}
	return f.Err.Error()
}

// Unwrap returns the cause.
func (f *Fault) Unwrap() error { return f.Err }

// UnplayableError reports that a game could not be played because no player could be created for
// an agent. For example, the agent's program does not start, its weights are out of range, or the
// machine is out of memory. The game has no result.
type UnplayableError struct {
	Agent string // the agent's name
	Err   error
}

// Error returns the cause, preceded by the agent's name if it has one.
func (e *UnplayableError) Error() string {
	if e.Agent == "" {
		return fmt.Sprintf("an agent cannot play: %v", e.Err)
	}
	return fmt.Sprintf("agent %s cannot play: %v", e.Agent, e.Err)
}

// Unwrap returns the cause.
func (e *UnplayableError) Unwrap() error { return e.Err }

// BrokenError is returned by Game.Apply if the game itself has failed, not a player. For example,
// the program with the rules has exited or has broken its protocol. The game has no result.
type BrokenError struct {
	Game string // its name
	Err  error
}

// Error returns the name of the game and the cause.
func (e *BrokenError) Error() string { return fmt.Sprintf("%s: %v", e.Game, e.Err) }

// Unwrap returns the cause.
func (e *BrokenError) Unwrap() error { return e.Err }
