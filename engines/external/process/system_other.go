//go:build !linux

package process

import (
	"os/exec"
	"time"
)

func startCommand(c *exec.Cmd) error { return c.Start() }

// Sweep does nothing on this system.
func Sweep(string) {}

// cpuTime returns ok = false, because this system does not report the processor time of running
// processes.
func cpuTime(int) (time.Duration, bool) { return 0, false }
