//go:build !windows

package cmd

import (
	"errors"
	"syscall"
)

// isClosedPipe reports whether err means that no process reads the pipe any more.
func isClosedPipe(err error) bool { return errors.Is(err, syscall.EPIPE) }

// isAddressInUse reports whether err means that another program listens on an address.
func isAddressInUse(err error) bool { return errors.Is(err, syscall.EADDRINUSE) }
