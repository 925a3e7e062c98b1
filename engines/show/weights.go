package show

import "github.com/lanista/lanista/engines"

// WeightTable arranges weights of a game in rows and columns in which their values are easier
// to read than in a list, such as the squares of a board.
type WeightTable struct {
	Title   string
	Columns []string
	Rows    []string
	// Names contains the name of the weight of every cell, by row and column. It is "" for an
	// empty cell. A weight may have several cells.
	Names [][]string
}

// WeightArranger is implemented by engines whose weights belong to the fields of a board or to
// another table.
type WeightArranger interface {
	// WeightTables returns the tables of the weights in the engine's space. Weights may be in
	// no table.
	WeightTables() []WeightTable
}

// WeightTables returns the tables of an engine's weights, or nil if it has none.
func WeightTables(e engines.Engine) []WeightTable {
	if a, ok := engines.As[WeightArranger](e); ok {
		return a.WeightTables()
	}
	return nil
}
