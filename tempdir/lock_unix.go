//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package tempdir

import (
	"os"
	"syscall"
)

// locked opens a file and locks it without waiting. Child processes that inherit the open file
// share the lock. The lock ends when all of these processes have ended.
func locked(path string, flag int) (*os.File, error) {
	f, err := os.OpenFile(path, flag|syscall.O_NOFOLLOW, 0o600)
	if err != nil {
		return nil, err
	}
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); err != nil {
		_ = f.Close()
		return nil, err
	}
	return f, nil
}
