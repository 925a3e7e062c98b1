package othello

import (
	"encoding/json"
	"fmt"
	"math/bits"
	"strings"

	"github.com/lanista/lanista/engines/show"
)

var (
	_ show.Editor   = (*engine)(nil)
	_ show.Reporter = (*game)(nil)
)

// Tools are the discs, and an empty square.
func (e *engine) Tools() []show.Tool {
	return []show.Tool{{ID: "X", Name: "black disc"}, {ID: "O", Name: "white disc"}, {ID: "-", Name: "empty"}, {ID: show.ClearTool, Name: "Clear"}}
}

// Edit puts a disc on a square.
func (e *engine) Edit(text []byte, by show.Edit) (show.Edited, error) {
	var s scene
	if err := json.Unmarshal(text, &s); err != nil || len(s.Board) != 64 || strings.Trim(s.Board, "XO-") != "" {
		return show.Edited{}, fmt.Errorf("the scene is not a board of Othello")
	}
	switch {
	case by.Tool == "":
	case by.Tool == show.ClearTool:
		s.Board = strings.Repeat("-", 64)
	case by.Tool != "X" && by.Tool != "O" && by.Tool != "-":
		return show.Edited{}, fmt.Errorf("%q is not a disc", by.Tool)
	default:
		m, err := parseMove(by.Field)
		if err != nil || m == pass {
			return show.Edited{}, fmt.Errorf("%q is not a square from a1 to h8", by.Field)
		}
		s.Board = s.Board[:m] + by.Tool + s.Board[m+1:]
	}
	s = scene{Board: s.Board, Discs: [2]int{strings.Count(s.Board, "X"), strings.Count(s.Board, "O")}, Flips: map[string][]string{}, Frontier: []string{}, Stable: []string{}}
	return show.Edited{Scene: s, Position: s.Board + " " + sides[by.Turn&1:by.Turn&1+1]}, nil
}

// Status is how many discs either side has.
func (g *game) Status() string {
	black, white := g.discs()
	return fmt.Sprintf("Black %d, White %d", bits.OnesCount64(black), bits.OnesCount64(white))
}
