package show

import (
	"fmt"

	"github.com/lanista/lanista/engines"
)

// Guide explains a game to a person at a terminal. Each part is a few lines of plain text. It
// does not end with a line end.
type Guide struct {
	Rules    string   // how the game is played, and who wins
	Moves    string   // how a move is written, with examples
	Position string   // how a position is written, with an example
	Picture  string   // the meaning of the signs in a drawing
	Seats    []string // names of the seats in order; nil if they have numbers only
}

// Seat returns the name of seat i, counted from 0, such as "Black". It returns "seat 1" and so on
// if seats have no names.
func (g Guide) Seat(i int) string {
	if i < len(g.Seats) {
		return g.Seats[i]
	}
	return fmt.Sprintf("seat %d", i+1)
}

// Guided is implemented by engines that have a guide to their game for people.
type Guided interface {
	// Guide returns the guide to the game.
	Guide() Guide
}

// GuideTo returns the guide to a game. If the engine has none, the guide contains the description
// of the game in place of the rules.
func GuideTo(e engines.Engine) Guide {
	if g, ok := engines.As[Guided](e); ok {
		return g.Guide()
	}
	return Guide{Rules: e.Spec().Doc}
}
