package runs

import (
	"errors"
	"fmt"

	"github.com/lanista/lanista/engines/training"
	"github.com/lanista/lanista/results"
	"github.com/lanista/lanista/tournament"
)

// errNoEngine is returned by functions that receive nil in place of a game.
var errNoEngine = &MistakeError{errors.New("the engine is nil")}

// MistakeError wraps an error that the user must correct, for example a wrong value in a config or
// an unknown name. Repeating the call cannot succeed. A mistake in a config is a *strict.Error of
// package configs/strict, which errors.As finds, with the key, the file and the line. Several
// mistakes are joined.
type MistakeError struct{ Err error }

// Error returns the message of the wrapped error.
func (e *MistakeError) Error() string { return e.Err.Error() }

// Unwrap returns the wrapped error.
func (e *MistakeError) Unwrap() error { return e.Err }

// mistake wraps an error as a MistakeError. It returns nil for nil.
func mistake(err error) error {
	var known *MistakeError
	if err == nil || errors.As(err, &known) {
		return err
	}
	return &MistakeError{err}
}

func mistakef(format string, args ...any) error { return mistake(fmt.Errorf(format, args...)) }

// inFile adds the name of a file in front of an error's message, and the line if it is known, as in
// file.csv:3.
func inFile(name string, err error) error {
	if at, ok := errors.AsType[*training.LineError](err); ok {
		return fmt.Errorf("%s:%d: %w", name, at.Line, at.Err)
	}
	return fmt.Errorf("%s: %w", name, err)
}

// FinishedError reports that the run to resume is already finished. It wraps [results.ErrFinished].
type FinishedError struct {
	// Extends states that the run can continue: a search with a larger budget, if its strategy does
	// not plan the whole budget in the first round, or a tournament with more cycles, if it has played
	// its whole schedule.
	Extends bool
	Err     error
}

// Error returns the message of the wrapped error.
func (e *FinishedError) Error() string { return e.Err.Error() }

// Unwrap returns the wrapped error.
func (e *FinishedError) Unwrap() error { return e.Err }

// Unwritten reports whether err means that the store or the file of games could not be written. For
// example, the disk may be full, or another process may have locked the store.
func Unwritten(err error) bool {
	if _, ok := errors.AsType[*gamesFileError](err); ok {
		return true
	}
	return errors.Is(err, results.ErrFull) || errors.Is(err, results.ErrUnwritable) || errors.Is(err, results.ErrLocked) || isDiskFull(err)
}

// Exhausted reports whether err means that the system has no more open files, processes or memory
// for this program. For example, a run may start too many external programs. Exhausted is unrelated
// to [results.Result.Exhausted].
func Exhausted(err error) bool { return isExhausted(err) }

// endsEarly reports whether a run with the error err can be resumed when the cause is removed.
func endsEarly(err error) bool { return Unwritten(err) || Exhausted(err) }

// InterruptedError reports that a run has stopped before its end but can be resumed. The context
// has ended, the store or the file of games could not be written, or the system lacks open files,
// processes or memory; see [Unwritten] and [Exhausted]. Finished rounds and pairings are in the
// store.
type InterruptedError struct {
	Run    string // id of the run
	Rounds int    // rounds of a search that are saved
	Games  int    // games of a tournament that are saved
	Seed   uint64 // seed of the run
	Err    error  // error of the context, of writing or of the system
	// Programs reports whether external programs play in the run. Resuming the run then requires
	// its config, which contains their commands.
	Programs bool
	// Early reports whether the context ended before the run to resume was opened. The store then
	// lacks changes of the config, such as a larger budget, that the caller gave for resuming it.
	Early bool
	// RemainingSeeds are the seeds whose runs have not begun, if the call was to tune with several
	// seeds. It is nil otherwise.
	RemainingSeeds *Seeds
}

// Error returns a message with the name of the run.
func (e *InterruptedError) Error() string {
	if endsEarly(e.Err) {
		return fmt.Sprintf("run %s was stopped: %v", e.Run, e.Err)
	}
	return fmt.Sprintf("run %s was interrupted; %s", e.Run, e.Saved())
}

// Saved returns a text that describes which part of the run is in the store.
func (e *InterruptedError) Saved() string {
	switch {
	case e.Rounds > 0:
		return fmt.Sprintf("what is finished is saved, up to round %d", e.Rounds)
	case e.Games > 0:
		return "what is finished is saved, " + plural(e.Games, "game", "games")
	}
	return "what is finished is saved"
}

// Unwrap returns the cause: the error of the context, of writing or of the system.
func (e *InterruptedError) Unwrap() error { return e.Err }

// StoppedError reports that a run was stopped because an agent failed too often or a program could
// not play. A program cannot play if it does not start, or if its rules or its arena fail. Finished
// rounds and pairings are in the store, and the run can be resumed.
type StoppedError struct {
	Run   string // id of the run
	Seed  uint64 // seed of the run
	Games int    // games that were played before the run was stopped
	Err   error  // reason: wraps a *tournament.BrokenError, *tournament.ForfeitsError or *tournament.JobError
	// Programs reports whether external programs play in the run; see [InterruptedError].
	Programs bool
}

// Error returns the reason for the stop.
func (e *StoppedError) Error() string {
	reason := e.Err
	if broken, ok := errors.AsType[*tournament.BrokenError](reason); ok {
		reason = broken
	} else if failed, ok := errors.AsType[*tournament.ForfeitsError](reason); ok {
		reason = failed
	}
	return fmt.Sprintf("stopped after %s: %v", plural(e.Games, "game", "games"), reason)
}

// Unwrap returns the underlying error.
func (e *StoppedError) Unwrap() error { return e.Err }
