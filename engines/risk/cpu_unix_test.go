//go:build unix

package risk

import (
	"syscall"
	"time"
)

// cpuTime is the time this process has spent computing; unlike the clock it
// does not count the other load of a machine.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
