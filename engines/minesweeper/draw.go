package minesweeper

import (
	"fmt"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/minesweeper/internal/field"
	"github.com/lanista/lanista/engines/show"
)

var _ show.Illustrator = (*engine)(nil)

// Draw shows the field with its coordinates: closed cells are dots, every one
// of them a legal move; an open 0 is blank; a mine found is the A or B of its
// owner, * if nobody's.
func (e *engine) Draw(g engines.Position) string {
	v, err := look(g)
	if err != nil {
		return err.Error()
	}
	var b strings.Builder
	b.WriteString("   ")
	for x := range v.field.W {
		fmt.Fprintf(&b, "%3d", x)
	}
	for c, shown := range v.cells {
		x, y := v.field.XY(c)
		if x == 0 {
			fmt.Fprintf(&b, "\n%3d", y)
		}
		fmt.Fprintf(&b, "  %c", v.symbol(c, shown))
	}
	fmt.Fprintf(&b, "\nA %d  B %d  mines left %d", v.score[0], v.score[1], v.left)
	if !v.Over() {
		fmt.Fprintf(&b, "  %c to move", 'A'+rune(v.turn))
	}
	b.WriteByte('\n')
	return b.String()
}

func (v *view) symbol(c int, shown uint8) rune {
	switch {
	case shown == field.Closed:
		return '.'
	case shown == 0:
		return ' '
	case shown != field.Mine:
		return '0' + rune(shown)
	case v.owner[c] == nobody:
		return '*'
	}
	return 'A' + rune(v.owner[c])
}
