package minesweeper

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/lanista/lanista/engines/show"
)

var (
	_ show.Editor   = (*engine)(nil)
	_ show.Reporter = (*table)(nil)
)

// Tools are what a cell can show.
func (e *engine) Tools() []show.Tool {
	var all []show.Tool
	for n := 1; n <= 8; n++ {
		all = append(all, show.Tool{ID: strconv.Itoa(n), Name: strconv.Itoa(n)})
	}
	return append(all, show.Tool{ID: ".", Name: "closed"}, show.Tool{ID: "0", Name: "0"}, show.Tool{ID: "a", Name: "mine of A"},
		show.Tool{ID: "b", Name: "mine of B"}, show.Tool{ID: "*", Name: "mine"}, show.Tool{ID: show.ClearTool, Name: "Clear"})
}

// Edit makes a cell show something.
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
		return show.Edited{}, fmt.Errorf("a cell cannot show %q", by.Tool)
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
	if by.Turn == 1 {
		position += " ; b"
	}
	return show.Edited{Scene: s, Position: position}, nil
}

// Status is who has how many mines, and how many are left.
func (t *table) Status() string {
	v := &t.seen
	text := fmt.Sprintf("A %d, B %d, %d of %d mines left", v.score[0], v.score[1], v.left, v.mines)
	if v.closed == len(v.cells) {
		text += "; the first cell may be a mine"
	}
	return text
}
