package pages

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/lanista/lanista/results"
)

// gridMap is two axes of a grid of weights with the hits at every two of their
// values, all other weights held.
type gridMap struct {
	Axes       []mapAxis
	Row        string // the name of the axis whose values are the rows, "" if there is but one axis
	Column     string
	Heads      []float64 // the values of the columns
	Rows       []mapRow
	Best       int // the most hits of the whole grid
	Lowest     int // the fewest
	Shown      int // points of the map with the most hits
	HeldValues string
}

// mapAxis is an axis and what is chosen for it.
type mapAxis struct {
	Name     string
	Held     bool // it is neither rows nor columns
	At, Last int  // the place of the value it is held at, and of its last one
	Value    float64
}

// mapRow is a row of the map.
type mapRow struct {
	Value float64
	Cells []mapCell
}

// mapCell is a point of the map.
type mapCell struct {
	Hits    int
	Class   string // its colour, h0 to h20
	Optimal bool   // no point has more hits
	Chosen  bool   // it is the answer
}

// colours is the number of steps between the darkest and the lightest.
const colours = 20

// newGridMap draws what is asked for: rows=NAME and columns=NAME, and at-NAME=PLACE
// of an axis that is held. What is not said is the first two axes, and the others as
// the chosen point has them.
func newGridMap(g results.GridResult, asked url.Values) gridMap {
	place := make([]int, len(g.Axes))
	chosen := make([]int, len(g.Axes))
	for i, a := range g.Axes {
		for k := range a.Count {
			if i < len(g.Chosen) && a.At(k) == g.Chosen[i] {
				chosen[i] = k
			}
		}
		place[i] = chosen[i]
		if k, err := strconv.Atoi(asked.Get("at-" + a.Name)); err == nil && k >= 0 && k < a.Count {
			place[i] = k
		}
	}
	row, column := mapSides(g, asked)
	best, _ := g.Best()
	m := gridMap{Column: g.Axes[column].Name, Best: best, Lowest: int(slices.Min(g.Hits))}
	if row != column {
		m.Row = g.Axes[row].Name
	}
	var held []string
	for i, a := range g.Axes {
		one := mapAxis{Name: a.Name, Held: i != row && i != column, At: place[i], Last: a.Count - 1, Value: a.At(place[i])}
		if one.Held {
			held = append(held, a.Name+" "+number(one.Value))
		}
		m.Axes = append(m.Axes, one)
	}
	m.HeldValues = strings.Join(held, ", ")
	m.fill(g, place, chosen, row, column)
	return m
}

// mapSides are the axes of the rows and of the columns; the same one where there is
// no other.
func mapSides(g results.GridResult, asked url.Values) (row, column int) {
	if len(g.Axes) == 1 {
		return 0, 0
	}
	row, column = 0, 1
	for i, a := range g.Axes {
		switch a.Name {
		case asked.Get("rows"):
			row = i
		case asked.Get("columns"):
			column = i
		}
	}
	if row == column { // one was named, and the other is it by default
		if asked.Get("rows") == g.Axes[row].Name {
			column = (row + 1) % len(g.Axes)
		} else {
			row = (column + 1) % len(g.Axes)
		}
	}
	return row, column
}

// fill counts the hits of every point of the map.
func (m *gridMap) fill(g results.GridResult, place, chosen []int, row, column int) {
	at := slices.Clone(place)
	rows := 1
	if row != column {
		rows = g.Axes[row].Count
	}
	for k := range g.Axes[column].Count {
		m.Heads = append(m.Heads, g.Axes[column].At(k))
	}
	for i := range rows {
		line := mapRow{}
		if row != column {
			at[row], line.Value = i, g.Axes[row].At(i)
		}
		for k := range m.Heads {
			at[column] = k
			n := int(g.Hits[g.Index(at)])
			cell := mapCell{Hits: n, Optimal: n == m.Best, Chosen: slices.Equal(at, chosen)}
			step := colours
			if m.Best > m.Lowest {
				step = (colours*(n-m.Lowest) + (m.Best-m.Lowest)/2) / (m.Best - m.Lowest)
			}
			cell.Class = fmt.Sprintf("h%d", step)
			if cell.Optimal {
				m.Shown++
				cell.Class += " ring"
			}
			line.Cells = append(line.Cells, cell)
		}
		m.Rows = append(m.Rows, line)
	}
}
