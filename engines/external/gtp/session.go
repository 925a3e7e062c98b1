package gtp

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/driver"
)

// What a program may say before an answer.
const (
	mostLines = 100_000
	mostBytes = 16 << 20
)

// version is that of the protocol.
const version = "2"

// Session is a conversation with one program.
type Session struct {
	driver.Talk
	commands []string // that it knows
	last     int      // the number of the last command
	owed     int      // of the oldest command that it has not answered
	limit    engines.Limit
	side     string
	told     int          // moves of the game that it knows
	passed   bool         // a pass was left out before what comes next
	passes   bool         // it wants to be told of passes
	own      engines.Move // that it has made itself
	thought  bool         // own is to come next among the moves
	list     []engines.Move
}

var _ driver.Session = (*Session)(nil)

// New makes the session of a process that has been started and told nothing.
func New(o driver.Options) driver.Session {
	return &Session{Talk: driver.Talk{Options: o, MostLines: mostLines, MostBytes: mostBytes}, owed: 1}
}

// refusal is an answer that begins with a question mark.
type refusal struct{ command, text string }

func (r *refusal) Error() string { return fmt.Sprintf("%s: %s", r.command, driver.Printable(r.text)) }

// ask sends a command and returns its answer. A refusal is a fault of the program,
// and wraps a *refusal. A time of 0 is none, for a ctx that ends in time.
func (s *Session) ask(ctx context.Context, within time.Duration, command ...string) (string, error) {
	s.last++
	s.Put(append([]string{strconv.Itoa(s.last), " "}, command...)...)
	var by time.Time
	if within > 0 {
		by = time.Now().Add(within)
	}
	if err := s.Send(ctx, by, within); err != nil {
		s.last-- // it was not told
		return "", err
	}
	for {
		a, err := s.next(ctx, by, within)
		switch {
		case err != nil:
			return "", err
		case a.number > s.last:
			return "", driver.Malformed("an answer to command %d, which has not been given (the last was %d)", a.number, s.last)
		case a.number < s.last:
			s.Late()
			continue
		case !a.done:
			why := &refusal{strings.Join(command, ""), a.text}
			return "", &engines.Fault{Kind: engines.ForfeitError, Err: why}
		}
		return a.text, nil
	}
}

// next reads an answer up to the empty line that ends it. One without a number is
// that to the oldest command that has not been answered.
func (s *Session) next(ctx context.Context, by time.Time, within time.Duration) (a answer, err error) {
	begun := false
	err = s.Read(ctx, by, within, "an answer", func(line []byte) (bool, error) {
		blank := len(bytes.TrimSpace(line)) == 0
		switch {
		case begun && blank:
			return true, nil
		case begun:
			a.text += "\n" + string(line)
		case !blank:
			if a, begun = readAnswer(line, s.last); !begun {
				s.Noise(line)
			}
		}
		return false, nil
	})
	if err != nil {
		return a, err
	}
	if !a.numbered {
		a.number = s.owed
	}
	s.owed = max(s.owed, a.number+1)
	return a, nil
}

// Hello does the handshake. A program that refuses to say its version or its
// commands has the second version and none that it need not have.
func (s *Session) Hello(ctx context.Context) (driver.Description, error) {
	d := driver.Description{Games: []string{"othello"}, Weights: s.Declared, TimeAlone: true}
	said, err := s.ask(ctx, s.Timeouts.Start, "protocol_version")
	switch {
	case err == nil && said != version:
		return d, driver.Malformed("it speaks version %s of GTP; %s is needed", driver.Printable(said), version)
	case err != nil && !refused(err):
		return d, s.Silent(err, "answer to protocol_version", "a program that speaks GTP answers = and an empty line")
	}
	if d.Name, err = s.ask(ctx, s.Timeouts.Reply, "name"); err != nil && !refused(err) {
		return d, err
	}
	d.Name = driver.Printable(d.Name)
	list, err := s.ask(ctx, s.Timeouts.Reply, "list_commands")
	if err != nil && !refused(err) {
		return d, err
	}
	s.commands = strings.Fields(list)
	s.Forget()
	return d, s.all(ctx, s.Setup)
}

// refused reports whether a program has said that it does not do something.
func refused(err error) bool {
	var r *refusal
	return errors.As(err, &r)
}

// all gives commands, each of which must be done.
func (s *Session) all(ctx context.Context, lines []string) error {
	for _, line := range lines {
		if _, err := s.ask(ctx, s.Timeouts.Reply, line); err != nil {
			return err
		}
	}
	return nil
}

// seedBits is how many bits of a seed fit the numbers of the protocol.
const seedBits = 31

// Begin clears the board and sets the weights of a game.
func (s *Session) Begin(ctx context.Context, g driver.Game) error {
	s.limit, s.told, s.passed, s.thought = g.Limit, 0, false, false
	s.side = sides[g.Seat]
	lines := []string{"boardsize 8", "clear_board"}
	if s.knows("set_random_seed") {
		lines = append(lines, "set_random_seed "+strconv.FormatUint(g.Seed&(1<<seedBits-1), 10))
	}
	if s.limit.Timed() && s.knows("time_settings") {
		lines = append(lines, timeSettings(s.limit))
	}
	lines = append(lines, driver.SetLines(s.Set, g.Space, g.Weights)...)
	return s.all(ctx, append(lines, s.EachGame...))
}

// knows reports whether the program has listed a command.
func (s *Session) knows(command string) bool { return slices.Contains(s.commands, command) }

// End is nothing: the protocol has no word for it.
func (s *Session) End(context.Context, engines.Outcome, string) error { return nil }

// Fence waits until the program has done all: it does one thing after the other.
func (s *Session) Fence(ctx context.Context) error {
	_, err := s.ask(ctx, s.Timeouts.Reply, "name")
	if refused(err) {
		return nil
	}
	return err
}

// Quit asks the program to end.
func (s *Session) Quit() {
	s.last++
	_ = s.Process.Send(context.Background(), time.Now().Add(s.Timeouts.Quit), []byte(strconv.Itoa(s.last)+" quit\n"))
}
