//go:build !windows

package term

import "io"

// acceptsSequences returns true, because terminals on these systems accept control sequences unless
// the variable TERM names one that does not. The caller checks TERM.
func acceptsSequences(io.Writer) bool { return true }
