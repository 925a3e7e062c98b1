package protocol

import (
	"context"
	"slices"
	"time"

	"github.com/lanista/lanista/engines"
)

// ponderSearch is the state of pondering: an engine with the option Ponder searches during the
// opponent's turn, on the reply that it expects.
type ponderSearch struct {
	allowed bool   // the config sets the option Ponder to true
	reply   string // the expected reply, in UCI notation; "" while the engine is not pondering
}

// ponder starts a search during the opponent's turn, on the reply that the engine expects after its
// move c. It does nothing if the game has no clock, if the option Ponder is not set, or if the
// reply is illegal or ends the game. begun is the time at which the engine received the request for
// its move.
func (s *uciSession) ponder(ctx context.Context, t *Turn, c Choice, reply string, begun time.Time) error {
	game, ok := t.Position.(engines.Game)
	if !s.pondering.allowed || s.limit.Clock == 0 || reply == "" || !ok || t.Seat >= len(t.Left) {
		return nil
	}
	next := game.Clone()
	line := slices.Clone(s.position)
	for i, text := range []string{c.Move, reply} {
		m, err := next.ParseMove(text)
		if err != nil {
			return nil
		}
		text = next.FormatMove(m)
		if err := next.Apply(m); err != nil || next.Over() {
			return nil
		}
		if i == 0 && s.sentMoves == 0 {
			line = append(line, " moves"...)
		}
		line = append(append(line, ' '), text...)
		reply = text
	}
	s.pondering.reply = reply
	after := *t
	after.Left = slices.Clone(t.Left)
	after.Left[t.Seat] = max(0, after.Left[t.Seat]-time.Since(begun)) + s.limit.Add
	if after.ToGo--; t.ToGo == 1 {
		after.ToGo = s.limit.Moves
		after.Left[t.Seat] += s.limit.Clock
	}
	out := append(append(s.io.out, line...), "\ngo ponder "...)
	s.io.out = append(appendGoLimit(out, s.limit, &after), '\n')
	return s.io.send(ctx, time.Now().Add(s.options.Timeouts.Reply), s.options.Timeouts.Reply)
}

// expected reports whether the engine is pondering and the opponent has played the expected reply.
func (s *uciSession) expected(p engines.Position) bool {
	h, ok := p.(engines.History)
	if s.pondering.reply == "" || !ok {
		return false
	}
	moves := h.Played()
	if len(moves) != s.sentMoves+2 { // the engine's own move and the reply
		return false
	}
	return p.FormatMove(moves[len(moves)-1]) == s.pondering.reply
}

// stopPondering ends a search during the opponent's turn and discards its answer.
func (s *uciSession) stopPondering(ctx context.Context) error {
	if s.pondering.reply == "" {
		return nil
	}
	s.pondering.reply = ""
	limit := s.options.Timeouts.Reply
	deadline := time.Now().Add(limit)
	s.io.put("stop")
	if err := s.io.send(ctx, deadline, limit); err != nil {
		return err
	}
	_, err := s.read(ctx, deadline, limit, "bestmove", func(_, _ []byte) error { return nil })
	return err
}
