//go:build unix

package jobs

import (
	"os"
	"syscall"
)

// attributes give a process a group of its own: what is typed for the server does not
// reach it.
func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// interrupt asks a process to end in order.
func interrupt(p *os.Process) error { return p.Signal(os.Interrupt) }
