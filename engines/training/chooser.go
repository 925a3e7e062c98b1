package training

import (
	"github.com/lanista/lanista/engines"
)

// MoveComparer is implemented by engines whose weights compare moves and not positions: an agent
// makes the move whose features have the largest weighted sum.
type MoveComparer interface {
	// Chosen returns the features of a move of the seat to move: one value per weight of the Spec,
	// each less its mean over all moves that the agent compared. Features are nil if the move was
	// not chosen by the weights.
	//
	// standing contains other numbers that predict the outcome for the seat, such as its lead. Its
	// length is constant, and its numbers belong to no weight. Chosen returns an error if the agent
	// that the engine is set to compares no weighted sums.
	Chosen(p engines.Position, m engines.Move) (features, standing []float64, err error)
}
