package process

import (
	"errors"
	"fmt"
	"io"
	"os"
	"sync/atomic"
	"unsafe"

	"golang.org/x/sys/windows"
)

// pipes counts the pipes of this process, so that each has a name of its own.
var pipes atomic.Int64

// pipeSize is the number of bytes that a pipe holds.
const pipeSize = 64 << 10

// makePipe returns the two ends of a new pipe: theirs for a process, ours for Lanista. The process
// reads from the pipe if inward is true, otherwise it writes to it. It is a named pipe, because
// calls on the pipes of os.Pipe have no deadlines on Windows.
func makePipe(inward bool) (theirs, ours *os.File, err error) {
	name := fmt.Sprintf(`\\.\pipe\lanista-%d-%d`, os.Getpid(), pipes.Add(1))
	path, err := windows.UTF16PtrFromString(name)
	if err != nil {
		return nil, nil, err
	}
	way, theirWay := uint32(windows.PIPE_ACCESS_INBOUND), uint32(windows.GENERIC_WRITE)
	if inward {
		way, theirWay = windows.PIPE_ACCESS_OUTBOUND, windows.GENERIC_READ
	}
	// The pipe has a single instance: if another process has created or opened it, one of the next two
	// calls fails.
	our, err := windows.CreateNamedPipe(path, way|windows.FILE_FLAG_OVERLAPPED|windows.FILE_FLAG_FIRST_PIPE_INSTANCE,
		windows.PIPE_TYPE_BYTE|windows.PIPE_REJECT_REMOTE_CLIENTS, 1, pipeSize, pipeSize, 0, nil)
	if err != nil {
		return nil, nil, os.NewSyscallError("CreateNamedPipe", err)
	}
	their, err := windows.CreateFile(path, theirWay, 0, nil, windows.OPEN_EXISTING, windows.FILE_ATTRIBUTE_NORMAL, 0)
	if err != nil {
		_ = windows.CloseHandle(our)
		return nil, nil, os.NewSyscallError("CreateFile", err)
	}
	return os.NewFile(uintptr(their), name), os.NewFile(uintptr(our), name), nil
}

var peekNamedPipe = windows.NewLazySystemDLL("kernel32.dll").NewProc("PeekNamedPipe")

// readNow reads the bytes that are in a pipe without waiting for more. It returns io.EOF if the
// pipe is empty.
func readNow(f *os.File, b []byte) (int, error) {
	raw, err := f.SyscallConn()
	if err != nil {
		return 0, err
	}
	var there uint32
	peeked := false
	err = raw.Control(func(handle uintptr) {
		ok, _, _ := peekNamedPipe.Call(handle, 0, 0, 0, uintptr(unsafe.Pointer(&there)), 0)
		peeked = ok != 0
	})
	if err != nil || !peeked || there == 0 || len(b) == 0 {
		return 0, io.EOF
	}
	n, err := f.Read(b[:min(len(b), int(there))])
	if n == 0 || err != nil && !errors.Is(err, io.EOF) {
		return 0, io.EOF
	}
	return n, nil
}
