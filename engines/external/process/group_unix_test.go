//go:build unix

package process

import (
	"errors"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// living reports whether a process group has a member that is not a zombie.
func living(t testing.TB, group int) bool {
	t.Helper()
	if _, err := os.Stat("/proc/self/stat"); err != nil {
		return !errors.Is(syscall.Kill(-group, 0), syscall.ESRCH)
	}
	processes, err := os.ReadDir("/proc")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range processes {
		text, err := os.ReadFile("/proc/" + entry.Name() + "/stat")
		if err != nil {
			continue // it has ended
		}
		_, rest, _ := strings.Cut(string(text), ") ") // after the name of the executable
		fields := strings.Fields(rest)                // state, parent, group, ...
		if len(fields) > 2 && fields[0] != "Z" && fields[2] == strconv.Itoa(group) {
			return true
		}
	}
	return false
}

// ownSession returns attributes that make a process the leader of a session, so that it leaves the
// group of its parent.
func ownSession() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }

// crash ends this process by a segmentation fault that Go does not catch.
func crash() { _ = syscall.Exec("/bin/sh", []string{"sh", "-c", "kill -SEGV $$"}, nil) }
