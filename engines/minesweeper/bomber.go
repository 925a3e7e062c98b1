package minesweeper

import (
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/minesweeper/internal/field"
	"github.com/lanista/lanista/engines/minesweeper/internal/probability"
)

// bombShare is the share of all mines that a bomb must be expected to take:
// 8 of 51, as the stronger players of S. Forsberg's Minesweeper Flags Extreme
// ask for.
const bombShare = 8.0 / 51

// bombing chooses a bomb for an agent that sees no certain mine, if the best
// square is expected to hold its share of the mines or enough to win.
func bombing(v *view, s *probability.Solver) (engines.Move, bool) {
	if !v.mayBomb() {
		return 0, false
	}
	best, at := 0.0, -1
	for c := range v.field.N {
		x, y := v.field.XY(c)
		if x != centre(x, v.field.W) || y != centre(y, v.field.H) {
			continue
		}
		if mines := v.minesIn(s, x, y); mines > best+tie {
			best, at = mines, c
		}
	}
	wins := 2*(float64(v.score[v.turn])+best) > float64(v.mines)
	if at < 0 || !wins && best < bombShare*float64(v.mines) {
		return 0, false
	}
	return engines.Move(v.field.N + at), true
}

// minesIn is the number of hidden mines expected in the square around a centre.
func (v *view) minesIn(s *probability.Solver, x, y int) float64 {
	x0, y0, x1, y1 := v.square(x, y)
	sum := 0.0
	for y := y0; y <= y1; y++ {
		for x := x0; x <= x1; x++ {
			if c := v.field.Index(x, y); v.cells[c] == field.Closed {
				sum += s.P[c]
			}
		}
	}
	return sum
}
