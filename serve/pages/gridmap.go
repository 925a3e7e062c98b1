package pages

import (
	"fmt"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/lanista/lanista/results"
)

// gridMap is a table of a two-dimensional slice of a grid search. It shows the number of hits of
// every point in the slice: the positions that the point evaluates correctly. Each axis outside the
// slice is fixed at one value.
type gridMap struct {
	Axes       []mapAxis
	Row        string    // name of the axis of the rows; "" if the grid has only one axis
	Column     string    // name of the axis of the columns
	Heads      []float64 // values of the columns
	Rows       []mapRow
	Best       int    // largest number of hits in the whole grid
	Lowest     int    // smallest number of hits in the whole grid
	Shown      int    // number of points of the map with Best hits
	HeldValues string // names and values of the axes that are held
}

// mapAxis is an axis of the grid. If the page shows it neither as rows nor as columns, it is fixed
// at one value.
type mapAxis struct {
	Name     string
	Held     bool    // the axis is neither that of the rows nor that of the columns
	At, Last int     // index of the selected value, and of the axis's last one
	Value    float64 // selected value
}

// mapRow is a row of the table gridMap. All its cells have the same value on the axis of the rows.
type mapRow struct {
	Value float64
	Cells []mapCell
}

// mapCell is a cell of a gridMap. It shows how many positions one point of the grid evaluates
// correctly.
type mapCell struct {
	Hits    int
	Class   string // CSS class of the colour, h0 to h20
	Optimal bool   // no point of the grid has more hits
	Chosen  bool   // the point is the result of the run
}

// colours is the number of steps in the colour scale from the smallest to the largest number of
// correctly evaluated positions.
const colours = 20

// newGridMap returns the table of the slice of a grid that a query selects. The parameters
// rows=NAME and columns=NAME select the axes of the table. By default they are the first two. A
// parameter at-NAME=INDEX selects the value of any other axis. By default it is that of the chosen
// point.
func newGridMap(g results.GridResult, asked url.Values) gridMap {
	place := make([]int, len(g.Axes))
	chosen := make([]int, len(g.Axes))
	for i, a := range g.Axes {
		for k := range a.Count {
			if i < len(g.Chosen) && math.Abs(a.At(k)-g.Chosen[i]) <= a.Step/2 { // not equal: At rounds
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

// mapSides returns the indices of the axes for the rows and the columns. They are equal if the
// grid has only one axis.
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
	if row == column { // the query selects one axis, which is the other's default
		if asked.Get("rows") == g.Axes[row].Name {
			column = (row + 1) % len(g.Axes)
		} else {
			row = (column + 1) % len(g.Axes)
		}
	}
	return row, column
}

// fill adds the rows, columns and cells of the table. A cell counts the positions that one point of
// the grid evaluates correctly. row and column are the axes of the table, as indices in g.Axes. If
// they are equal, the table has one row. place contains, for every axis, the index of the value
// that an axis outside the table has. chosen contains the indices of the run's result, whose cell
// is marked.
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
