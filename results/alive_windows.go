package results

import (
	"errors"

	"golang.org/x/sys/windows"
)

// processAlive reports whether a process with the given id is running on this machine. Windows
// keeps a process that has ended as long as another process has an open handle to it. A process of
// another user cannot be opened, and counts as running.
func processAlive(pid int) bool {
	process, err := windows.OpenProcess(windows.SYNCHRONIZE, false, uint32(pid))
	if err != nil {
		return errors.Is(err, windows.ERROR_ACCESS_DENIED)
	}
	defer func() { _ = windows.CloseHandle(process) }()
	event, err := windows.WaitForSingleObject(process, 0)
	return err != nil || event == uint32(windows.WAIT_TIMEOUT)
}
