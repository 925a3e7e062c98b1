//go:build !windows

package runs

import (
	"errors"
	"syscall"
)

func isDiskFull(err error) bool { return errors.Is(err, syscall.ENOSPC) }
