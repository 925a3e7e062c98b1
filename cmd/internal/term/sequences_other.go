//go:build !windows

package term

import "io"

// acceptsSequences returns true: the variable TERM names terminals without control sequences.
func acceptsSequences(io.Writer) bool { return true }
