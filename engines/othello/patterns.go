package othello

import (
	"fmt"
	"sync"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/othello/internal/pattern"
	"github.com/lanista/lanista/engines/training"
	"github.com/lanista/lanista/keys"
)

// The model patterns evaluates a position by the contents of 46 parts of the board; see
// package pattern. Its million weights are not part of the Spec but a table in the
// setting "table". The unit is a disc of the final score.

// These are names of tables of pattern weights, as values of the setting table. Any other value is
// the text of a table.
const (
	shippedTable = "shipped" // the table that ships with the game
	emptyTable   = "none"    // all weights are 0: the start of a fit
)

// patternSpace lists the weights of the model patterns: a single fixed one. The weights of the
// patterns are in the setting table.
func patternSpace() engines.Space {
	return engines.Space{{Name: "patterns", Doc: "sum of the weights of all patterns, in discs", Min: 1, Max: 1, Default: 1, Kind: engines.Fixed}}
}

func tableSetting() engines.Setting {
	return engines.Setting{
		Name: "table", Kind: engines.Text, Default: shippedTable, Choices: []string{shippedTable, emptyTable}, Player: true,
		Doc: "the table of pattern weights: shipped, none (all weights are 0), or a table from a fit (@FILE reads a file)",
	}
}

// tables caches the tables of pattern weights that were used last, by the value of the setting
// table.
var tables = struct {
	sync.Mutex
	list []readTable // the latest first
}{}

type readTable struct {
	text    string
	weights *pattern.Weights
}

// mostTables is the largest number of cached tables of pattern weights. A table in use takes up to
// 25 MB.
const mostTables = 6

// tableOf returns the pattern weights that the setting table selects, or nil for a model other than
// patterns.
func tableOf(settings engines.Settings, m *model) (*pattern.Weights, error) {
	if !m.tabled {
		return nil, nil
	}
	return readTableOf(settings["table"])
}

// readTableOf returns the pattern weights that a value of the setting table stands for: the name of
// the shipped or the empty table, or the text of a table. It caches the tables that were used last.
// The error is a [keys.KeyError] of the key "table".
func readTableOf(text string) (*pattern.Weights, error) {
	tables.Lock()
	defer tables.Unlock()
	for i, t := range tables.list {
		if t.text == text {
			copy(tables.list[1:], tables.list[:i])
			tables.list[0] = t
			return t.weights, nil
		}
	}
	var w *pattern.Weights
	var err error
	switch text {
	case shippedTable:
		w, err = pattern.Shipped()
	case emptyTable:
		w = pattern.Zero()
	default:
		w, err = pattern.Parse([]byte(text))
	}
	if err != nil {
		return nil, keys.Errorf("table", "%w", err)
	}
	tables.list = append([]readTable{{text, w}}, tables.list...)
	tables.list = tables.list[:min(len(tables.list), mostTables)]
	return w, nil
}

// collector stores positions for fitting the weights of the model patterns. A position is a pair of
// sets: the discs of the side to move and those of the opponent.
type collector struct{ discs [][2]uint64 }

// Add adds a position, as seen from the side to move. It returns the seat of this side.
func (c *collector) Add(p engines.Position) (int, error) {
	g, err := gameOf(p)
	if err != nil {
		return 0, err
	}
	c.discs = append(c.discs, [2]uint64{g.own, g.opp})
	return g.turn, nil
}

// Join adds the positions of another collector of this package.
func (c *collector) Join(other training.Collector) {
	o, ok := other.(*collector)
	if !ok {
		panic(fmt.Sprintf("othello: a collection of %T", other))
	}
	c.discs = append(c.discs, o.discs...)
}

// Len returns the number of stored positions.
func (c *collector) Len() int { return len(c.discs) }

// Columns returns the number of weights that a fit determines for the model patterns.
func (*collector) Columns() int { return pattern.Columns() }

// Terms appends the terms of the evaluation of position i to dst: each weight that it uses, with
// its factor.
func (c *collector) Terms(i int, dst []training.Term) []training.Term {
	return pattern.Terms(c.discs[i][0], c.discs[i][1], dst)
}

var _ training.Sweeper = (*collector)(nil)

// Arrange sorts rows, which are indices of positions, by the number of discs. Sweep is fastest in
// this order.
func (c *collector) Arrange(rows []int32) { pattern.Arrange(c.discs, rows) }

// Sweep evaluates the positions with the indices in rows, and adds derivatives to gradient, as
// [training.Sweeper] describes.
func (c *collector) Sweep(rows []int32, weights, gradient []float64, slope func(int32, float64) float64) {
	pattern.Sweep(c.discs, rows, weights, gradient, slope)
}
