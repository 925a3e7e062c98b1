package othello

import (
	"github.com/lanista/lanista/engines/show"
)

var _ show.Guided = (*engine)(nil)

// Guide explains Othello.
func (e *engine) Guide() show.Guide {
	return show.Guide{
		Rules: `Black (seat 1) begins. A move puts a disc on an empty square so that it encloses at least
one line of the other side's discs between itself and another own disc, in any of the
eight directions; all discs so enclosed are turned. Who cannot move passes. When neither
can, the side with more discs wins; empty squares count for the winner.`,
		Moves: `A move is the square: d3. A side that cannot move has the one move pass.`,
		Position: `64 characters from a1, b1 ... h1, a2 to h8 (X Black, O White, - empty), a blank and the side
to move; or the moves from the start, one after the other: f5d6c3. A line of an OBF file
and a GGF game are read too.
  ---------------------------OX------XO--------------------------- X`,
		Seats:   []string{"Black", "White"},
		Picture: `● Black, ○ White, · a square where the side to move may play.`,
	}
}
