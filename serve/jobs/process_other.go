//go:build !unix

package jobs

import (
	"os"
	"syscall"
)

// attributes returns nil, because this system has no process groups.
func attributes() *syscall.SysProcAttr { return nil }

// interrupt kills a process, because this system has no interrupts. The store contains all
// finished games of its run.
func interrupt(p *os.Process) error { return p.Kill() }
