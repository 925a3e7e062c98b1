package uci

import (
	"bytes"
	"context"
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
	driver.Talk
	options  []option
	tuned    []option // of the weights, in their order
	sent     []string // the values of the weights as they were sent last
	clear    []byte   // the line that clears the engine's memory, if it has one
	limit    engines.Limit
	thinking bool // it was told to go, and has not answered

	position []byte // the line that says the position, as far as it was told
	told     int    // moves in it
}

var _ driver.Session = (*Session)(nil)

// New makes the session of a process that has been started and told nothing.
func New(o driver.Options) driver.Session {
	return &Session{Talk: driver.Talk{Options: o, MostLines: mostLines, MostBytes: mostBytes}}
}

// read returns what follows the first word of the next line whose first word is one
// that is waited for; other lines go to see.
func (s *Session) read(ctx context.Context, by time.Time, within time.Duration, word string, see func(first, rest []byte) error) (after []byte, err error) {
	err = s.Read(ctx, by, within, word, func(line []byte) (bool, error) {
		first, rest := cut(line)
		if string(first) == word {
			after = rest
			return true, nil
		}
		return false, see(first, rest)
	})
	return after, err
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
	s.Out = append(s.Out, "isready\n"...)
	by := time.Now().Add(within)
	if err := s.Send(ctx, by, within); err != nil {
		return err
	}
	_, err := s.read(ctx, by, within, "readyok", unasked)
	return err
}

// Begin sends the weights that have changed and begins a game.
func (s *Session) Begin(ctx context.Context, g driver.Game) error {
	s.limit = g.Limit
	s.position, s.told = s.position[:0], 0
	s.weigh(g.Space, g.Weights)
	s.Out = append(s.Out, s.clear...)
	for _, line := range s.EachGame {
		s.Out = append(append(s.Out, line...), '\n')
	}
	s.Out = append(s.Out, "ucinewgame\n"...)
	return s.ready(ctx, s.Timeouts.Reply)
}

// Choose asks for a move.
func (s *Session) Choose(ctx context.Context, t driver.Turn) (driver.Choice, error) {
	if err := s.leftover(ctx); err != nil {
		return driver.Choice{}, err
	}
	s.tell(t.Position)
	s.Out = append(append(s.Out, s.position...), "\ngo "...)
	s.Out = appendLimit(s.Out, s.limit, &t)
	s.Out = append(s.Out, '\n')
	within := s.Timeouts.Move
	var by time.Time
	if s.limit.Timed() {
		within = 0 // ctx ends in time
	} else {
		by = time.Now().Add(within)
	}
	if err := s.Send(ctx, by, within); err != nil {
		return driver.Choice{}, err
	}
	s.thinking = true
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
		s.Out = append(s.Out[:0], "stop\n"...)
		by := time.Now().Add(s.Timeouts.Reply)
		if err := s.Send(ctx, by, s.Timeouts.Reply); err != nil {
			return err
		}
		if _, err := s.read(ctx, by, s.Timeouts.Reply, "bestmove", ignore); err != nil {
			return err
		}
		s.thinking = false
		s.Late()
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
	return s.Silent(err, "uciok", "an engine that speaks UCI answers uci with its options and uciok")
}
