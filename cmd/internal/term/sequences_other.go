//go:build !windows

package term

import "io"

// acceptsSequences returns true. On these systems only terminals that the variable TERM names
// accept no control sequences, which the caller checks.
func acceptsSequences(io.Writer) bool { return true }
