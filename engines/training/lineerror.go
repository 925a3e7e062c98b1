package training

import "fmt"

// LineError is what is wrong with a line of a file. Who knows the name of the file can
// write it before the line.
type LineError struct {
	Line int // counted from 1
	Err  error
}

// Error names the line.
func (e *LineError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

// Unwrap returns the cause.
func (e *LineError) Unwrap() error { return e.Err }
