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

// maxLine is the longest line that a process may write, in bytes.
const maxLine = 1 << 20

// exitTime limits the wait for an exit after the process closed its output or input.
const exitTime = time.Second

// Errors of a process that is still running.
var (
	// ErrTime means that the process wrote no whole line, or read nothing, before the
	// deadline.
	ErrTime = errors.New("no answer in time")
	// ErrInput means that the process closed its standard input.
	ErrInput = errors.New("it closed its standard input")
	// ErrLong means that a line is longer than 1 MiB.
	ErrLong = fmt.Errorf("a line of more than %d bytes", maxLine)
)

// EndedError reports that a process ended or closed its output.
type EndedError struct {
	// Status describes the exit, such as "exit status 3" or "signal: segmentation fault".
	// It is "" if the process closed its output and still runs.
	Status string
	// Stderr is the end of standard error, without surrounding white space.
	Stderr string
}

// Error returns the status and the end of standard error. A stack trace is shortened to its
// message.
func (e *EndedError) Error() string {
	if e.Status == "" {
		return "it closed its output"
	}
	if e.Stderr == "" {
		return e.Status
	}
	return e.Status + ": " + withoutTrace(e.Stderr)
}

// Send writes text, which consists of whole lines. A zero deadline means none. Its errors
// are [ErrTime], [ErrInput], *[EndedError] and the error of ctx.
func (p *Process) Send(ctx context.Context, deadline time.Time, text []byte) error {
	p.trace.addLines('>', text)
	defer context.AfterFunc(ctx, p.interruptWrite)()
	for len(text) > 0 {
		if err := p.setDeadline(ctx, deadline, p.stdin.SetWriteDeadline); err != nil {
			return err
		}
		n, err := p.stdin.Write(text)
		text = text[n:]
		switch {
		case err == nil:
		case cancelled(ctx) != nil:
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

// Line returns the next line of the process without its line end. The slice is valid until
// the next call. A zero deadline means none. Lines written before the process ended are
// still returned. The errors are [ErrTime], [ErrLong], *[EndedError] and the error of ctx.
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
		if err := p.fill(ctx, deadline); err != nil {
			return nil, err
		}
		if line, ok := p.next(searched); ok {
			return checkLength(line)
		}
	}
}

// checkLength returns line, or ErrLong if it is too long.
func checkLength(line []byte) ([]byte, error) {
	if len(line) > maxLine {
		return nil, ErrLong
	}
	return line, nil
}

// Pending reports whether Line can return a line that has already been read.
func (p *Process) Pending() bool { return bytes.IndexByte(p.buf[p.from:p.to], '\n') >= 0 }

// next removes a line from the buffer. The first searched bytes contain no line end.
func (p *Process) next(searched int) ([]byte, bool) {
	i := bytes.IndexByte(p.buf[p.from+searched:p.to], '\n')
	if i < 0 {
		return nil, false
	}
	line := p.buf[p.from : p.from+searched+i]
	p.from += len(line) + 1
	line = bytes.TrimSuffix(line, []byte{'\r'})
	p.trace.addLine('<', line)
	return line, true
}

// fill reads from standard output into the buffer.
func (p *Process) fill(ctx context.Context, deadline time.Time) error {
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
	for {
		if err := p.setDeadline(ctx, deadline, p.stdout.SetReadDeadline); err != nil {
			return err
		}
		n, err := p.stdout.Read(p.buf[p.to:])
		p.to += n
		switch {
		case n > 0:
			return nil
		case cancelled(ctx) != nil:
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

// fillAfterExit reads what a process wrote before it ended.
func (p *Process) fillAfterExit() error {
	_ = p.stdout.SetReadDeadline(time.Time{})
	n, err := readNow(p.stdout, p.buf[p.to:])
	p.to += n
	if n > 0 {
		return nil
	}
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, os.ErrDeadlineExceeded) {
		return err
	}
	return p.exitError()
}

// setDeadline sets the deadline of a pipe: an expired one if the process has ended. It
// returns the error of ctx if ctx is done.
func (p *Process) setDeadline(ctx context.Context, deadline time.Time, set func(time.Time) error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := cancelled(ctx); err != nil {
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
	_ = p.stdout.SetReadDeadline(past)
}

// interruptWrite unblocks a pending write to standard input.
func (p *Process) interruptWrite() {
	p.mu.Lock()
	defer p.mu.Unlock()
	_ = p.stdin.SetWriteDeadline(past)
}
