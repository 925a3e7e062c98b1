package protocol

import (
	"context"
	"time"

	"github.com/lanista/lanista/engines/external/process"
)

// These are the largest numbers of lines and bytes that a program may print between a request and
// its answer. A faulty program may print without end. Lines about a running search, such as "info"
// in UCI, do not count. The protocol ludus has the lower limits maxStrayLines and maxStrayBytes.
// docs/agents.md states the limits.
const (
	maxLines = 100_000
	maxBytes = 16 << 20
)

// unanswered counts the lines and bytes that a program has printed while an answer is awaited, to
// detect endless output.
type unanswered struct{ lines, bytes int }

// add counts a line. It returns an error if the program has printed too much before the expected
// answer.
func (u *unanswered) add(line []byte, expected string) error {
	u.lines++
	u.bytes += len(line)
	if u.lines > maxLines || u.bytes > maxBytes {
		return malformed("more than %d lines or %d bytes before %s", maxLines, maxBytes, expected)
	}
	return nil
}

// textIO writes and reads the lines of a text protocol such as UCI. The method put collects lines
// to the program, and send sends them together. The method read reads the output of the program up
// to an expected line.
type textIO struct {
	process *process.Process
	out     []byte // lines to send next
	stray   Stray
	// free is the first word of lines that do not count towards maxLines and maxBytes, or "".
	// The time limits of a session bound their number.
	free string
	// await is the first word of the awaited line if it is known. See [process.Process.Await].
	await string
}

// put joins the parts to a line and adds it to the lines to send.
func (t *textIO) put(parts ...string) {
	for _, part := range parts {
		t.out = append(t.out, part...)
	}
	t.out = append(t.out, '\n')
}

// putAll adds lines to the lines to send.
func (t *textIO) putAll(lines []string) {
	for _, line := range lines {
		t.put(line)
	}
}

// send sends the collected lines. allowed is the time until the deadline, for the error message.
func (t *textIO) send(ctx context.Context, deadline time.Time, allowed time.Duration) error {
	err := t.process.Send(ctx, deadline, t.out)
	t.out = t.out[:0]
	if err != nil {
		return processFault(err, allowed)
	}
	return nil
}

// read reads lines that the program prints and calls see with each, until see returns done or an
// error. If no line arrives before the deadline, the error states the time that was allowed. If the
// program prints too many lines, the error states the expected answer.
func (t *textIO) read(ctx context.Context, deadline time.Time, allowed time.Duration, expected string, see func(line []byte) (done bool, err error)) error {
	t.process.Await(t.await)
	var before unanswered
	for {
		line, err := t.process.Line(ctx, deadline)
		if err != nil {
			return processFault(err, allowed)
		}
		if done, err := see(line); done || err != nil {
			return err
		}
		if first, _ := cutWord(line); t.free != "" && string(first) == t.free {
			continue
		}
		if err := before.add(line, expected); err != nil {
			return err
		}
	}
}

// readPending calls see with the lines that the program has printed since its last answer.
func (t *textIO) readPending(ctx context.Context, see func(line []byte) error) error {
	t.process.Collect()
	for t.process.Pending() {
		line, err := t.process.Line(ctx, time.Time{})
		if err != nil {
			return processFault(err, 0)
		}
		if err := see(line); err != nil {
			return err
		}
	}
	return nil
}

// quit sends a last line, which requests the program to exit. It ignores errors.
func (t *textIO) quit(line string, limit time.Duration) {
	_ = t.process.Send(context.Background(), time.Now().Add(limit), []byte(line))
}
