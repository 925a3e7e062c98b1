package minesweeper

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/minesweeper/internal/field"
)

// nobody is the owner of a mine that no seat has found, because it was visible when the game began.
// Cells that are not visible mines have this owner too.
const nobody uint8 = 2

// view is the part of a game that both players see: the open numbers, the mines found and their
// owners, the scores and the side to move. It does not contain the hidden mines, and moves cannot
// be applied to it.
type view struct {
	field  *field.Field
	mines  int     // on the whole field
	cells  []uint8 // 0 to 8, field.Mine or field.Closed
	owner  []uint8 // of the mines found: 0, 1 or nobody
	closed int     // number of closed cells
	score  [2]int
	left   int // mines not yet found
	turn   int

	bomb   bool    // whether the players have bombs
	bombed [2]bool // by seat: whether it has used its bomb
}

// Seats returns 2, the number of players.
func (v *view) Seats() int { return 2 }

// Turn returns the seat to move.
func (v *view) Turn() int { return v.turn }

// Moves appends the legal moves to dst: first the closed cells, row by row, then the legal bombs of
// the seat to move.
func (v *view) Moves(dst []engines.Move) []engines.Move {
	if v.Over() {
		return dst
	}
	for c, shown := range v.cells {
		if shown == field.Closed {
			dst = append(dst, engines.Move(c))
		}
	}
	return v.bombs(dst)
}

// Over reports whether the game has ended: no mine is left, or the player with fewer mines cannot
// catch up.
func (v *view) Over() bool {
	lead := v.score[0] - v.score[1]
	return v.left <= 0 || lead > v.left || -lead > v.left
}

// Outcome returns the places: the seat with more mines wins, and equal numbers of mines are a draw.
func (v *view) Outcome() engines.Outcome {
	return engines.ByScore(float64(v.score[0]), float64(v.score[1]))
}

// String returns the visible part of the game in the format of formatPosition, such as "1*./2../...
// ; b 1-0".
func (v *view) String() string { return formatPosition(v) }

// FormatMove returns a cell as "x,y" (column, row) and a bomb as "bx,y". Both count from 0 at the
// top left.
func (v *view) FormatMove(m engines.Move) string {
	c, prefix := int(m), ""
	if c >= v.field.N {
		c, prefix = c-v.field.N, "b"
	}
	x, y := v.field.XY(c)
	return fmt.Sprintf("%s%d,%d", prefix, x, y)
}

// ParseMove parses a move in the format of FormatMove. It returns an error for a cell outside the
// field, but does not check the other rules. If a bomb is too near to the edge, it is moved to the
// nearest possible centre.
func (v *view) ParseMove(text string) (engines.Move, error) {
	rest, isBomb := strings.CutPrefix(strings.TrimSpace(text), "b")
	left, right, ok := strings.Cut(rest, ",")
	x, errX := strconv.Atoi(strings.TrimSpace(left))
	y, errY := strconv.Atoi(strings.TrimSpace(right))
	if !ok || errX != nil || errY != nil {
		return 0, fmt.Errorf("move %q is not of the form x,y, such as 3,0", text)
	}
	if !v.field.Contains(x, y) {
		return 0, fmt.Errorf("move %q: outside the field of %d x %d", text, v.field.W, v.field.H)
	}
	if isBomb {
		return engines.Move(v.field.N + v.field.Index(centre(x, v.field.W), centre(y, v.field.H))), nil
	}
	return engines.Move(v.field.Index(x, y)), nil
}

// viewOf returns the visible part of a position. It returns an error for a position of another
// game.
func viewOf(g engines.Position) (*view, error) {
	switch g := g.(type) {
	case *view:
		return g, nil
	case *table:
		return &g.view, nil
	}
	return nil, fmt.Errorf("%T is not a position of Minesweeper", g)
}
