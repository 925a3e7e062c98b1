package game2048

import (
	"fmt"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/show"
)

var _ show.Illustrator = engine{}

const border = "+-------+-------+-------+-------+\n"

// Draw shows the board, the score and the legal slides.
func (e engine) Draw(p engines.Position) string {
	v, err := look(p)
	if err != nil {
		return err.Error()
	}
	var b strings.Builder
	for at := range squares {
		if at%side == 0 {
			b.WriteString(border)
		}
		tile := ""
		if exponent := v.board.square(at); exponent > 0 {
			tile = fmt.Sprint(1 << exponent)
		}
		fmt.Fprintf(&b, "| %5s ", tile)
		if at%side == side-1 {
			b.WriteString("|\n")
		}
	}
	fmt.Fprintf(&b, "%sscore %d after %d slides", border, v.score, v.made)
	for i, m := range v.Moves(nil) {
		if i == 0 {
			b.WriteString("; can slide ")
		} else {
			b.WriteString(", ")
		}
		b.WriteString(v.FormatMove(m))
	}
	b.WriteByte('\n')
	return b.String()
}
