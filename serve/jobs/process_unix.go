//go:build unix

package jobs

import (
	"os"
	"syscall"
)

// attributes sets a process group of its own, so that an interrupt typed for the server does
// not reach the process.
func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// interrupt sends an interrupt, after which a process stores its results and ends.
func interrupt(p *os.Process) error { return p.Signal(os.Interrupt) }
