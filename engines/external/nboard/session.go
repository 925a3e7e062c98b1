package nboard

import (
	"bytes"
	"context"
	"fmt"
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

// Session is a conversation with one program.
type Session struct {
	driver.Talk
	ping int    // the last
	game string // as it was told, up to its moves; "" if it has not been told
	told int    // moves that have been told
	list []engines.Move
}

var _ driver.Session = (*Session)(nil)

// New makes the session of a process that has been started and told nothing.
func New(o driver.Options) driver.Session {
	return &Session{Talk: driver.Talk{Options: o, MostLines: mostLines, MostBytes: mostBytes}}
}

// Hello does the handshake.
func (s *Session) Hello(ctx context.Context) (driver.Description, error) {
	d := driver.Description{Games: []string{"othello"}, Weights: s.Declared, NeedsLimit: "an NBoard program needs one (depth N)", DepthAlone: true}
	s.Put("nboard 2")
	for _, line := range s.Setup {
		s.Put(line)
	}
	err := s.fence(ctx, s.Timeouts.Start, func(line []byte) {
		if name, ok := bytes.CutPrefix(line, []byte("set myname ")); ok {
			d.Name = driver.Printable(strings.TrimSpace(string(name)))
		} else if len(line) > 0 {
			s.Noise(line)
		}
	})
	if err != nil {
		return d, s.Silent(err, "pong", "a program that speaks NBoard answers ping with pong")
	}
	s.Forget()
	return d, nil
}

// fence sends what has been put and a ping, and hears what is said up to its pong.
func (s *Session) fence(ctx context.Context, within time.Duration, hear func(line []byte)) error {
	s.ping++
	n := strconv.Itoa(s.ping)
	s.Put("ping ", n)
	by := time.Now().Add(within)
	if err := s.Send(ctx, by, within); err != nil {
		return err
	}
	pong := []byte("pong " + n)
	return s.Read(ctx, by, within, string(pong), func(line []byte) (bool, error) {
		if line = bytes.TrimSpace(line); bytes.Equal(line, pong) {
			return true, nil
		}
		hear(line)
		return false, nil
	})
}

// Begin sends the limit and the weights of a game.
func (s *Session) Begin(ctx context.Context, g driver.Game) error {
	s.game, s.told = "", 0
	s.Put("set depth ", strconv.Itoa(g.Limit.Depth))
	for _, line := range driver.SetLines(s.Set, g.Space, g.Weights) {
		s.Put(line)
	}
	for _, line := range s.EachGame {
		s.Put(line)
	}
	return s.fence(ctx, s.Timeouts.Reply, ignore)
}

// ignore drops a line: programs tell what they please, and the protocol has it so.
func ignore([]byte) {}

// Choose tells what has been played and asks for a move.
func (s *Session) Choose(ctx context.Context, t driver.Turn) (driver.Choice, error) {
	if err := s.tell(t.Position); err != nil {
		return driver.Choice{}, err
	}
	if err := s.fence(ctx, s.Timeouts.Reply, ignore); err != nil {
		return driver.Choice{}, err
	}
	s.Put("go")
	by := time.Now().Add(s.Timeouts.Move)
	if err := s.Send(ctx, by, s.Timeouts.Move); err != nil {
		return driver.Choice{}, err
	}
	var choice driver.Choice
	err := s.Read(ctx, by, s.Timeouts.Move, "===", func(line []byte) (bool, error) {
		answer, ok := bytes.CutPrefix(bytes.TrimSpace(line), []byte("==="))
		if !ok {
			if nodes, ok := readNodes(line); ok {
				choice.Nodes = nodes
			}
			return false, nil
		}
		move, score, err := readMove(string(answer))
		choice.Move, choice.Score = move, score
		return true, err
	})
	return choice, err
}

// tell brings the program's game up to date: the whole of it at first, then the
// moves since.
func (s *Session) tell(p engines.Position) error {
	h, ok := p.(engines.History)
	if !ok {
		return &engines.UnplayableError{Err: fmt.Errorf("the game does not report its moves, and NBoard needs them")}
	}
	s.list = h.Played()
	if s.game == "" {
		text, err := writeGame(h.Start(), s.list, p)
		if err != nil {
			return &engines.UnplayableError{Err: err}
		}
		s.game = text
		s.Put("set game ", text)
	} else {
		for _, m := range s.list[s.told:] {
			s.Put("move ", writeMove(p.FormatMove(m)))
		}
	}
	s.told = len(s.list)
	return nil
}

// End is nothing: the protocol has no word for it.
func (s *Session) End(context.Context, engines.Outcome, string) error { return nil }

// Fence waits until the program has done all: a ping also stops it.
func (s *Session) Fence(ctx context.Context) error {
	late := false
	err := s.fence(ctx, s.Timeouts.Reply, func(line []byte) { late = late || bytes.HasPrefix(line, []byte("===")) })
	if late {
		s.Late()
	}
	return err
}

// Quit asks the program to end.
func (s *Session) Quit() {
	_ = s.Process.Send(context.Background(), time.Now().Add(s.Timeouts.Quit), []byte("quit\n"))
}
