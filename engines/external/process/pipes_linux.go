package process

import (
	"errors"
	"io"
	"os"
	"syscall"
	"unsafe"
)

// pipe is Lanista's end of a pipe to a process. Its file does not block, and its system calls
// bypass Go's scheduler. Ordinary calls would wake the monitor thread of Go, which takes much
// processor time if programs answer quickly.
type pipe struct {
	file *os.File
	conn syscall.RawConn
}

func newPipe(f *os.File) (pipe, error) {
	conn, err := f.SyscallConn()
	return pipe{f, conn}, err
}

// read reads into b until b is full, the output has ended or the deadline is over. It also ends
// when enough returns true for the number of bytes read. It returns an error only if it has read
// nothing.
func (p pipe) read(b []byte, enough func(n int) bool) (n int, err error) {
	waitErr := p.conn.Read(func(fd uintptr) bool {
		now := 0
		now, err = callNow(syscall.SYS_READ, fd, b[n:])
		if now == 0 && err == nil {
			err = io.EOF
		}
		n += now
		// After fewer bytes than there is room for, the pipe is empty.
		return now > 0 && (n == len(b) || enough(n)) || err != nil && !errors.Is(err, syscall.EAGAIN)
	})
	switch {
	case n > 0:
		return n, nil
	case waitErr != nil:
		return 0, waitErr
	}
	return 0, err
}

// Write writes b. It waits while the pipe is full.
func (p pipe) Write(b []byte) (written int, err error) {
	waitErr := p.conn.Write(func(fd uintptr) bool {
		for written < len(b) {
			var n int
			if n, err = callNow(syscall.SYS_WRITE, fd, b[written:]); err != nil {
				return !errors.Is(err, syscall.EAGAIN)
			}
			written += n
		}
		return true
	})
	if waitErr != nil {
		return written, waitErr
	}
	return written, err
}

// callNow makes the system call read or write on a file that does not block.
func callNow(call, fd uintptr, b []byte) (int, error) {
	for {
		n, _, errno := syscall.RawSyscall(call, fd, uintptr(unsafe.Pointer(unsafe.SliceData(b))), uintptr(len(b)))
		switch errno {
		case 0:
			return int(n), nil
		case syscall.EINTR:
		default:
			return 0, errno
		}
	}
}

// readNow reads the bytes that are in the pipe without waiting for more. It returns io.EOF if the
// pipe is empty.
func (p pipe) readNow(b []byte) (n int, err error) {
	waitErr := p.conn.Read(func(fd uintptr) bool {
		n, err = callNow(syscall.SYS_READ, fd, b)
		return true // do not wait for more
	})
	if n <= 0 || err != nil || waitErr != nil {
		return 0, io.EOF
	}
	return n, nil
}
