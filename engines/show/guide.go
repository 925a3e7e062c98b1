package show

import (
	"fmt"

	"github.com/lanista/lanista/engines"
)

// Guide explains a game to a person at a terminal, each part in a few lines of
// plain text without a line end at the end.
type Guide struct {
	Rules    string   // how the game goes, and who wins
	Moves    string   // how a move is written, with examples
	Position string   // how a position is written, with an example
	Picture  string   // what the signs of a drawing mean
	Seats    []string // what the seats are called, in order; none where they only have numbers
}

// Seat is what a seat, counted from 0, is called: "Black", or "seat 1" where it has no
// name.
func (g Guide) Seat(i int) string {
	if i < len(g.Seats) {
		return g.Seats[i]
	}
	return fmt.Sprintf("seat %d", i+1)
}

// Guided is implemented by engines that explain themselves.
type Guided interface {
	Guide() Guide
}

// GuideTo returns the guide of a game; of one that has none its description.
func GuideTo(e engines.Engine) Guide {
	if g, ok := e.(Guided); ok {
		return g.Guide()
	}
	return Guide{Rules: e.Spec().Doc}
}
