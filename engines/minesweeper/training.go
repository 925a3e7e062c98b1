package minesweeper

import (
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/training"
)

var _ training.MoveComparer = (*engine)(nil)

// Chosen returns the features of the cell that a move opens, relative to the other cells that could
// be opened. It implements [training.MoveComparer].
func (e *engine) Chosen(p engines.Position, m engines.Move) (row, standing []float64, err error) {
	return chosen(e.settings["agent"], p, m)
}
