package external

import (
	"os"
	"syscall"

	"golang.org/x/sys/windows"
)

// ownSession returns attributes that remove a process from the console of its parent.
func ownSession() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{CreationFlags: windows.DETACHED_PROCESS}
}

// segfault ends this process with the exit code of an access violation.
func segfault() { os.Exit(0xc0000005 - 1<<32) }

// shell is a program that every system has.
const shell = "cmd"
