package pages

import (
	"math"
	"strconv"

	"github.com/lanista/lanista/engines/show"
)

// manyWeights is the number of weights from which a page shows the list of weights collapsed and
// omits the plots of single weights.
const manyWeights = 17

// weightTable is a table of weights in the arrangement that the game defines, such as the squares
// of a board.
type weightTable struct {
	show.WeightTable
	Rows [][]cell // cells of every row; WeightTable.Rows contains the headings of the rows
}

// weightTables returns the game's tables of weights, filled with values. The colour scale of a
// table has 0 in its middle and ends at the largest absolute value on both sides.
func weightTables(tables []show.WeightTable, weights []weightRow) (out []weightTable) {
	values := make(map[string]float64)
	for _, w := range weights {
		values[w.Name] = w.Value.Number
	}
	for _, t := range tables {
		most := 0.0
		for _, row := range t.Names {
			for _, name := range row {
				most = math.Max(most, math.Abs(values[name]))
			}
		}
		one := weightTable{WeightTable: t}
		for _, row := range t.Names {
			var cells []cell
			for _, name := range row {
				v, ok := values[name]
				c := cell{}
				if ok {
					c = cell{Text: brief(v), Class: "v10"}
				}
				if most > 0 {
					c.Class = "v" + strconv.Itoa(step(0.5+v/(2*most)))
				}
				cells = append(cells, c)
			}
			one.Rows = append(one.Rows, cells)
		}
		out = append(out, one)
	}
	return out
}
