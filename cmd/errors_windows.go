package cmd

import (
	"errors"

	"golang.org/x/sys/windows"
)

// isClosedPipe reports whether err means that no process reads the pipe any more.
func isClosedPipe(err error) bool {
	return errors.Is(err, windows.ERROR_BROKEN_PIPE) || errors.Is(err, windows.ERROR_NO_DATA) || errors.Is(err, windows.ERROR_PIPE_NOT_CONNECTED)
}

// isAddressInUse reports whether err means that another program listens on an address.
func isAddressInUse(err error) bool { return errors.Is(err, windows.WSAEADDRINUSE) }
