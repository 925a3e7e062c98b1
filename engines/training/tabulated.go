package training

import (
	"github.com/lanista/lanista/engines"
)

// Tabulated is implemented by engines whose evaluation uses tables of weights that are too large to
// name each weight. A setting of the player contains the tables. The evaluation of a position is a
// weighted sum of table entries, which the position's [Term]s select.
type Tabulated interface {
	// Collector returns an empty [Collector] for positions. It returns nil if the evaluation
	// under the engine's settings has no tables.
	Collector() Collector
	// Table returns the weights of the tables in the engine's settings, one for every column of a
	// collection of positions. A fit begins with them. Nil means that all are 0.
	Table() []float64
	// Tabulate returns the settings of a player that uses the given weights, one for every column
	// of a collection.
	Tabulate(weights []float64) (engines.Settings, error)
}

// Collector stores positions for a fit of weights. For each position it returns the terms whose
// weighted sum is the evaluation.
type Collector interface {
	// Add appends a position and returns the seat for which it is evaluated.
	Add(engines.Position) (seat int, err error)
	// Join appends all positions of another Collector of the same engine.
	Join(Collector)
	// Len returns the number of stored positions.
	Len() int
	// Columns returns the number of weights in the tables.
	Columns() int
	// Terms appends to dst the terms of the evaluation of position i, in any order. A column may
	// occur several times. Terms may be called from several goroutines.
	Terms(i int, dst []Term) []Term
}

// Sweeper is implemented by a [Collector] that can evaluate many positions faster together than
// one by one.
type Sweeper interface {
	Collector
	// Arrange sorts indices of positions into an order in which Sweep is fast. The order depends
	// on the positions alone.
	Arrange(rows []int32)
	// Sweep computes the evaluation of every position in rows with the given weights, and calls
	// slope with the evaluation. If gradient is not nil, Sweep multiplies each position's terms
	// by the result of slope and adds them to gradient. Sweep may be called from several
	// goroutines.
	Sweep(rows []int32, weights, gradient []float64, slope func(row int32, sum float64) float64)
}

// Term is a nonzero feature of a position. Column is the index of the feature's weight.
type Term struct {
	Column int32
	Value  float32
}
