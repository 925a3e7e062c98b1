package training

import "fmt"

// LineError is an error in one line of a file. It does not contain the name of the file, which
// the caller can add.
type LineError struct {
	Line int // counted from 1
	Err  error
}

// Error returns the line number and the cause.
func (e *LineError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

// Unwrap returns the cause.
func (e *LineError) Unwrap() error { return e.Err }
