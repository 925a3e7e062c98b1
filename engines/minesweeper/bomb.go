package minesweeper

import (
	"fmt"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/minesweeper/internal/field"
	"github.com/lanista/lanista/engines/minesweeper/internal/probability"
)

// reach is the distance, in cells, from the centre of a bomb to the edge of its square. The square
// has 5 x 5 cells.
const reach = 2

// mayBomb reports whether the seat to move may use a bomb: the game has bombs, the seat has not
// used its bomb yet, and it has fewer mines than the opponent.
func (v *view) mayBomb() bool {
	return v.bomb && !v.bombed[v.turn] && v.score[v.turn] < v.score[1-v.turn]
}

// centre returns the coordinate (column or row) nearest to wanted at which a bomb can be centred.
// The bomb's square must lie within the field. side is the length of the field in this direction.
// If the field is too short for the square, centre returns the middle of the field.
func centre(wanted, side int) int {
	if side <= 2*reach {
		return side / 2
	}
	return min(max(wanted, reach), side-1-reach)
}

// square returns the first and last column and row of the square of cells that a bomb with centre
// (x, y) opens.
func (v *view) square(x, y int) (x0, y0, x1, y1 int) {
	x, y = centre(x, v.field.W), centre(y, v.field.H)
	return max(x-reach, 0), max(y-reach, 0), min(x+reach, v.field.W-1), min(y+reach, v.field.H-1)
}

func (v *view) closedIn(x0, y0, x1, y1 int) bool {
	for y := y0; y <= y1; y++ {
		for x := x0; x <= x1; x++ {
			if v.cells[v.field.Index(x, y)] == field.Closed {
				return true
			}
		}
	}
	return false
}

// bombs appends the legal bombs of the seat to move to dst: one for each possible centre of a
// square that contains a closed cell.
func (v *view) bombs(dst []engines.Move) []engines.Move {
	if !v.mayBomb() {
		return dst
	}
	for c := range v.field.N {
		x, y := v.field.XY(c)
		if x != centre(x, v.field.W) || y != centre(y, v.field.H) {
			continue
		}
		if v.closedIn(v.square(x, y)) {
			dst = append(dst, engines.Move(v.field.N+c))
		}
	}
	return dst
}

// applyBomb opens every closed cell in the bomb's square around cell c. The seat to move gets the
// mines in it, and the turn passes.
func (t *table) applyBomb(c int) error {
	v := &t.view
	switch {
	case !v.bomb:
		return fmt.Errorf("the setting bomb is false: there are no bombs")
	case v.bombed[v.turn]:
		return fmt.Errorf("the player has used its bomb")
	case v.score[v.turn] >= v.score[1-v.turn]:
		return fmt.Errorf("a bomb is legal only for the player with fewer mines")
	}
	x, y := v.field.XY(c)
	if x != centre(x, v.field.W) || y != centre(y, v.field.H) {
		return fmt.Errorf("the square of %s is not inside the field", v.FormatMove(engines.Move(v.field.N+c)))
	}
	x0, y0, x1, y1 := v.square(x, y)
	if !v.closedIn(x0, y0, x1, y1) {
		return fmt.Errorf("no cell is closed around %s", v.FormatMove(engines.Move(c)))
	}
	left, closed := v.left, v.closed
	var opened field.Bits
	for y := y0; y <= y1; y++ {
		for x := x0; x <= x1; x++ {
			at := v.field.Index(x, y)
			switch {
			case v.cells[at] != field.Closed:
			case t.mine.Has(at):
				t.claim(at)
			default:
				opened.Set(at)
			}
		}
	}
	t.open(&opened)
	mines := left - v.left
	t.last = uncovered{mines, closed - v.closed - mines}
	v.bombed[v.turn] = true
	v.turn = 1 - v.turn
	return nil
}

// bombShare is the smallest expected share of all mines in a bomb's square for which an agent uses
// its bomb. It is 8 of 51, as in the stronger players of S. Forsberg's Minesweeper Flags Extreme.
const bombShare = 8.0 / 51

// bombing returns the bomb that an agent uses now: the one whose square has the largest expected
// number of mines. The agent uses it only if this number is at least the share bombShare of all
// mines, or enough to win the game. Otherwise, or if no bomb is legal, the second result is false.
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

// minesIn returns the expected number of hidden mines in the square that a bomb with centre (x,
// y) opens.
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
