package goban

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/goban/internal/board"
	"github.com/lanista/lanista/engines/show"
)

var (
	_ show.Illustrator   = (*engine)(nil)
	_ show.Guided        = (*engine)(nil)
	_ show.SceneProvider = (*engine)(nil)
	_ show.Editor        = (*engine)(nil)
	_ show.EventReporter = (*game)(nil)
	_ show.Reporter      = (*game)(nil)
)

// Draw returns a drawing of the board for a terminal, with the points of both sides. ● is Black, ○
// is White, and the last stone is in brackets.
func (e *engine) Draw(p engines.Position) string {
	g, err := gameOf(p)
	if err != nil {
		return err.Error()
	}
	size := g.at.Width()
	last := g.pass()
	if n := len(g.moves); n > 0 {
		last = g.moves[n-1]
	}
	var b strings.Builder
	letters := "   "
	for column := range size {
		letters += " " + columns[column:column+1]
	}
	b.WriteString(letters + "\n")
	for row := size - 1; row >= 0; row-- {
		fmt.Fprintf(&b, "%2d ", row+1)
		end := " "
		for column := range size {
			m := engines.Move(row*size + column)
			before := end
			if end = " "; m == last {
				before, end = "(", ")"
			}
			b.WriteString(before + [...]string{"·", "●", "○"}[g.at.Colour(board.Point(m))])
		}
		fmt.Fprintf(&b, "%s%2d%s\n", end, row+1, g.margin(size-1-row))
	}
	b.WriteString(letters + "\n")
	return b.String()
}

// margin returns the text beside a row in the drawing of a board, such as the points of a side or
// the side to move. Rows count from the top.
func (g *game) margin(row int) (text string) {
	black, white := g.at.Area()
	switch row {
	case 0:
		text = fmt.Sprintf("   ● Black %d", black)
	case 1:
		text = fmt.Sprintf("   ○ White %v with komi", float64(white)+g.table.komi)
	}
	switch {
	case row != min(3, g.at.Width()-1):
		return text
	case g.Over():
		return text + "   game over"
	case g.passes == 1:
		return text + fmt.Sprintf("   %s has passed; %s to move", colourName(1-g.turn), colourName(g.turn))
	}
	return text + "   " + colourName(g.turn) + " to move"
}

// scene contains the data for a picture of the board, as JSON.
type scene struct {
	Size  int    `json:"size"`  // lines in each direction
	Board string `json:"board"` // X black, O white, . empty, row by row from the top
	Last  string `json:"last"`  // the last move since the start position, "" before it
}

// Scene returns the data for a picture of the position: the stones and the last move.
func (e *engine) Scene(p engines.Game) (any, error) {
	g, err := gameOf(p)
	if err != nil {
		return nil, err
	}
	s := scene{Size: g.at.Width()}
	var b strings.Builder
	for row := s.Size - 1; row >= 0; row-- {
		for column := range s.Size {
			b.WriteByte(signs[g.at.Colour(board.Point(row*s.Size+column))])
		}
	}
	s.Board = b.String()
	if n := len(g.moves); n > 0 {
		s.Last = g.FormatMove(g.moves[n-1])
	}
	return s, nil
}

// Layout returns an empty object. A picture of Go needs nothing besides the data of its scene,
// which contain the size of the board.
func (e *engine) Layout() any { return struct{}{} }

// Tools returns the editing tools for a board: a black stone, a white stone, the empty point, and a
// tool that clears the board.
func (e *engine) Tools() []show.Tool {
	return []show.Tool{{ID: "X", Name: "black stone"}, {ID: "O", Name: "white stone"}, {ID: ".", Name: "empty"}, {ID: show.ClearTool, Name: "Clear"}}
}

// Edit applies an editing step of a user to a board: it puts a stone on a point, removes a stone,
// or clears the board.
func (e *engine) Edit(text []byte, by show.Edit) (show.Edited, error) {
	var s scene
	size := e.table.size
	if err := json.Unmarshal(text, &s); err != nil || s.Size != size || len(s.Board) != size*size || strings.Trim(s.Board, signs) != "" {
		return show.Edited{}, fmt.Errorf("the scene is not a board of Go with %d lines", size)
	}
	switch {
	case by.Tool == "":
	case by.Tool == show.ClearTool:
		s.Board = strings.Repeat(".", size*size)
	case len(by.Tool) != 1 || !strings.Contains(signs, by.Tool):
		return show.Edited{}, fmt.Errorf("%q is not a stone", by.Tool)
	default:
		m, err := parseMove(by.Field, size)
		if err != nil || int(m) == size*size {
			return show.Edited{}, fmt.Errorf("%q is not a point from A1 to %s", by.Field, formatMove(engines.Move(size*size-1), size))
		}
		at := (size-1-int(m)/size)*size + int(m)%size
		s.Board = s.Board[:at] + by.Tool + s.Board[at+1:]
	}
	s.Last = ""
	rows := make([]string, size)
	for i := range rows {
		rows[i] = s.Board[i*size : (i+1)*size]
	}
	return show.Edited{Scene: s, Position: fmt.Sprintf("%s %c - 0", strings.Join(rows, "/"), "bw"[by.Turn&1])}, nil
}

// LastEvent describes how many stones the last move captured, or lost by suicide. It returns "" if
// there were none.
func (g *game) LastEvent() string {
	switch {
	case g.taken == 0:
		return ""
	case g.taken == 1:
		return "1 stone captured"
	case len(g.moves) > 0 && g.at.Colour(board.Point(g.moves[len(g.moves)-1])) == board.Empty:
		return fmt.Sprintf("suicide of %d stones", g.taken)
	}
	return fmt.Sprintf("%d stones captured", g.taken)
}

// Status returns the points that both sides would have if the game ended now.
func (g *game) Status() string {
	black, white := g.at.Area()
	return fmt.Sprintf("Black %d, White %v", black, float64(white)+g.table.komi)
}

// Guide returns the texts that explain Go to players.
func (e *engine) Guide() show.Guide {
	return show.Guide{
		Rules: `Black (seat 1) begins. A move places a stone on an empty point, or passes. Connected stones of
one colour are a chain; its liberties are the empty points beside it. A move removes the
opponent's chains without liberties. It may not leave your own chain without one, and may not
lead to an earlier position of the board. Two passes in a row end the game. Your points are
your stones that stand then and the empty points that only your stones surround; White adds
komi. There is no agreement about dead stones: capture them before you pass.`,
		Moves:    `Write the point: D4. The columns are A B C D E F G H J ..., without I. pass passes.`,
		Position: "The rows from the top, separated by / (X Black, O White, . empty), the side to move (b, w), the\npoints that repetition forbids (or -), and the passes in a row; or moves from the start: E5 C3.\n  ...../..X../...../...../..... w - 0",
		Seats:    []string{"Black", "White"},
		Picture:  `● Black, ○ White, · an empty point; the last stone is in brackets.`,
	}
}
