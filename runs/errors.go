package runs

import (
	"context"
	"errors"
	"fmt"
)

// MistakeError is a mistake in what was asked for: a config, a name, a number.
// Asking again would fail again.
type MistakeError struct{ Err error }

// Error says what is wrong.
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

// InterruptedError says that a run was stopped by its context. What was finished
// is in the store, and the run can be resumed.
type InterruptedError struct {
	Run string // its id
	Err error  // the context's error
}

// Error names the run.
func (e *InterruptedError) Error() string {
	return fmt.Sprintf("run %s was interrupted; what is finished is safe", e.Run)
}

// Unwrap returns the context's error.
func (e *InterruptedError) Unwrap() error { return e.Err }

// interrupted makes the end of a run's context, where that is what err comes
// from, an InterruptedError.
func interrupted(ctx context.Context, run string, err error) error {
	if ctx.Err() != nil && errors.Is(err, ctx.Err()) {
		return &InterruptedError{run, err}
	}
	return err
}
