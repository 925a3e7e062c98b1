package runs

import (
	"errors"
	"fmt"

	"github.com/lanista/lanista/engines/training"
	"github.com/lanista/lanista/tournament"
)

// MistakeError is a mistake of the user: in a config, a name, a number. The same call would
// fail again.
type MistakeError struct{ Err error }

// Error returns the mistake.
func (e *MistakeError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *MistakeError) Unwrap() error { return e.Err }

// mistake marks an error as a mistake; nil stays nil.
func mistake(err error) error {
	var known *MistakeError
	if err == nil || errors.As(err, &known) {
		return err
	}
	return &MistakeError{err}
}

func mistakef(format string, args ...any) error { return mistake(fmt.Errorf(format, args...)) }

// inFile puts the name of a file before what is wrong in it, and the line where that is
// known, as in file.csv:3.
func inFile(name string, err error) error {
	var at *training.LineError
	if errors.As(err, &at) {
		return fmt.Errorf("%s:%d: %w", name, at.Line, at.Err)
	}
	return fmt.Errorf("%s: %w", name, err)
}

// InterruptedError reports that a run was stopped by its context. What was finished
// is in the store, and the run can be resumed.
type InterruptedError struct {
	Run    string // its id
	Rounds int    // of a search that are saved
	Games  int    // of a tournament that are saved
	Err    error  // the context's error
	// Programs reports whether programs play in it; then it is resumed with its config.
	Programs bool
	// Later are the seeds that had not begun, of a run with several; nil where there
	// are none.
	RemainingSeeds *Seeds
}

// Error names the run.
func (e *InterruptedError) Error() string {
	return fmt.Sprintf("run %s was interrupted; %s", e.Run, e.Saved())
}

// Saved returns what is in the store, in words.
func (e *InterruptedError) Saved() string {
	switch {
	case e.Rounds > 0:
		return fmt.Sprintf("what is finished is saved, up to round %d", e.Rounds)
	case e.Games > 0:
		return fmt.Sprintf("what is finished is saved, %d games", e.Games)
	}
	return "what is finished is saved"
}

// Unwrap returns the context's error.
func (e *InterruptedError) Unwrap() error { return e.Err }

// StoppedError reports that a run was stopped because a program is broken. What was
// finished is in the store, and the run can be resumed.
type StoppedError struct {
	Run   string // its id
	Games int    // that were played, in the order of the schedule, until it was clear
	Err   error  // a *tournament.BrokenError
}

// Error returns the reason.
func (e *StoppedError) Error() string {
	var broken *tournament.BrokenError
	if errors.As(e.Err, &broken) {
		return fmt.Sprintf("stopped after %d games: %v", e.Games, broken)
	}
	return fmt.Sprintf("stopped after %d games: %v", e.Games, e.Err)
}

// Unwrap returns the cause.
func (e *StoppedError) Unwrap() error { return e.Err }
