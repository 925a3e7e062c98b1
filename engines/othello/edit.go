package othello

import (
	"encoding/json"
	"fmt"
	"math/bits"
	"strings"

	"github.com/lanista/lanista/engines"
)

var (
	_ engines.Editor   = (*engine)(nil)
	_ engines.Reporter = (*game)(nil)
)

// Tools are the discs, and an empty square.
func (e *engine) Tools() []engines.Tool {
	return []engines.Tool{{ID: "X", Name: "black disc"}, {ID: "O", Name: "white disc"}, {ID: "-", Name: "empty"}, {ID: engines.ClearTool, Name: "Clear"}}
}

// Edit puts a disc on a square.
func (e *engine) Edit(text []byte, by engines.Edit) (engines.Edited, error) {
	var s scene
	if err := json.Unmarshal(text, &s); err != nil || len(s.Board) != 64 || strings.Trim(s.Board, "XO-") != "" {
		return engines.Edited{}, fmt.Errorf("the scene is not a board of Othello")
	}
	switch {
	case by.Tool == "":
	case by.Tool == engines.ClearTool:
		s.Board = strings.Repeat("-", 64)
	case by.Tool != "X" && by.Tool != "O" && by.Tool != "-":
		return engines.Edited{}, fmt.Errorf("%q is not a disc", by.Tool)
	default:
		m, err := parseMove(by.Field)
		if err != nil || m == pass {
			return engines.Edited{}, fmt.Errorf("%q is not a square from a1 to h8", by.Field)
		}
		s.Board = s.Board[:m] + by.Tool + s.Board[m+1:]
	}
	s = scene{Board: s.Board, Discs: [2]int{strings.Count(s.Board, "X"), strings.Count(s.Board, "O")}, Flips: map[string][]string{}, Frontier: []string{}, Stable: []string{}}
	return engines.Edited{Scene: s, Position: s.Board + " " + sides[by.Turn&1:by.Turn&1+1]}, nil
}

// Status is how many discs either side has.
func (g *game) Status() string {
	black, white := g.discs()
	return fmt.Sprintf("Black %d, White %d", bits.OnesCount64(black), bits.OnesCount64(white))
}
