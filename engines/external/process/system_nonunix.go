//go:build !unix

package process

import (
	"io"
	"os"
	"syscall"
)

// attributes returns nil because this system has no process groups.
func attributes() *syscall.SysProcAttr { return nil }

// killGroup kills the process, but not its children.
func killGroup(p *os.Process) { _ = p.Kill() }

// readNow reads nothing on this system. Output that a process wrote just before its exit may be
// lost.
func readNow(*os.File, []byte) (int, error) { return 0, io.EOF }
