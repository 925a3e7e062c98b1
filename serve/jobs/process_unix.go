//go:build unix

package jobs

import (
	"os"
	"syscall"
)

// attributes returns process attributes that put the process into a new process group. An
// interrupt typed for the server then does not reach the process.
func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// interrupt sends an interrupt signal. A process of this program then stores its results and
// exits.
func interrupt(p *os.Process) error { return p.Signal(os.Interrupt) }
