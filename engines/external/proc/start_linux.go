package proc

import (
	"os/exec"
	"runtime"
	"sync"
	"syscall"
)

// attributes give a process a group of its own, and have it killed when the
// thread that started it ends.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
}

// startCommand starts a command on a thread that lives as long as the program:
// Go ends threads while it runs, and with one of them would go the processes that
// it has started.
func startCommand(c *exec.Cmd) error {
	done := make(chan error, 1)
	starter() <- func() { done <- c.Start() }
	return <-done
}

var starter = sync.OnceValue(func() chan<- func() {
	work := make(chan func())
	go func() {
		runtime.LockOSThread()
		for f := range work {
			f()
		}
	}()
	return work
})
