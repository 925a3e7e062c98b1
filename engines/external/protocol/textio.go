package protocol

import (
	"context"
	"time"

	"github.com/lanista/lanista/engines/external/process"
)

// Limits of the output of a program before an answer. Chess engines print much while they
// think.
const (
	maxLines = 100_000
	maxBytes = 16 << 20
)

// textIO writes and reads the lines of a text protocol. Lines are collected with put, sent
// together with send, and read until the expected line.
type textIO struct {
	process *process.Process
	out     []byte // lines to send next
	stray   Stray
}

// put adds a line, joined from parts, to the lines to send.
func (t *textIO) put(parts ...string) {
	for _, part := range parts {
		t.out = append(t.out, part...)
	}
	t.out = append(t.out, '\n')
}

// send sends the collected lines before the deadline, which is zero if the context has one.
// allowed is the time until the deadline, for the error.
func (t *textIO) send(ctx context.Context, deadline time.Time, allowed time.Duration) error {
	err := t.process.Send(ctx, deadline, t.out)
	t.out = t.out[:0]
	if err != nil {
		return processFault(err, allowed)
	}
	return nil
}

// read passes lines to see until see returns done or an error. expected describes the
// expected line in the error of a program that prints too much before it.
func (t *textIO) read(ctx context.Context, deadline time.Time, allowed time.Duration, expected string, see func(line []byte) (done bool, err error)) error {
	lines, size := 0, 0
	for {
		line, err := t.process.Line(ctx, deadline)
		if err != nil {
			return processFault(err, allowed)
		}
		if done, err := see(line); done || err != nil {
			return err
		}
		lines++
		size += len(line)
		if lines > maxLines || size > maxBytes {
			return malformed("more than %d lines or %d bytes before %s", maxLines, maxBytes, expected)
		}
	}
}

// quit sends a last line and ignores errors.
func (t *textIO) quit(line string, limit time.Duration) {
	_ = t.process.Send(context.Background(), time.Now().Add(limit), []byte(line))
}
