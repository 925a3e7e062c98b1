package risk

import (
	"fmt"
	"strings"

	"github.com/lanista/lanista/engines"
)

// Draw returns a drawing for a terminal: on a grid a table with the numbers of the territories,
// otherwise a list with neighbours. A star marks the territories on which units can be placed or
// from which an attack is possible.
func (e *engine) Draw(g engines.Position) string {
	t, err := gameOf(g)
	if err != nil {
		return err.Error()
	}
	marked := t.marked()
	var out strings.Builder
	if t.board.cols > 0 {
		t.drawGrid(&out, marked)
	} else {
		t.drawList(&out, marked)
	}
	s := &t.state
	who := seatName(s.turn)
	switch {
	case t.over:
		out.WriteString("the game is over\n")
	case t.draft > 0:
		units := "units"
		if t.draft == 1 {
			units = "unit"
		}
		fmt.Fprintf(&out, "round %d, %s places %d %s\n", t.round, who, t.draft, units)
	default:
		fmt.Fprintf(&out, "round %d, %s may attack, %d left\n", t.round, who, s.left)
	}
	return out.String()
}

// marked returns the territories from which legal moves start.
func (g *game) marked() (m [maxTerritories]bool) {
	s := &g.state
	for x := range g.board.n {
		c := s.cells[x]
		mine := s.owner[x] == s.turn && !g.over
		m[x] = mine && (g.draft > 0 || c.threat > 0 && c.units > 1)
	}
	return m
}

func star(marked bool) string {
	if marked {
		return "*"
	}
	return " "
}

func (g *game) drawGrid(out *strings.Builder, marked [maxTerritories]bool) {
	wide := 0
	for x := range g.board.n {
		wide = max(wide, len(g.cellText(x)))
	}
	for x := range g.board.n {
		fmt.Fprintf(out, "%4d:%-*s%s", x, wide, g.cellText(x), star(marked[x]))
		if (x+1)%g.board.cols == 0 {
			out.WriteByte('\n')
		}
	}
}

func (g *game) cellText(x int) string {
	return fmt.Sprintf("%s%d", seatName(g.state.owner[x]), g.state.cells[x].units)
}

func (g *game) drawList(out *strings.Builder, marked [maxTerritories]bool) {
	wide := 0
	for _, name := range g.board.names {
		wide = max(wide, len(name))
	}
	for x := range g.board.n {
		fmt.Fprintf(out, "%3d %-*s %6s%s ", x, wide, g.board.label(x), g.cellText(x), star(marked[x]))
		for _, y := range g.board.near[x] {
			fmt.Fprintf(out, " %d:%s", y, g.cellText(int(y)))
		}
		out.WriteByte('\n')
	}
}
