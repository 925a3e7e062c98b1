package training

import (
	"github.com/lanista/lanista/engines"
)

// Tabulated is implemented by engines whose evaluation may have too many weights for names:
// tables in the settings of a player. The evaluation of a position is the sum of the table
// entries that its [Term]s select.
type Tabulated interface {
	// Collector returns an empty collection of positions, or nil if the engine is not set to
	// an evaluation with tables.
	Collector() Collector
	// Table returns the weights of the table in the engine's settings, one for every column of
	// a collection. A fit begins with them. Nil means that all are 0.
	Table() []float64
	// Tabulate returns the settings of a player with these weights, one for every column of a
	// collection.
	Tabulate(weights []float64) (engines.Settings, error)
}

// Collector stores positions as the terms of their evaluations.
type Collector interface {
	// Add appends a position and returns the seat for which it is evaluated.
	Add(engines.Position) (seat int, err error)
	// Join appends all positions of another collection of the same engine.
	Join(Collector)
	// Len returns the number of positions.
	Len() int
	// Columns returns the number of weights.
	Columns() int
	// Terms appends the terms of position i to dst, in any order. A column may occur several
	// times. It may be called from several goroutines.
	Terms(i int, dst []Term) []Term
}

// Sweeper is implemented by collections that evaluate many positions faster than one by one.
type Sweeper interface {
	Collector
	// Arrange sorts the indices of positions into the order in which Sweep is fast. The order
	// depends on the positions alone.
	Arrange(rows []int32)
	// Sweep computes the evaluation of every position in rows with the weights and calls slope
	// with it. If gradient is not nil, Sweep adds the result of slope times the position's
	// terms to it. Sweep may be called from several goroutines.
	Sweep(rows []int32, weights, gradient []float64, slope func(row int32, sum float64) float64)
}

// Term is a feature of a position with a value other than 0. Column is the index of its weight.
type Term struct {
	Column int32
	Value  float32
}
