package training

import (
	"github.com/lanista/lanista/engines"
)

// MoveComparer is implemented by engines whose weights compare moves and not positions. An agent
// then makes the move whose features have the largest weighted sum.
type MoveComparer interface {
	// Chosen returns the features of a move by the seat to move. There is one value per weight of
	// the Spec. The mean over all moves that the agent compared is subtracted from each. Features
	// are nil if the move was not chosen by the weights.
	//
	// standing contains additional numbers that predict the outcome for the seat, such as its
	// lead. They belong to no weight, and there are always equally many of them. Chosen returns
	// an error if the agent of the engine's settings does not compare weighted sums.
	Chosen(p engines.Position, m engines.Move) (features, standing []float64, err error)
}
