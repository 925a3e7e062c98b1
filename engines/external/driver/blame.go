package driver

import (
	"errors"
	"fmt"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/proc"
)

// Blame turns an error of a process into the fault that it is: no answer in time
// is a stall, an end a crash, an endless line malformed. Other errors stay as they
// are. allowed is how long the process had.
func Blame(err error, allowed time.Duration) error {
	var ended *proc.EndedError
	switch {
	case errors.Is(err, proc.ErrTime):
		return &engines.Fault{Kind: engines.ForfeitStalled, Err: fmt.Errorf("no answer within %v", allowed)}
	case errors.Is(err, proc.ErrInput):
		return &engines.Fault{Kind: engines.ForfeitStalled, Err: err}
	case errors.As(err, &ended):
		return &engines.Fault{Kind: engines.ForfeitCrashed, Err: err}
	case errors.Is(err, proc.ErrLong):
		return &engines.Fault{Kind: engines.ForfeitMalformed, Err: err}
	}
	return err
}

// Malformed is the fault of an answer that the protocol does not have.
func Malformed(format string, args ...any) error {
	return &engines.Fault{Kind: engines.ForfeitMalformed, Err: fmt.Errorf(format, args...)}
}

// Failed is the fault of a program that says itself that it has failed.
func Failed(text string) error {
	return &engines.Fault{Kind: engines.ForfeitError, Err: errors.New(Printable(text))}
}
