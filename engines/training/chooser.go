package training

import (
	"github.com/lanista/lanista/engines"
)

// Chooser is implemented by engines whose weights compare moves, and not positions: an
// agent makes the move whose features have the largest weighted sum.
type MoveComparer interface {
	// Chosen says what spoke for a move of the seat to move: its features, a value per
	// weight of the Spec, each less its mean over all moves that it was compared with.
	// Standing is what else foretells the end for that seat, such as its lead: always as
	// many numbers, which belong to no weight. Features are nil where the move was made
	// for another reason than the weights. It fails where the agent that is set compares
	// no sums.
	Chosen(p engines.Position, m engines.Move) (features, standing []float64, err error)
}
