package jobs

import (
	"os"
	"syscall"

	"golang.org/x/sys/windows"
)

// attributes returns process attributes that put the process into a new console process group. A
// Ctrl+C typed for the server then does not reach the process.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{CreationFlags: windows.CREATE_NEW_PROCESS_GROUP}
}

// interrupt sends a Ctrl+Break to a process. A program in Go receives it as an interrupt. A process
// of this program then stores its results and exits. A server without a console cannot send it, so
// interrupt then kills the process; the store contains all finished games of its run.
func interrupt(p *os.Process) (killed bool, err error) {
	if windows.GenerateConsoleCtrlEvent(windows.CTRL_BREAK_EVENT, uint32(p.Pid)) == nil {
		return false, nil
	}
	return true, p.Kill()
}
