package uci

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/driver"
)

// What an engine may say before an answer. They say much more than other programs
// while they think.
const (
	mostLines = 100_000
	mostBytes = 16 << 20
)

// Session is a conversation with one engine.
type Session struct {
	driver.Options
	heard    driver.Heard
	options  []option
	tuned    []option // of the weights, in their order
	sent     []string // the values of the weights as they were sent last
	clear    []byte   // the line that clears the engine's memory, if it has one
	limit    engines.Limit
	thinking bool // it was told to go, and has not answered

	out      []byte
	position []byte // the line that says the position, as far as it was told
	told     int    // moves in it
}

var _ driver.Session = (*Session)(nil)

// New makes the session of a process that has been started and told nothing.
func New(o driver.Options) driver.Session { return &Session{Options: o} }

// Heard is what the engine has said besides its answers. Information is part of
// the protocol, and not counted.
func (s *Session) Heard() driver.Heard { return s.heard }

// send sends what has been written.
func (s *Session) send(ctx context.Context, by time.Time, within time.Duration) error {
	err := s.Process.Send(ctx, by, s.out)
	s.out = s.out[:0]
	if err != nil {
		return driver.Blame(err, within)
	}
	return nil
}

// read returns the next line whose first word is one that is waited for; other
// lines go to see.
func (s *Session) read(ctx context.Context, by time.Time, within time.Duration, word string, see func(first, rest []byte) error) ([]byte, error) {
	lines, size := 0, 0
	for {
		line, err := s.Process.Line(ctx, by)
		if err != nil {
			return nil, driver.Blame(err, within)
		}
		first, rest := cut(line)
		if string(first) == word {
			return rest, nil
		}
		if err := see(first, rest); err != nil {
			return nil, err
		}
		lines++
		size += len(line)
		if lines > mostLines || size > mostBytes {
			return nil, driver.Malformed("more than %d lines or %d bytes before %s", mostLines, mostBytes, word)
		}
	}
}

// cut takes the first word of a line.
func cut(line []byte) (first, rest []byte) {
	line = bytes.TrimLeft(line, " \t")
	i := bytes.IndexAny(line, " \t")
	if i < 0 {
		return line, nil
	}
	return line[:i], bytes.TrimLeft(line[i:], " \t")
}

// unasked refuses a best move that nobody has asked for.
func unasked(first, rest []byte) error {
	if string(first) == "bestmove" {
		return driver.Malformed("a best move that was not asked for: %s", driver.Printable(string(rest)))
	}
	return nil
}

// ready sends what has been written and waits until the engine has done it.
func (s *Session) ready(ctx context.Context, within time.Duration) error {
	s.out = append(s.out, "isready\n"...)
	by := time.Now().Add(within)
	if err := s.send(ctx, by, within); err != nil {
		return err
	}
	_, err := s.read(ctx, by, within, "readyok", unasked)
	return err
}

// Begin sends the weights that have changed and begins a game.
func (s *Session) Begin(ctx context.Context, g driver.Game) error {
	s.limit = g.Limit
	s.position, s.told = s.position[:0], 0
	for i, o := range s.tuned {
		text := number(g.Weights[i], g.Space[i].Kind)
		if text != s.sent[i] {
			s.out = append(s.out, o.set(text)...)
			s.sent[i] = text
		}
	}
	s.out = append(s.out, s.clear...)
	for _, line := range s.EachGame {
		s.out = append(append(s.out, line...), '\n')
	}
	s.out = append(s.out, "ucinewgame\n"...)
	return s.ready(ctx, s.Timeouts.Reply)
}

// Choose asks for a move.
func (s *Session) Choose(ctx context.Context, t driver.Turn) (driver.Choice, error) {
	if err := s.leftover(ctx); err != nil {
		return driver.Choice{}, err
	}
	s.tell(t.Position)
	s.out = append(append(s.out, s.position...), "\ngo "...)
	s.out = appendLimit(s.out, s.limit, &t)
	s.out = append(s.out, '\n')
	within := s.Timeouts.Move
	var by time.Time
	if s.limit.Timed() {
		within = 0 // ctx ends in time
	} else {
		by = time.Now().Add(within)
	}
	s.thinking = true
	if err := s.send(ctx, by, within); err != nil {
		return driver.Choice{}, err
	}
	var said thought
	rest, err := s.read(ctx, by, within, "bestmove", said.hear)
	if err != nil {
		return driver.Choice{}, err
	}
	s.thinking = false
	return said.choice(rest)
}

// leftover reads what the engine has said since its last answer.
func (s *Session) leftover(ctx context.Context) error {
	for s.Process.Pending() {
		line, err := s.Process.Line(ctx, time.Time{})
		if err != nil {
			return driver.Blame(err, 0)
		}
		if err := unasked(cut(line)); err != nil {
			return err
		}
	}
	return nil
}

// End is nothing: the protocol has no word for it.
func (s *Session) End(context.Context, engines.Outcome, string) error { return nil }

// Fence stops the engine, if it thinks, and waits until it has done all.
func (s *Session) Fence(ctx context.Context) error {
	if s.thinking {
		s.out = append(s.out[:0], "stop\n"...)
		by := time.Now().Add(s.Timeouts.Reply)
		if err := s.send(ctx, by, s.Timeouts.Reply); err != nil {
			return err
		}
		if _, err := s.read(ctx, by, s.Timeouts.Reply, "bestmove", ignore); err != nil {
			return err
		}
		s.thinking = false
		s.heard.Late++
	}
	return s.ready(ctx, s.Timeouts.Reply)
}

func ignore(_, _ []byte) error { return nil }

// Quit asks the engine to end.
func (s *Session) Quit() {
	_ = s.Process.Send(context.Background(), time.Now().Add(s.Timeouts.Quit), []byte("quit\n"))
}

// silent explains an engine that has not answered, with what it printed instead.
func (s *Session) silent(err error) error {
	var fault *engines.Fault
	if !errors.As(err, &fault) || fault.Kind != engines.Stalled {
		return err
	}
	var printed strings.Builder
	if len(s.heard.First) > 0 {
		fmt.Fprintf(&printed, "; it printed %q", s.heard.First[0])
	} else if text := s.Process.Stderr(); text != "" {
		fmt.Fprintf(&printed, "; it said %q on standard error", driver.Printable(text))
	}
	return &engines.Fault{Kind: fault.Kind, Err: fmt.Errorf(
		"no uciok within %v%s; an engine that speaks UCI answers uci with its options and uciok", s.Timeouts.Start, &printed)}
}
