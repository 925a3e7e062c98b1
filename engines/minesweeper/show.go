package minesweeper

import (
	"encoding/json"
	"fmt"
	"image"
	"slices"
	"strconv"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/minesweeper/internal/field"
	"github.com/lanista/lanista/engines/show"
)

var (
	_ show.Illustrator   = (*engine)(nil)
	_ show.SceneProvider = (*engine)(nil)
	_ show.Editor        = (*engine)(nil)
	_ show.Guided        = (*engine)(nil)
	_ show.Levels        = (*engine)(nil)
	_ show.EventReporter = (*table)(nil)
	_ show.Reporter      = (*table)(nil)
)

// Levels returns the built-in opponents for people, from easy to best.
func (e *engine) Levels() []show.Level { return levels() }

// Draw returns a drawing of the field with coordinates for a terminal. A dot is a closed cell and a
// blank an open 0. A mine that was found is the letter of its owner, A or B, or * without an owner.
func (e *engine) Draw(g engines.Position) string {
	v, err := viewOf(g)
	if err != nil {
		return err.Error()
	}
	var b strings.Builder
	b.WriteString("   ")
	for x := range v.field.W {
		fmt.Fprintf(&b, "%3d", x)
	}
	for c, shown := range v.cells {
		x, y := v.field.XY(c)
		if x == 0 {
			fmt.Fprintf(&b, "\n%3d", y)
		}
		fmt.Fprintf(&b, "  %c", symbol(v, c, shown))
	}
	fmt.Fprintf(&b, "\nA %d  B %d  mines left %d", v.score[0], v.score[1], v.left)
	if !v.Over() {
		fmt.Fprintf(&b, "  %c to move", 'A'+rune(v.turn))
	}
	b.WriteByte('\n')
	return b.String()
}

func symbol(v *view, c int, shown uint8) rune {
	switch {
	case shown == field.Closed:
		return '.'
	case shown == 0:
		return ' '
	case shown != field.Mine:
		return '0' + rune(shown)
	case v.owner[c] == nobody:
		return '*'
	}
	return 'A' + rune(v.owner[c])
}

// scene is the JSON object that describes a picture of the field.
type scene struct {
	Rows   []string `json:"rows"` // as in a position: . closed, 0 to 8 open, a b * mines found
	Width  int      `json:"width"`
	Height int      `json:"height"`
	Mines  int      `json:"mines"` // in all
	Left   int      `json:"left"`  // not yet found
	Score  [2]int   `json:"score"`
	Bombs  [2]bool  `json:"bombs"`  // by seat: whether it still has a bomb
	Hidden [][2]int `json:"hidden"` // x and y of the mines not found; null until the game is over
}

// Scene returns the data for a picture of the field as both seats see it. After the end of the game
// it also contains the hidden mines.
func (e *engine) Scene(g engines.Game) (any, error) {
	v, err := viewOf(g)
	if err != nil {
		return nil, err
	}
	rows, _, _ := strings.Cut(v.String(), " ")
	out := scene{
		Rows: strings.Split(rows, "/"), Width: v.field.W, Height: v.field.H,
		Mines: v.mines, Left: v.left, Score: v.score,
		Bombs: [2]bool{v.bomb && !v.bombed[0], v.bomb && !v.bombed[1]},
	}
	if t, ok := g.(*table); ok && v.Over() {
		out.Hidden = [][2]int{}
		for c := range v.field.N {
			if t.mine.Has(c) && t.hidden.Has(c) {
				x, y := v.field.XY(c)
				out.Hidden = append(out.Hidden, [2]int{x, y})
			}
		}
	}
	return out, nil
}

// Layout returns an empty object, because the scene contains the size of the field.
func (e *engine) Layout() any { return struct{}{} }

// uncovered contains the number of mines that the last move found, and the number of other cells
// that it opened.
type uncovered struct {
	mines, cells int
}

// LastEvent describes in one line of text what the last move opened: the number of mines and the
// number of other cells.
func (t *table) LastEvent() string {
	var parts []string
	switch n := t.last.mines; {
	case n == 1:
		parts = append(parts, "a mine")
	case n > 1:
		parts = append(parts, fmt.Sprintf("%d mines", n))
	}
	switch n := t.last.cells; {
	case n == 1:
		parts = append(parts, "1 cell open")
	case n > 1:
		parts = append(parts, fmt.Sprintf("%d cells open", n))
	}
	return strings.Join(parts, ", ")
}

// Tools returns the tools of the position editor: one for each content of a cell, and one that
// closes all cells.
func (e *engine) Tools() []show.Tool {
	var all []show.Tool
	for n := 1; n <= 8; n++ {
		all = append(all, show.Tool{ID: strconv.Itoa(n), Name: strconv.Itoa(n)})
	}
	return append(all, show.Tool{ID: ".", Name: "closed"}, show.Tool{ID: "0", Name: "0"}, show.Tool{ID: "a", Name: "mine of A"},
		show.Tool{ID: "b", Name: "mine of B"}, show.Tool{ID: "*", Name: "mine"}, show.Tool{ID: show.ClearTool, Name: "Clear"})
}

// Edit applies one action of the position editor: it sets the content of a cell or closes all
// cells. It returns the new scene and its position as text. No bomb is used in the new position,
// and hidden mines are not shown.
func (e *engine) Edit(text []byte, by show.Edit) (show.Edited, error) {
	var s scene
	if err := json.Unmarshal(text, &s); err != nil || len(s.Rows) == 0 || slices.ContainsFunc(s.Rows, func(row string) bool {
		return len(row) != len(s.Rows[0]) || strings.Trim(row, ".012345678ab*") != ""
	}) {
		return show.Edited{}, fmt.Errorf("the scene is not a field of Minesweeper")
	}
	switch {
	case by.Tool == "":
	case by.Tool == show.ClearTool:
		for y := range s.Rows {
			s.Rows[y] = strings.Repeat(".", len(s.Rows[y]))
		}
	case len(by.Tool) != 1 || !strings.Contains(".012345678ab*", by.Tool):
		return show.Edited{}, fmt.Errorf("%q is not one of . 0-8 * a b", by.Tool)
	default:
		column, row, _ := strings.Cut(by.Field, ",")
		x, err1 := strconv.Atoi(column)
		y, err2 := strconv.Atoi(row)
		if err1 != nil || err2 != nil || y < 0 || y >= len(s.Rows) || x < 0 || x >= len(s.Rows[y]) {
			return show.Edited{}, fmt.Errorf("the field has no cell %q", by.Field)
		}
		s.Rows[y] = s.Rows[y][:x] + by.Tool + s.Rows[y][x+1:]
	}
	position := strings.Join(s.Rows, "/")
	s.Score = [2]int{strings.Count(position, "a"), strings.Count(position, "b")}
	s.Left = s.Mines - s.Score[0] - s.Score[1] - strings.Count(position, "*")
	s.Bombs = [2]bool{e.rules.bomb, e.rules.bomb}
	s.Hidden = nil
	if by.Turn == 1 {
		position += " ; b"
	}
	return show.Edited{Scene: s, Position: position}, nil
}

// Status describes the game in one line: the number of mines that each seat has found, and the
// number of mines left.
func (t *table) Status() string {
	v := &t.view
	text := fmt.Sprintf("A %d, B %d, %d of %d mines left", v.score[0], v.score[1], v.left, v.mines)
	if v.closed == len(v.cells) {
		text += "; the first cell may be a mine"
	}
	return text
}

// Guide returns the explanation of Minesweeper Flags for people.
func (e *engine) Guide() show.Guide {
	return show.Guide{
		Rules: `Both players search one field for mines. A player who opens a mine gets a point and moves
again. A player who opens a number passes the turn; the number counts the mines among the
neighbours, and a 0 opens all of them, unless flood=false. The game ends when no mine is left or
the trailing player cannot catch up. Equal points are a draw. With bomb=true the player with
fewer mines may once open a square of 5 x 5, which gives a point for each of its mines and passes
the turn.`,
		Moves: `3,0     the cell in column 3 of row 0, both counted from 0
b3,4    a bomb on the square around that cell`,
		Position: `Rows from the top, separated by /: . closed, 0 to 8 open, a and b a mine found by seat 1 and
2, * a mine without an owner. A semicolon may follow with the side to move, the scores and the
seats that still have a bomb. The number of mines is a setting: --set mines=6.
  1*./2../... ; b 1-0`,
		Seats:   []string{"A", "B"},
		Picture: `. is a closed cell, a blank an open 0, A and B are mines found by seat 1 and 2.`,
	}
}

// Paint draws a picture of the probability of a mine in every cell, from green (no mine) to red (a
// mine).
func (e *engine) Paint(p engines.Position) (image.Image, error) {
	v, err := viewOf(p)
	if err != nil {
		return nil, err
	}
	return paint(v)
}
