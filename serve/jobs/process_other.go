//go:build !unix

package jobs

import (
	"os"
	"syscall"
)

// attributes returns nil: this system has no process groups.
func attributes() *syscall.SysProcAttr { return nil }

// interrupt kills a process, because this system has no interrupts. All finished games are in
// the store.
func interrupt(p *os.Process) error { return p.Kill() }
