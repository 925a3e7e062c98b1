//go:build !windows

package files

import (
	"os"
	"path/filepath"
	"strconv"

	"golang.org/x/sys/unix"
)

// mostLinks is the number of symbolic links that OpenStream follows.
const mostLinks = 40

// OpenStream returns an open stream of this process if path names one, such as /dev/stdout,
// /dev/fd/3 or a link to them. Otherwise it returns nil. Writing to the result continues at the
// stream's current position. The caller must close the result, which does not close the stream.
func OpenStream(path string) *os.File {
	streams, err := filepath.EvalSymlinks("/dev/fd")
	if err != nil {
		return nil
	}
	at := path
	for range mostLinks {
		dir, err := filepath.EvalSymlinks(filepath.Dir(at))
		if err != nil {
			return nil
		}
		if n, err := strconv.Atoi(filepath.Base(at)); dir == streams && err == nil {
			own, err := unix.FcntlInt(uintptr(n), unix.F_DUPFD_CLOEXEC, 0)
			if err != nil {
				return nil
			}
			return os.NewFile(uintptr(own), path)
		}
		to, err := os.Readlink(at)
		if err != nil {
			return nil
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(dir, to)
		}
		at = to
	}
	return nil
}
