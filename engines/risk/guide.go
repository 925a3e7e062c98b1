package risk

import (
	"strings"

	"github.com/lanista/lanista/engines/show"
)

var _ show.Guided = (*engine)(nil)

// Guide returns the guide to Risk.
func (e *engine) Guide() show.Guide {
	return show.Guide{
		Rules: `A turn places one new unit for every territory that you own, and then makes up to three
attacks. An attack takes an army out of a territory against a neighbour: each throw of the
dice costs one side a unit, until the defenders are gone or one attacker is left. A winning
army moves in. Who owns everything wins; after the last round the territories decide.`,
		Moves: `4+3     place 3 units on territory 4
8-5x4   attack territory 5 from 8 with an army of 4 (at least 2)
stop    end the turn`,
		Position: `The territories row by row, rows separated by /, each with its owner's letter and its units;
then whose turn it is and the phase, with the attacks left or the units to place. With a map
that is not a grid: the territories by number.
  A3 B1 A2 / B4 A1 B2 / A2 B5 A6 ; A attack 3`,
		Seats: strings.Split("ABCDEF", ""),
		Picture: `4:B3 is territory 4, which B (seat 2) owns with 3 units; * one where you can place units or
from which you can attack.`,
	}
}
