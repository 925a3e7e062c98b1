//go:build !unix

package jobs

import (
	"os"
	"syscall"
)

// attributes are none: there are no groups of processes here.
func attributes() *syscall.SysProcAttr { return nil }

// interrupt ends a process: nobody can be asked here. The store keeps what it has
// finished.
func interrupt(p *os.Process) error { return p.Kill() }
