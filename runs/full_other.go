//go:build !windows

package runs

import (
	"errors"
	"syscall"
)

// isDiskFull reports whether err means that a disk is full.
func isDiskFull(err error) bool { return errors.Is(err, syscall.ENOSPC) }
