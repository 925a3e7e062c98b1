package show

import "github.com/lanista/lanista/engines"

// WeightTable arranges weights of a game in rows and columns, such as the squares of a board.
// Values are easier to read in this form than in a list.
type WeightTable struct {
	Title   string
	Columns []string
	Rows    []string
	// Names contains, by row and column, the name of the weight in every cell. It is "" for an
	// empty cell. A weight may be in several cells.
	Names [][]string
}

// WeightArranger is implemented by engines whose weights can be arranged in tables, for example
// because each belongs to a square of a board.
type WeightArranger interface {
	// WeightTables returns the tables in which the engine's weights can be shown. Some weights
	// may be in no table.
	WeightTables() []WeightTable
}

// WeightTables returns the tables in which an engine's weights can be shown, or nil if it has
// none.
func WeightTables(e engines.Engine) []WeightTable {
	if a, ok := engines.As[WeightArranger](e); ok {
		return a.WeightTables()
	}
	return nil
}
