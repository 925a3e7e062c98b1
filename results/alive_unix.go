//go:build unix

package results

import (
	"errors"
	"syscall"
)

// processAlive reports whether a process with the given id exists on this machine. Signal 0 tests
// for it without affecting the process.
func processAlive(pid int) bool {
	err := syscall.Kill(pid, 0)
	return err == nil || errors.Is(err, syscall.EPERM)
}
