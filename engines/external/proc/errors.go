package proc

import (
	"errors"
	"fmt"
)

// What may go wrong with a process that lives.
var (
	// ErrTime says that no whole line came in time, or that the process read
	// nothing in time.
	ErrTime = errors.New("no answer in time")
	// ErrInput says that the process lives and has closed its input.
	ErrInput = errors.New("it has closed its input")
	// ErrLong says that a line was longer than 1 MiB.
	ErrLong = fmt.Errorf("a line of more than %d bytes", maxLine)
)

// EndedError says that a process has ended, or will say no more.
type EndedError struct {
	// Status is how it ended: "exit status 3", "signal: segmentation fault"; ""
	// if it lives and has closed its output.
	Status string
	// Stderr is the end of what it said on standard error, without the blanks
	// around it.
	Stderr string
}

// Error is the status, and what was said on standard error.
func (e *EndedError) Error() string {
	if e.Status == "" {
		return "it closed its output"
	}
	if e.Stderr == "" {
		return e.Status
	}
	return e.Status + ": " + e.Stderr
}
