package proc

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"time"
)

// maxLine is the longest line that a process may write, in bytes.
const maxLine = 1 << 20

// exitTime is how long the end of the output, or a broken input, may come before
// the exit that it announces.
const exitTime = time.Second

// Send writes text, whole lines, to the process, by a deadline if it is not zero.
// Its errors are [ErrTime], [ErrInput], *[EndedError], or ctx's.
func (p *Process) Send(ctx context.Context, by time.Time, text []byte) error {
	p.log.lines('>', text)
	defer context.AfterFunc(ctx, p.wakeWriter)()
	for len(text) > 0 {
		if err := p.arm(ctx, by, p.stdin.SetWriteDeadline); err != nil {
			return err
		}
		n, err := p.stdin.Write(text)
		text = text[n:]
		switch {
		case err == nil:
		case cancelled(ctx) != nil:
			return ctx.Err()
		case p.Exited():
			return p.over()
		case errors.Is(err, os.ErrDeadlineExceeded):
			if !by.IsZero() && !time.Now().Before(by) {
				return ErrTime
			}
		case p.waitExit(exitTime):
			return p.over()
		default:
			return ErrInput
		}
	}
	return nil
}

// Line returns the next line that the process has written, without its end, by a
// deadline if it is not zero. The line is valid until the next call. What a
// process wrote before it ended is still read. Its errors are [ErrTime],
// [ErrLong], *[EndedError], or ctx's.
func (p *Process) Line(ctx context.Context, by time.Time) ([]byte, error) {
	if line, ok := p.next(0); ok {
		return short(line)
	}
	defer context.AfterFunc(ctx, p.wakeReader)()
	for {
		if p.to-p.from > maxLine {
			return nil, ErrLong
		}
		searched := p.to - p.from
		if err := p.fill(ctx, by); err != nil {
			return nil, err
		}
		if line, ok := p.next(searched); ok {
			return short(line)
		}
	}
}

// short refuses a line that is too long.
func short(line []byte) ([]byte, error) {
	if len(line) > maxLine {
		return nil, ErrLong
	}
	return line, nil
}

// Pending reports whether a whole line has been read that no call of Line has
// returned: of a process that should be waiting it has said too much.
func (p *Process) Pending() bool { return bytes.IndexByte(p.buf[p.from:p.to], '\n') >= 0 }

// next takes a line out of the buffer, of which the first bytes have been
// searched for an end before.
func (p *Process) next(searched int) ([]byte, bool) {
	i := bytes.IndexByte(p.buf[p.from+searched:p.to], '\n')
	if i < 0 {
		return nil, false
	}
	line := p.buf[p.from : p.from+searched+i]
	p.from += len(line) + 1
	line = bytes.TrimSuffix(line, []byte{'\r'})
	p.log.line('<', line)
	return line, true
}

// fill reads more.
func (p *Process) fill(ctx context.Context, by time.Time) error {
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
		if err := p.arm(ctx, by, p.stdout.SetReadDeadline); err != nil {
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
			return p.rest()
		case errors.Is(err, os.ErrDeadlineExceeded):
			if !by.IsZero() && !time.Now().Before(by) {
				return ErrTime
			}
		default: // the end of the output, which comes just before that of a process
			p.waitExit(exitTime)
			return p.ended()
		}
	}
}

// rest reads what a process that has ended had written before.
func (p *Process) rest() error {
	_ = p.stdout.SetReadDeadline(time.Time{})
	n, err := readNow(p.stdout, p.buf[p.to:])
	p.to += n
	if n > 0 {
		return nil
	}
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, os.ErrDeadlineExceeded) {
		return err
	}
	return p.over()
}

// over is the error of a process that has ended, all that it said on standard
// error in it.
func (p *Process) over() error {
	p.waitExit(exitTime)
	return p.ended()
}

// arm sets the deadline of a pipe. A process that has ended and a context that is
// done have a deadline that is over.
func (p *Process) arm(ctx context.Context, by time.Time, set func(time.Time) error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := cancelled(ctx); err != nil {
		return err
	}
	if p.dead {
		by = past
	}
	if err := set(by); !errors.Is(err, os.ErrNoDeadline) {
		return err
	}
	return nil
}

// wakeReader ends the wait for a line.
func (p *Process) wakeReader() {
	p.mu.Lock()
	defer p.mu.Unlock()
	_ = p.stdout.SetReadDeadline(past)
}

// wakeWriter ends the wait for room in the input.
func (p *Process) wakeWriter() {
	p.mu.Lock()
	defer p.mu.Unlock()
	_ = p.stdin.SetWriteDeadline(past)
}
