package sketch

import (
	"strings"
	"unicode/utf8"
)

// These constants are the size of a map in a terminal, in columns and rows.
const (
	textWidth  = 79
	textHeight = 34
)

// Text returns the map as lines of text: the labels of the territories where they are on the map,
// and dotted lines between neighbours. Territories whose labels would overlap are moved down or
// up.
func (m *Map) Text() string {
	var canvas [textHeight][textWidth]rune
	for y := range canvas {
		for x := range canvas[y] {
			canvas[y][x] = ' '
		}
	}
	at := make([][2]int, len(m.Territories)) // column of the label's first letter, and row
	for i, t := range m.Territories {
		width := utf8.RuneCountInString(t.Label)
		x := t.At[0]*(textWidth-1)/max(1, m.Size[0]) - width/2
		at[i] = [2]int{max(0, min(textWidth-width, x)), max(0, min(textHeight-1, t.At[1]*textHeight/max(1, m.Size[1])))}
		for _, by := range []int{0, 1, -1, 2, -2, 3, -3} {
			if y := at[i][1] + by; y >= 0 && y < textHeight && m.free(at[:i], at[i][0], y, width) {
				at[i][1] = y
				break
			}
		}
	}
	centre := func(i int) (x, y int) { return at[i][0] + utf8.RuneCountInString(m.Territories[i].Label)/2, at[i][1] }
	for i, t := range m.Territories {
		for _, j := range t.Neighbours {
			x, y := centre(i)
			to, down := centre(j)
			if i < j && 2*max(x-to, to-x) < textWidth {
				line(x, y, to, down, func(x, y int) { canvas[y][x] = '·' })
			} else if i < j { // around the world
				for _, end := range [][2]int{{x, y}, {to, down}} {
					edge := 0
					if 2*end[0] >= textWidth {
						edge = textWidth - 1
					}
					line(end[0], end[1], edge, end[1], func(x, y int) { canvas[y][x] = '·' })
				}
			}
		}
	}
	for i, t := range m.Territories {
		copy(canvas[at[i][1]][at[i][0]:], []rune(t.Label))
	}
	var out strings.Builder
	for _, row := range canvas {
		out.WriteString(strings.TrimRight(string(row[:]), " ") + "\n")
	}
	return strings.Trim(out.String(), "\n") + "\n"
}

// free reports whether there is room for a label of the given width at (x, y). With a column on
// either side, the label must overlap none of the labels in placed.
func (m *Map) free(placed [][2]int, x, y, width int) bool {
	for i, p := range placed {
		other := utf8.RuneCountInString(m.Territories[i].Label)
		if p[1] == y && x <= p[0]+other && p[0] <= x+width {
			return false
		}
	}
	return true
}

// line calls set for the points of a line from (x, y) to (toX, toY) (Bresenham's algorithm).
func line(x, y, toX, toY int, set func(x, y int)) {
	dx, dy := max(x-toX, toX-x), -max(y-toY, toY-y)
	right, down := 1, 1
	if x > toX {
		right = -1
	}
	if y > toY {
		down = -1
	}
	for e := dx + dy; ; {
		set(x, y)
		if x == toX && y == toY {
			return
		}
		twice := 2 * e
		if twice >= dy {
			e, x = e+dy, x+right
		}
		if twice <= dx {
			e, y = e+dx, y+down
		}
	}
}
