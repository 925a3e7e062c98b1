package training

import (
	"github.com/lanista/lanista/engines"
)

// Tabulated is implemented by engines that may be set to an evaluation with more
// weights than can be named: tables that are part of the settings of a player. It
// is the sum of the weights that a position calls for.
type Tabulated interface {
	// Collector returns an empty collection of positions; nil where the evaluation
	// is not of this kind as the engine is set.
	Collector() Collector
	// Table returns the weights of the table that the engine is set to, one for every
	// column of a collection: where a fit begins. Nil is a table of zeros.
	Table() []float64
	// Tabulate returns the settings of players with such weights, one for every
	// column of a collection.
	Tabulate(weights []float64) (engines.Settings, error)
}

// Collector keeps positions as what their evaluation is the sum of.
type Collector interface {
	// Add appends a position and returns the seat that it is seen from.
	Add(engines.Position) (seat int, err error)
	// Join appends all positions of another collection of the same engine.
	Join(Collector)
	Len() int
	Columns() int
	// Terms appends the terms of the i-th position, in any order; a column may come
	// several times. It may be called from several goroutines.
	Terms(i int, dst []Term) []Term
}

// Sweeper is implemented by collections that many positions of can be summed up faster
// than one by one.
type Sweeper interface {
	Collector
	// Arrange brings positions, given by their numbers, into the order in which Sweep is
	// fast. It depends on nothing else than the positions.
	Arrange(rows []int32)
	// Sweep tells slope what the terms of every position add up to by some weights, and
	// adds what slope returns times the terms to gradient, unless that is nil. It may be
	// called from several goroutines.
	Sweep(rows []int32, weights, gradient []float64, slope func(row int32, sum float64) float64)
}
