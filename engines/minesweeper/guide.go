package minesweeper

import (
	"github.com/lanista/lanista/engines/show"
)

var _ show.Guided = (*engine)(nil)

// Guide explains Minesweeper Flags.
func (e *engine) Guide() show.Guide {
	return show.Guide{
		Rules: `Both players look for the mines of one field. Who opens a mine keeps it and moves again; who
opens a number, which says how many of its neighbours are mines, passes the turn; a 0 opens
its neighbours too. The game ends when the one behind cannot catch up any more. With bomb=true
a player who is behind may once open a square of 5 x 5.`,
		Moves: `3,0     the cell in column 3 of row 0, both counted from 0
b3,4    a bomb on the square about that cell`,
		Position: `Rows from the top, separated by /: . closed, 0 to 8 open, a and b a mine found by seat 1 and
2, * by nobody; then, if need be, a semicolon, the side to move, the scores and who still has
a bomb. The number of mines is a setting: --set mines=6.
  1*./2../... ; b 1-0`,
		Seats:   []string{"A", "B"},
		Picture: `. closed, a blank an open 0, A and B mines found by seat 1 and 2.`,
	}
}
