package uci

import (
	"strconv"
	"time"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/external/driver"
)

// startFEN is the position that the protocol calls startpos.
const startFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// tell brings the line that says the position up to date. A game only goes on, so
// that what was told before is kept.
func (s *Session) tell(p engines.Position) {
	h, ok := p.(engines.History)
	if !ok {
		s.position = append(append(s.position[:0], "position fen "...), p.String()...)
		return
	}
	if len(s.position) == 0 {
		s.position = append(s.position, "position "...)
		if start := h.Start(); start == startFEN {
			s.position = append(s.position, "startpos"...)
		} else {
			s.position = append(append(s.position, "fen "...), start...)
		}
	}
	moves := h.Played()
	for _, m := range moves[s.told:] {
		if s.told == 0 {
			s.position = append(s.position, " moves"...)
		}
		s.position = append(append(s.position, ' '), p.FormatMove(m)...)
		s.told++
	}
}

// appendLimit writes what the engine may spend.
func appendLimit(out []byte, l engines.Limit, t *driver.Turn) []byte {
	put := func(word string, n int64) {
		out = strconv.AppendInt(append(append(out, word...), ' '), n, 10)
	}
	switch {
	case l.Depth > 0:
		put("depth", int64(l.Depth))
	case l.Nodes > 0:
		out = strconv.AppendUint(append(out, "nodes "...), l.Nodes, 10)
	case l.Move > 0:
		put("movetime", milliseconds(l.Move))
	default:
		for i, word := range []string{"wtime", " btime"} {
			left := l.Clock
			if i < len(t.Left) {
				left = t.Left[i]
			}
			put(word, milliseconds(left))
		}
		for i, word := range []string{" winc", " binc"} {
			add := l.Add
			if i < len(t.Add) {
				add = t.Add[i]
			}
			put(word, add.Milliseconds())
		}
	}
	return out
}

// milliseconds are at least one: without any time engines do what they like.
func milliseconds(d time.Duration) int64 { return max(1, d.Milliseconds()) }
