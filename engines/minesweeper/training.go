package minesweeper

import (
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/training"
)

var _ training.MoveComparer = (*engine)(nil)

// Chosen returns the features of a move compared with the other moves, as [training.MoveComparer]
// describes.
func (e *engine) Chosen(p engines.Position, m engines.Move) (row, standing []float64, err error) {
	return chosen(e.settings["agent"], p, m)
}
