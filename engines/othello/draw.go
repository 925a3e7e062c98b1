package othello

import (
	"fmt"
	"strings"

	"github.com/lanista/lanista/engines"
)

// Draw returns the board for a terminal: ● Black, ○ White, · where the side to
// move may play, and the discs of both sides.
func (e *engine) Draw(g engines.Position) string {
	t, err := gameOf(g)
	if err != nil {
		return err.Error()
	}
	return t.draw()
}

func (g *game) draw() string {
	black, white := g.discs()
	var b strings.Builder
	b.WriteString("    a b c d e f g h\n  ┌─────────────────┐\n")
	for row := range 8 {
		fmt.Fprintf(&b, "%d │", row+1)
		for sq := 8 * row; sq < 8*row+8; sq++ {
			switch {
			case black>>sq&1 != 0:
				b.WriteString(" ●")
			case white>>sq&1 != 0:
				b.WriteString(" ○")
			case g.moves>>sq&1 != 0:
				b.WriteString(" ·")
			default:
				b.WriteString("  ")
			}
		}
		fmt.Fprintf(&b, " │ %d%s\n", row+1, g.margin(row))
	}
	b.WriteString("  └─────────────────┘\n    a b c d e f g h\n")
	return b.String()
}

// margin is what stands to the right of a row.
func (g *game) margin(row int) string {
	black, white := g.discs()
	switch row {
	case 2:
		return fmt.Sprintf("   ● Black %2d", tally(black, 0, ^uint64(0)))
	case 3:
		return fmt.Sprintf("   ○ White %2d", tally(white, 0, ^uint64(0)))
	case 5:
		if g.over {
			return fmt.Sprintf("   game over, %+d for Black", g.score())
		}
		return "   " + colour(g.turn) + " to move"
	}
	return ""
}
