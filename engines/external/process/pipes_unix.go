//go:build unix && !linux

package process

import (
	"errors"
	"io"
	"os"
	"syscall"
)

// readNow reads the bytes that are in a pipe without waiting for more. It returns io.EOF if the
// pipe is empty.
func readNow(f *os.File, b []byte) (n int, err error) {
	raw, err := f.SyscallConn()
	if err != nil {
		return 0, err
	}
	var failed error
	err = raw.Read(func(fd uintptr) bool {
		for {
			if n, failed = syscall.Read(int(fd), b); !errors.Is(failed, syscall.EINTR) {
				return true // do not wait for more
			}
		}
	})
	if n <= 0 || failed != nil || err != nil {
		return 0, io.EOF
	}
	return n, nil
}
