//go:build !windows

package runs

import (
	"errors"
	"syscall"
)

func isDiskFull(err error) bool { return errors.Is(err, syscall.ENOSPC) }

func isExhausted(err error) bool {
	for _, limit := range []syscall.Errno{syscall.EMFILE, syscall.ENFILE, syscall.ENOMEM, syscall.EAGAIN} { // the last: no more processes
		if errors.Is(err, limit) {
			return true
		}
	}
	return false
}
