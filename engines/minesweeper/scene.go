package minesweeper

import (
	"fmt"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/show"
)

var (
	_ show.SceneProvider = (*engine)(nil)
	_ show.EventReporter = (*table)(nil)
)

// scene is what a drawing of the field shows.
type scene struct {
	Rows   []string `json:"rows"` // as in a position: . closed, 0 to 8 open, a b * mines found
	Width  int      `json:"width"`
	Height int      `json:"height"`
	Mines  int      `json:"mines"` // in all
	Left   int      `json:"left"`  // not yet found
	Score  [2]int   `json:"score"`
	Bombs  [2]bool  `json:"bombs"`  // who still has a bomb
	Hidden [][2]int `json:"hidden"` // the mines not found, x and y, once the game is over; null before
}

// Scene is the field as both seats see it. The hidden mines are in it once the game
// is over.
func (e *engine) Scene(g engines.Game) (any, error) {
	v, err := look(g)
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

// Layout is empty: a scene says how large the field is.
func (e *engine) Layout() any { return struct{}{} }

// brought is what a move has uncovered.
type brought struct {
	mines, cells int
}

// LastEvent is what the last move has uncovered.
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
