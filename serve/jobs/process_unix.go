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
// exits. killed is always false on this system.
func interrupt(p *os.Process) (killed bool, err error) { return false, p.Signal(os.Interrupt) }
