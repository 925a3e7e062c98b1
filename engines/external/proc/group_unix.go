//go:build unix

package proc

import (
	"errors"
	"io"
	"os"
	"syscall"
)

// killGroup kills a process and what it has started.
func killGroup(p *os.Process) { _ = syscall.Kill(-p.Pid, syscall.SIGKILL) }

// readNow reads what is in a pipe already. It returns io.EOF where there is
// nothing.
func readNow(f *os.File, b []byte) (n int, err error) {
	raw, err := f.SyscallConn()
	if err != nil {
		return 0, err
	}
	var failed error
	err = raw.Read(func(fd uintptr) bool {
		for {
			if n, failed = syscall.Read(int(fd), b); !errors.Is(failed, syscall.EINTR) {
				return true // whatever came of it: nothing is waited for
			}
		}
	})
	if n <= 0 || failed != nil || err != nil {
		return 0, io.EOF
	}
	return n, nil
}
