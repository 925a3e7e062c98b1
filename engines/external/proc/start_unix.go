//go:build unix && !linux

package proc

import (
	"os/exec"
	"syscall"
)

// attributes give a process a group of its own.
func attributes() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

func startCommand(c *exec.Cmd) error { return c.Start() }
