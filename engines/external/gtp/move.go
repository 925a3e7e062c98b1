package gtp

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/driver"
)

// sides are the colours by seat.
var sides = [...]string{"b", "w"}

// start is the position that clear_board sets up.
const start = "---------------------------OX------XO--------------------------- X"

// pass is how games and programs write it.
const pass = "pass"

// Choose tells what has been played and asks for a move. A pass that the rules
// force is not asked for.
func (s *Session) Choose(ctx context.Context, t driver.Turn) (driver.Choice, error) {
	p := t.Position
	if err := s.tell(ctx, p); err != nil {
		return driver.Choice{}, err
	}
	if s.list = p.Moves(s.list[:0]); len(s.list) == 1 && p.FormatMove(s.list[0]) == pass {
		return driver.Choice{Move: pass}, nil
	}
	if err := s.clock(ctx, t); err != nil {
		return driver.Choice{}, err
	}
	within := s.Timeouts.Move
	if s.limit.Timed() {
		within = 0 // ctx ends in time
	}
	text, err := s.turned(ctx, within, "genmove ", s.side)
	if err != nil {
		return driver.Choice{}, err
	}
	move := strings.ToLower(text)
	switch move {
	case "":
		return driver.Choice{}, driver.Malformed("an answer to genmove without a move")
	case "resign":
		return driver.Choice{Resign: true}, nil
	}
	s.own, err = p.ParseMove(move)
	s.thought = err == nil
	return driver.Choice{Move: move}, nil
}

// tell plays on the program's board what has been played since.
func (s *Session) tell(ctx context.Context, p engines.Position) error {
	h, ok := p.(engines.History)
	if !ok || h.Start() != start {
		return &engines.UnplayableError{Err: errors.New("the game does not begin at the start of Othello, and GTP can tell no other position")}
	}
	moves := h.Played()
	for ; s.told < len(moves); s.told++ {
		m := moves[s.told]
		text, side := p.FormatMove(m), sides[s.told%2]
		if s.thought && m == s.own {
			s.thought = false
			continue
		}
		if text == pass && !s.passes {
			s.passed = true
			continue
		}
		if _, err := s.turned(ctx, s.Timeouts.Reply, "play ", side, " ", text); err != nil {
			return err
		}
	}
	return nil
}

// turned gives a command for a colour. If a pass before it was not told, and the
// program refuses it, the program is told of passes.
func (s *Session) turned(ctx context.Context, within time.Duration, command ...string) (string, error) {
	text, err := s.ask(ctx, within, command...)
	if !s.passed {
		return text, err
	}
	s.passed = false
	if !refused(err) {
		return text, err
	}
	s.passes = true
	other := sides[0]
	if command[1] == other {
		other = sides[1]
	}
	if _, err := s.ask(ctx, s.Timeouts.Reply, "play ", other, " ", pass); err != nil {
		return "", err
	}
	return s.ask(ctx, within, command...)
}

// clock tells the time that is left.
func (s *Session) clock(ctx context.Context, t driver.Turn) error {
	if t.Seat >= len(t.Left) || !s.knows("time_left") {
		return nil
	}
	_, err := s.ask(ctx, s.Timeouts.Reply, "time_left ", s.side, " ", seconds(t.Left[t.Seat]), " 0")
	return err
}

// timeSettings is the command that tells of a limit of time: for the whole game, or
// for one move again and again.
func timeSettings(l engines.Limit) string {
	if l.Move > 0 {
		return fmt.Sprintf("time_settings 0 %s 1", seconds(l.Move))
	}
	return fmt.Sprintf("time_settings %s 0 0", seconds(l.Clock))
}

// seconds are whole and at least one: 0 would be no time at all, or no limit.
func seconds(d time.Duration) string { return strconv.Itoa(max(1, int(d/time.Second))) }
