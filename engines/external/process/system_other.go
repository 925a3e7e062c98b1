//go:build !linux

package process

import (
	"os/exec"
	"time"
)

func startCommand(c *exec.Cmd) error { return c.Start() }

// Sweep does nothing on this system.
func Sweep(string) {}

// cpuTime is not available for a running process on this system.
func cpuTime(int) (time.Duration, bool) { return 0, false }
