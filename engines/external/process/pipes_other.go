//go:build !linux

package process

import "os"

// pipe is Lanista's end of a pipe to a process.
type pipe struct{ file *os.File }

func newPipe(f *os.File) (pipe, error) { return pipe{f}, nil }

// read reads once into b. It ignores its second argument, which decides on Linux when enough has
// been read.
func (p pipe) read(b []byte, _ func(n int) bool) (int, error) { return p.file.Read(b) }

// Write writes b. It waits while the pipe is full.
func (p pipe) Write(b []byte) (int, error) { return p.file.Write(b) }

// readNow reads the bytes that are in the pipe without waiting for more. It returns io.EOF if the
// pipe is empty.
func (p pipe) readNow(b []byte) (int, error) { return readNow(p.file, b) }
