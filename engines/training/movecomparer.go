package training

import (
	"github.com/lanista/lanista/engines"
)

// MoveComparer is implemented by engines whose weights rate moves and not positions. An agent then
// makes the move with the largest weighted sum of features.
type MoveComparer interface {
	// Chosen returns the features of a move by the seat to move. There is one value per weight of
	// the Spec. From each the mean over all moves that the agent compared is subtracted. Features
	// are nil if the move was not chosen by the weights.
	//
	// standing contains additional numbers that predict the outcome for the seat, such as its
	// lead. They belong to no weight, and their number is always the same. Chosen returns an
	// error if the agent of the engine's settings does not compare weighted sums.
	Chosen(p engines.Position, m engines.Move) (features, standing []float64, err error)
}
