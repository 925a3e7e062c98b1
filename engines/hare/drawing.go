package hare

import (
	"fmt"
	"strings"
)

const rowLength = 13

// draw returns a drawing of the track for a terminal, in rows of 13 squares. Each square shows the
// letter of its kind and the pieces on it (A to F, by seat). A star marks the squares that the
// player to move may enter. A line for every player follows, with its carrots, its lettuces and the
// card that it drew in its last move.
func draw(t *table) string {
	s := &t.state
	var targets squares
	if !t.Over() {
		c := s.choose(t.board)
		targets = c.forward
		if c.back > 0 {
			targets |= square(c.back)
		}
	}
	var out strings.Builder
	for row := 0; row <= finish; row += rowLength {
		var index, kind, piece strings.Builder
		for at := row; at < row+rowLength; at++ {
			mark := ' '
			if targets.has(at) {
				mark = '*'
			}
			fmt.Fprintf(&index, "%5d", at)
			fmt.Fprintf(&kind, "%4c%c", t.board.kinds[at], mark)
			fmt.Fprintf(&piece, "%5s", piecesOn(s, at))
		}
		for _, line := range []string{index.String(), kind.String(), piece.String()} {
			out.WriteString(strings.TrimRight(line, " ") + "\n")
		}
	}
	for i := range s.seats {
		out.WriteString(playerLine(t, i) + "\n")
	}
	return out.String()
}

func piecesOn(s *state, at int) string {
	out := ""
	for i := range s.seats {
		if int(s.square[i]) == at {
			out += string(rune('A' + i))
		}
	}
	return out
}

func playerLine(t *table, i uint8) string {
	s := &t.state
	mark := " "
	if i == s.turn && !t.Over() {
		mark = ">"
	}
	line := fmt.Sprintf("%s %c on %2d  carrots %3d  lettuces %d", mark, 'A'+i, s.square[i], s.carrots[i], s.lettuces[i])
	switch {
	case s.place[i] != 0:
		line += fmt.Sprintf("  finished as number %d", s.place[i])
	case s.eats(t.board, i):
		line += "  eats a lettuce"
	case s.flag[i] == pending:
		line += "  misses a turn"
	case s.flag[i] == choosing:
		line += "  takes ten carrots (1001), gives ten (1002) or neither (0)"
	}
	if c := t.cards[i]; c != noCard {
		line += "  drew: " + c.String()
	}
	return line
}
