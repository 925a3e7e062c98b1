package chess

import (
	"fmt"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/chess/internal/board"
)

// Draw shows the board from White's side, White's pieces in capitals, and the
// legal moves.
func (e *engine) Draw(p engines.Position) string {
	g, err := gameOf(p)
	if err != nil {
		return err.Error()
	}
	var b strings.Builder
	for rank := 7; rank >= 0; rank-- {
		fmt.Fprintf(&b, "%d ", rank+1)
		for file := range 8 {
			letter := g.at.At(board.Square(rank<<3 | file)).Letter()
			if letter == 0 {
				letter = '.'
			}
			b.WriteByte(' ')
			b.WriteByte(letter)
		}
		b.WriteByte('\n')
	}
	b.WriteString("   a b c d e f g h\n")
	switch {
	case g.Over():
		fmt.Fprintf(&b, "over: %v\n", g.end)
	default:
		fmt.Fprintf(&b, "%s to move, %d legal:", colour(g.at.Side), len(g.legal))
		for _, m := range g.legal {
			b.WriteByte(' ')
			b.WriteString(san(&g.at, g.legal, m))
		}
		b.WriteByte('\n')
	}
	return b.String()
}
