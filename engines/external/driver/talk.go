package driver

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/lanista/lanista/engines"
)

// Talk is a conversation in lines of text, for the sessions of protocols that are
// such: lines are written, sent together, and lines are read up to the one that
// is waited for.
type Talk struct {
	Options
	// MostLines and MostBytes bound what a program may say before an answer.
	MostLines, MostBytes int
	// Out are the lines that are sent next.
	Out []byte

	heard Heard
}

// Put adds a line, made of parts, to what is sent next.
func (t *Talk) Put(parts ...string) {
	for _, part := range parts {
		t.Out = append(t.Out, part...)
	}
	t.Out = append(t.Out, '\n')
}

// Send sends the lines that have been put, within a time; by is the end of it, or
// zero for a ctx that ends in time.
func (t *Talk) Send(ctx context.Context, by time.Time, within time.Duration) error {
	err := t.Process.Send(ctx, by, t.Out)
	t.Out = t.Out[:0]
	if err != nil {
		return Blame(err, within)
	}
	return nil
}

// Read reads lines until see says that it has what it waited for. what names that
// in the error of a program that says too much before.
func (t *Talk) Read(ctx context.Context, by time.Time, within time.Duration, what string, see func(line []byte) (done bool, err error)) error {
	lines, size := 0, 0
	for {
		line, err := t.Process.Line(ctx, by)
		if err != nil {
			return Blame(err, within)
		}
		if done, err := see(line); done || err != nil {
			return err
		}
		lines++
		size += len(line)
		if lines > t.MostLines || size > t.MostBytes {
			return Malformed("more than %d lines or %d bytes before %s", t.MostLines, t.MostBytes, what)
		}
	}
}

// Noise counts a line that is none of the protocol.
func (t *Talk) Noise(line []byte) {
	t.heard.Noise++
	if len(t.heard.First) < 3 {
		t.heard.First = append(t.heard.First, Printable(string(line)))
	}
}

// Late counts an answer to what had been asked before.
func (t *Talk) Late() { t.heard.Late++ }

// Forget forgets what has been counted: a banner before the handshake is usual.
func (t *Talk) Forget() { t.heard = Heard{} }

// Heard is what the program has said besides its answers.
func (t *Talk) Heard() Heard { return t.heard }

// Silent explains a program that has not done the handshake, with what it printed
// instead. missing is what it should have said, and who says it.
func (t *Talk) Silent(err error, missing, who string) error {
	var fault *engines.Fault
	if !errors.As(err, &fault) || fault.Kind != engines.ForfeitStalled {
		return err
	}
	printed := ""
	if len(t.heard.First) > 0 {
		printed = fmt.Sprintf("; it printed %q", t.heard.First[0])
	} else if text := t.Process.Stderr(); text != "" {
		printed = fmt.Sprintf("; it said %q on standard error", Printable(text))
	}
	return &engines.Fault{Kind: fault.Kind, Err: fmt.Errorf("no %s within %v%s; %s", missing, t.Timeouts.Start, printed, who)}
}
