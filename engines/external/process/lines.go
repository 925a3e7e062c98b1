package process

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"
)

// maxLine is the length of the longest line that a process may write, in bytes.
const maxLine = 1 << 20

// exitTime is how long the package waits for a process to exit after it has closed its output or
// input.
const exitTime = time.Second

// These errors report a failure of a process that is still running.
var (
	// ErrTime means that the process wrote no whole line, or read nothing, before the
	// deadline.
	ErrTime = errors.New("no answer in time")
	// ErrInput means that the process closed its standard input.
	ErrInput = errors.New("it closed its standard input")
	// ErrLong means that the process wrote a line of more than 1 MiB.
	ErrLong = fmt.Errorf("a line of more than %d bytes", maxLine)
)

// UnfinishedError reports that a process has written the beginning of a line before the deadline,
// but not its end. It wraps [ErrTime].
type UnfinishedError struct{ Written string }

func (e *UnfinishedError) Error() string { return fmt.Sprintf("%v, only %q", ErrTime, e.Written) }

// Unwrap returns [ErrTime].
func (e *UnfinishedError) Unwrap() error { return ErrTime }

// EndedError reports that a process has exited or has closed its output.
type EndedError struct {
	// Status describes the exit, such as "exit status 3" or "signal: segmentation fault". It is
	// "" if the process has closed its output but is still running.
	Status string
	// Stderr is the last output on standard error, without surrounding white space.
	Stderr string
}

// Error returns the exit status and the last output on standard error. A stack trace is shortened
// to its message.
func (e *EndedError) Error() string {
	if e.Status == "" {
		return "it closed its output"
	}
	if e.Stderr == "" {
		return e.Status
	}
	return e.Status + ": " + WithoutTrace(e.Stderr)
}

// Send writes text, one or more whole lines, to the process. A zero deadline means none. Send
// returns [ErrTime], [ErrInput], an *[EndedError] or the error of ctx.
func (p *Process) Send(ctx context.Context, deadline time.Time, text []byte) error {
	p.trace.addLines('>', text)
	defer context.AfterFunc(ctx, p.interruptWrite)()
	for len(text) > 0 {
		if err := p.setDeadline(ctx, deadline, p.stdin.file.SetWriteDeadline); err != nil {
			return err
		}
		n, err := p.stdin.Write(text)
		text = text[n:]
		switch {
		case err == nil:
		case ctx.Err() != nil:
			return ctx.Err()
		case p.Exited():
			return p.exitError()
		case errors.Is(err, os.ErrDeadlineExceeded):
			if !deadline.IsZero() && !time.Now().Before(deadline) {
				return ErrTime
			}
		case p.WaitExit(exitTime):
			return p.exitError()
		default:
			return ErrInput
		}
	}
	return nil
}

// Line returns the next line that the process has written, without its line end. The slice is
// valid until the next call. A zero deadline means none. Lines written before the process ended
// are still returned. The error is [ErrTime], an *[UnfinishedError], [ErrLong], an *[EndedError] or
// the error of ctx.
func (p *Process) Line(ctx context.Context, deadline time.Time) ([]byte, error) {
	if line, ok := p.next(0); ok {
		return checkLength(line)
	}
	defer context.AfterFunc(ctx, p.interruptRead)()
	for {
		if p.to-p.from > maxLine {
			return nil, ErrLong
		}
		searched := p.to - p.from
		switch err := p.fill(ctx, deadline); {
		case searched > 0 && errors.Is(err, ErrTime):
			return nil, &UnfinishedError{string(p.buf[p.from:p.to])}
		case err != nil:
			return nil, err
		}
		if line, ok := p.next(searched); ok {
			return checkLength(line)
		}
	}
}

func checkLength(line []byte) ([]byte, error) {
	if len(line) > maxLine {
		return nil, ErrLong
	}
	return line, nil
}

// maxCollected is the number of bytes after which Collect stops, because the process may write without
// end. It is the usual size of a pipe.
const maxCollected = 64 << 10

// Collect reads what the process has written so far, without waiting. [Process.Line] then returns
// these lines, and [Process.Pending] reports whether there are any.
func (p *Process) Collect() {
	p.mu.Lock()
	_ = p.stdout.file.SetReadDeadline(time.Time{})
	p.mu.Unlock()
	for read := 0; read < maxCollected; {
		p.makeRoom()
		n, _ := p.stdout.readNow(p.buf[p.to:])
		if n == 0 {
			return
		}
		p.to += n
		read += n
		p.arrived = time.Since(p.begun)
	}
}

// Pending reports whether a whole line has already been read, so that Line returns at once.
func (p *Process) Pending() bool { return bytes.IndexByte(p.buf[p.from:p.to], '\n') >= 0 }

// next removes the first line from the buffer and returns it. The second result is false if the
// buffer contains no whole line. searched is the number of bytes at the start of the buffer that
// are known to contain no line end.
func (p *Process) next(searched int) ([]byte, bool) {
	i := bytes.IndexByte(p.buf[p.from+searched:p.to], '\n')
	if i < 0 {
		return nil, false
	}
	line := p.buf[p.from : p.from+searched+i]
	p.from += len(line) + 1
	line = bytes.TrimRight(line, "\r") // several, if the program writes \r\n to a stream in text mode
	p.trace.addLine('<', p.arrived, line)
	return line, true
}

// Await sets the word for which [Process.Line] waits. Line then blocks until a line that begins
// with this word has arrived, and returns all lines in order. This avoids waking the reader for
// every line that an engine prints during a search. An empty word means any line. The word applies
// until the next call of Await. Await has no effect on systems other than Linux, or if all lines
// are written to a trace.
func (p *Process) Await(word string) {
	if p.trace.hasWriter {
		word = "" // a trace has the time of every line
	}
	if string(p.awaited) != word {
		p.awaited = append(p.awaited[:0], word...)
	}
}

// enough reports whether a read can end, because the buffer contains the line for which
// [Process.Await] waits. Without such a word, any complete line is enough. n is the number of bytes
// that the current read has added to the buffer so far.
func (p *Process) enough(n int) bool {
	for {
		i := bytes.IndexByte(p.buf[p.lineStart:p.to+n], '\n')
		if i < 0 {
			return false
		}
		line := p.buf[p.lineStart : p.lineStart+i]
		if len(p.awaited) == 0 || bytes.HasPrefix(bytes.TrimLeft(line, " \t"), p.awaited) {
			return true
		}
		p.lineStart += i + 1
	}
}

// makeRoom makes sure that there is room behind the bytes in the buffer.
func (p *Process) makeRoom() {
	if p.from == p.to {
		p.from, p.to = 0, 0
	}
	if p.to == len(p.buf) {
		if p.from > 0 {
			p.to = copy(p.buf, p.buf[p.from:])
			p.from = 0
		} else {
			p.buf = append(p.buf, make([]byte, len(p.buf))...)
		}
	}
}

// fill reads more of the process's standard output into the buffer, which has no whole line.
func (p *Process) fill(ctx context.Context, deadline time.Time) error {
	p.makeRoom()
	p.lineStart = p.from
	for {
		if err := p.setDeadline(ctx, deadline, p.stdout.file.SetReadDeadline); err != nil {
			return err
		}
		n, err := p.stdout.read(p.buf[p.to:], p.enough)
		p.to += n
		p.arrived = time.Since(p.begun)
		switch {
		case n > 0:
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(err, os.ErrDeadlineExceeded) && p.Exited():
			return p.fillAfterExit()
		case errors.Is(err, os.ErrDeadlineExceeded):
			if !deadline.IsZero() && !time.Now().Before(deadline) {
				return ErrTime
			}
		default: // the output ended, usually just before the process does
			return p.exitError()
		}
	}
}

// fillAfterExit reads the output that a process wrote before it exited.
func (p *Process) fillAfterExit() error {
	_ = p.stdout.file.SetReadDeadline(time.Time{})
	n, err := p.stdout.readNow(p.buf[p.to:])
	p.to += n
	if n > 0 {
		return nil
	}
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, os.ErrDeadlineExceeded) {
		return err
	}
	return p.exitError()
}

// setDeadline calls set with the deadline of a read or a write. If the process has ended, it calls
// set with a time in the past. If ctx is done, it returns the error of ctx without calling set.
func (p *Process) setDeadline(ctx context.Context, deadline time.Time, set func(time.Time) error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return err
	}
	if p.dead {
		deadline = past
	}
	if err := set(deadline); !errors.Is(err, os.ErrNoDeadline) {
		return err
	}
	return nil
}

// interruptRead unblocks a pending read of standard output.
func (p *Process) interruptRead() {
	p.mu.Lock()
	defer p.mu.Unlock()
	_ = p.stdout.file.SetReadDeadline(past)
}

// interruptWrite unblocks a pending write to standard input.
func (p *Process) interruptWrite() {
	p.mu.Lock()
	defer p.mu.Unlock()
	_ = p.stdin.file.SetWriteDeadline(past)
}
