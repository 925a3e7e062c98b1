//go:build !unix

package term

import "io"

// EraseOnSuspend does nothing: only Unix suspends processes at Ctrl-Z.
func (s *Screen) EraseOnSuspend() (stop func()) { return func() {} }

// inBackground returns false: only shells of Unix put processes into the background.
func inBackground(io.Writer) bool { return false }
