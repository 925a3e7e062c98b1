package protocol

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/lanista/lanista/engines"
)

// gtpSides lists the names of the colours in GTP commands, by seat: black plays first.
var gtpSides = [...]string{"b", "w"}

// othelloName is the name of the game Othello, in which passes are forced.
const othelloName = "othello"

// othelloStart is the Othello position that the GTP command clear_board sets up.
const othelloStart = "---------------------------OX------XO--------------------------- X"

// usualStart is the text by which most games denote their start position. The GTP command
// clear_board sets up this position.
const usualStart = "start"

// pass is the move of passing in the notation of games and of GTP.
const pass = "pass"

// vertexPattern matches the moves that GTP can express, besides pass.
var vertexPattern = regexp.MustCompile(`^[A-Za-z][0-9]{1,2}$`)

// Choose sends the moves since the last request and requests the program's move. In Othello a pass
// that the rules force is returned without a request.
func (s *gtpSession) Choose(ctx context.Context, t Turn) (Choice, error) {
	p := t.Position
	if err := s.sendMoves(ctx, p); err != nil {
		return Choice{}, err
	}
	if s.game.Game == othelloName {
		if s.list = p.Moves(s.list[:0]); len(s.list) == 1 && p.FormatMove(s.list[0]) == pass {
			return Choice{Move: pass}, nil
		}
	}
	if err := s.sendClock(ctx, t); err != nil {
		return Choice{}, err
	}
	text, err := s.askSide(ctx, s.options.moveTime(s.game.Limit, &t), "genmove ", s.side)
	if err != nil {
		return Choice{}, err
	}
	move := strings.ToLower(text)
	switch move {
	case "":
		return Choice{}, malformed("an answer to genmove without a move")
	case "resign":
		return Choice{Resign: true}, nil
	}
	s.own, err = p.ParseMove(move)
	s.made = err == nil
	return Choice{Move: move}, nil
}

// sendMoves sends the moves that the program has not received yet. If moves were taken back, it
// begins the game again.
func (s *gtpSession) sendMoves(ctx context.Context, p engines.Position) error {
	h, ok := p.(engines.History)
	if !ok {
		return &engines.UnplayableError{Err: errors.New("the game does not report its moves, and GTP needs them")}
	}
	if start := h.Start(); start != usualStart && start != othelloStart {
		return &engines.UnplayableError{Err: errors.New("the game does not begin at its usual start, and GTP has no message for another position")}
	}
	moves := h.Played()
	if n := len(s.sentMoves); n > len(moves) || !slices.Equal(s.sentMoves, moves[:n]) {
		if err := s.newGame(ctx); err != nil {
			return err
		}
	}
	for _, m := range moves[len(s.sentMoves):] {
		text, side := p.FormatMove(m), gtpSides[len(s.sentMoves)%2]
		if text != pass && !vertexPattern.MatchString(text) {
			return &engines.UnplayableError{Err: fmt.Errorf("the move %q is no vertex, which GTP needs, such as D4", Printable(text))}
		}
		s.sentMoves = append(s.sentMoves, m)
		if s.made && m == s.own {
			s.made = false
			continue
		}
		if text == pass && s.game.Game == othelloName && !s.passes {
			s.skipped = true
			continue
		}
		if _, err := s.askSide(ctx, s.options.Timeouts.Reply, "play ", side, " ", text); err != nil {
			return err
		}
	}
	return nil
}

// Score sends the moves of a finished game and requests its result, such as "B+3.5" or "0". It
// returns "" if the program has no command for it.
func (s *gtpSession) Score(ctx context.Context, p engines.Position) (string, error) {
	if !s.lists("final_score") {
		return "", nil
	}
	if err := s.sendMoves(ctx, p); err != nil {
		return "", err
	}
	return s.ask(ctx, s.options.Timeouts.Move, "final_score")
}

// askSide sends a GTP command whose second word is a colour, such as "genmove b", and returns the
// answer. In Othello, a forced pass before the command is not sent at first. If the program then
// refuses the command, askSide sends the pass and repeats the command. From then on, the program
// receives all passes.
func (s *gtpSession) askSide(ctx context.Context, limit time.Duration, command ...string) (string, error) {
	text, err := s.ask(ctx, limit, command...)
	if !s.skipped {
		return text, err
	}
	s.skipped = false
	if !isRefusal(err) {
		return text, err
	}
	s.passes = true
	other := gtpSides[0]
	if command[1] == other {
		other = gtpSides[1]
	}
	if _, err := s.ask(ctx, s.options.Timeouts.Reply, "play ", other, " ", pass); err != nil {
		return "", err
	}
	return s.ask(ctx, limit, command...)
}

// sendClock sends the remaining time if the program supports the command time_left.
func (s *gtpSession) sendClock(ctx context.Context, t Turn) error {
	if t.Seat >= len(t.Left) || !s.lists("time_left") {
		return nil
	}
	_, err := s.ask(ctx, s.options.Timeouts.Reply, "time_left ", s.side, " ", strconv.Itoa(int(t.Left[t.Seat]/time.Second)), " ", strconv.Itoa(t.ToGo))
	return err
}

// checkGTPTime returns an error for a limit of less than a second, which GTP cannot express: time_settings
// has whole seconds, and 0 means no limit.
func checkGTPTime(l engines.Limit) error {
	if l.Timed() && max(l.Move, l.Clock) < time.Second {
		return errors.New("GTP has whole seconds, so that the program would receive 1s; use at least 1s, or set a limit in its command or setup")
	}
	return nil
}

// timeSettings returns the GTP command that sets a time limit, per move or for the whole game. Fractions
// of a second are left out.
func timeSettings(l engines.Limit) string {
	if l.Move > 0 {
		return fmt.Sprintf("time_settings 0 %d 1", l.Move/time.Second)
	}
	if l.Moves > 0 { // GTP gives every period its own time, without what is left of the last one
		return fmt.Sprintf("time_settings 0 %d %d", l.Clock/time.Second, l.Moves)
	}
	return fmt.Sprintf("time_settings %d 0 0", l.Clock/time.Second)
}
