package minesweeper

import (
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/training"
)

var _ training.MoveComparer = (*engine)(nil)

// Chosen returns the features of a move relative to other moves, for fitting the weights. It
// implements [training.MoveComparer]. row contains the features of the cell that the move opens,
// minus their means over all cells that could be opened. standing contains the lead of the seat to
// move, in mines.
func (e *engine) Chosen(p engines.Position, m engines.Move) (row, standing []float64, err error) {
	return chosen(e.settings["agent"], p, m)
}
