package goban

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/goban/internal/board"
	"github.com/lanista/lanista/engines/show"
)

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

// Layout returns an empty object, because scenes contain the size of the board.
func (e *engine) Layout() any { return struct{}{} }

// Tools returns the editing tools for a board: a black stone, a white stone, the empty point, and a
// tool that clears the board.
func (e *engine) Tools() []show.Tool {
	return []show.Tool{{ID: "X", Name: "black stone"}, {ID: "O", Name: "white stone"}, {ID: ".", Name: "empty"}, {ID: show.ClearTool, Name: "Clear"}}
}

// Edit puts a stone on a point, removes one, or clears a board that a user edits.
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
