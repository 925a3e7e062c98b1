package risk

import (
	"fmt"
	"strings"

	"github.com/lanista/lanista/engines/internal/sketch"
)

// draw returns a drawing of the position for a terminal: a table of territories for a grid, and
// otherwise a map. A star marks territories on which units can be placed or from which an attack is
// possible.
func draw(t *game) string {
	marked := marked(t)
	var out strings.Builder
	if t.table.board.cols > 0 {
		drawTable(t, &out, marked)
	} else {
		drawMap(t, &out)
	}
	s := &t.state
	who := seatName(s.turn)
	switch {
	case t.over:
		out.WriteString("the game is over\n")
	case t.draft > 0:
		fmt.Fprintf(&out, "round %d, %s places %s\n", t.round, who, countUnits(t.draft))
	default:
		fmt.Fprintf(&out, "round %d, %s may attack, %d left\n", t.round, who, s.left)
	}
	return out.String()
}

func countUnits(n int32) string {
	if n == 1 {
		return "1 unit"
	}
	return fmt.Sprintf("%d units", n)
}

// marked returns, for every territory, whether units can be placed on it or an attack can start
// from it.
func marked(g *game) (m [maxTerritories]bool) {
	s := &g.state
	for x := range g.table.board.n {
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

func drawTable(g *game, out *strings.Builder, marked [maxTerritories]bool) {
	wide := 0
	for x := range g.table.board.n {
		wide = max(wide, len(cellText(g, x)))
	}
	for x := range g.table.board.n {
		fmt.Fprintf(out, "%4d:%-*s%s", x, wide, cellText(g, x), star(marked[x]))
		if (x+1)%g.table.board.cols == 0 {
			out.WriteByte('\n')
		}
	}
}

func cellText(g *game, x int) string {
	return fmt.Sprintf("%s%d", seatName(g.state.owner[x]), g.state.cells[x].units)
}

// sketchOf returns the position as a map that can be drawn as text or as a picture.
func sketchOf(g *game) *sketch.Map {
	marked := marked(g)
	layout := layoutOf(&g.table)
	m := &sketch.Map{Size: [2]int{layout.Width, layout.Height}, Lanes: layout.Lines}
	for x, t := range layout.Territories {
		m.Territories = append(m.Territories, sketch.Territory{
			At: t.At, Shape: t.Shape, Neighbours: t.Neighbours,
			Label: fmt.Sprintf("%d:%s%s", x, cellText(g, x), strings.TrimSpace(star(marked[x]))),
			Units: int(g.state.cells[x].units), Owner: int(g.state.owner[x]),
		})
	}
	return m
}

// namesPerLine is the number of names of territories in a line below a map.
const namesPerLine = 3

// drawMap writes the map and, below it, the names of the territories.
func drawMap(g *game, out *strings.Builder) {
	out.WriteString(sketchOf(g).Text() + "\n")
	wide := 0
	for x := range g.table.board.n {
		wide = max(wide, len(g.table.board.label(x)))
	}
	for x := range g.table.board.n {
		name := g.table.board.label(x)
		if x%namesPerLine == namesPerLine-1 || x == g.table.board.n-1 {
			fmt.Fprintf(out, "%3d %s\n", x, name)
		} else {
			fmt.Fprintf(out, "%3d %-*s", x, wide, name)
		}
	}
}
