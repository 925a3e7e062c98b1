package othello

import (
	"encoding/json"
	"fmt"
	"math/bits"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/othello/internal/board"
	"github.com/lanista/lanista/engines/show"
)

var (
	_ show.Illustrator    = (*engine)(nil)
	_ show.SceneProvider  = (*engine)(nil)
	_ show.Editor         = (*engine)(nil)
	_ show.Guided         = (*engine)(nil)
	_ show.Levels         = (*engine)(nil)
	_ show.WeightArranger = (*engine)(nil)
	_ show.EventReporter  = (*game)(nil)
	_ show.Reporter       = (*game)(nil)
)

// Levels returns the built-in opponents for people, from easy to best.
func (e *engine) Levels() []show.Level { return levels() }

// Draw returns a drawing of the board for a terminal, with the number of discs of both sides. ● is
// Black, ○ is White, and · is a legal move.
func (e *engine) Draw(g engines.Position) string {
	t, err := gameOf(g)
	if err != nil {
		return err.Error()
	}
	return draw(t)
}

func draw(g *game) string {
	black, white := g.discs()
	var b strings.Builder
	b.WriteString("    a b c d e f g h\n  ┌─────────────────┐\n")
	for row := range 8 {
		fmt.Fprintf(&b, "%d │", row+1)
		for sq := 8 * row; sq < 8*row+8; sq++ {
			switch {
			case black>>sq&1 != 0:
				b.WriteString(" ●")
			case white>>sq&1 != 0:
				b.WriteString(" ○")
			case g.moves>>sq&1 != 0:
				b.WriteString(" ·")
			default:
				b.WriteString("  ")
			}
		}
		fmt.Fprintf(&b, " │ %d%s\n", row+1, margin(g, row))
	}
	b.WriteString("  └─────────────────┘\n    a b c d e f g h\n")
	return b.String()
}

// margin returns the text to the right of a row of the board in a drawing for a terminal. In some
// rows it is a side's number of discs.
func margin(g *game, row int) string {
	black, white := g.discs()
	switch row {
	case 2:
		return fmt.Sprintf("   ● Black %2d", tally(black, 0, ^uint64(0)))
	case 3:
		return fmt.Sprintf("   ○ White %2d", tally(white, 0, ^uint64(0)))
	case 5:
		if g.over {
			return fmt.Sprintf("   game over, %+d for Black", g.score())
		}
		return "   " + colour(g.turn) + " to move"
	}
	return ""
}

// scene is the JSON object that describes a picture of the board.
type scene struct {
	Board string              `json:"board"` // as in a position: X black, O white, - empty, a1 first
	Discs [2]int              `json:"discs"` // of Black and White
	Flips map[string][]string `json:"flips"` // by legal move: the discs that it turns
	Last  string              `json:"last"`  // the last move, "" at the start
	// Frontier lists the discs that are next to an empty square. Stable lists discs that no later
	// move can turn, but not necessarily all of them.
	Frontier []string `json:"frontier"`
	Stable   []string `json:"stable"`
}

// Scene returns the data for a picture of the position: the board, the last move, and the discs
// that each legal move would turn. It also lists discs next to empty squares and discs that can
// never be turned.
func (e *engine) Scene(g engines.Game) (any, error) {
	t, err := gameOf(g)
	if err != nil {
		return nil, err
	}
	black, white := t.discs()
	out := scene{
		Board: string(appendBoard(nil, black, white, "XO-")),
		Discs: [2]int{bits.OnesCount64(black), bits.OnesCount64(white)},
		Flips: make(map[string][]string),
	}
	for set := t.moves; set != 0; set &= set - 1 {
		sq := bits.TrailingZeros64(set)
		out.Flips[square(sq)] = named(board.Flips(t.own, t.opp, sq))
	}
	out.Frontier = named((black | white) & board.Dilate(^(black | white)))
	out.Stable = named(board.Stable(black, white) | board.Stable(white, black))
	if t.history.plies > 0 {
		out.Last = t.FormatMove(engines.Move(t.history.moves[t.history.plies-1]))
	}
	return out, nil
}

func named(set uint64) []string {
	list := []string{}
	for ; set != 0; set &= set - 1 {
		list = append(list, square(bits.TrailingZeros64(set)))
	}
	return list
}

// Layout returns an empty object, because the board is the same in all games.
func (e *engine) Layout() any { return struct{}{} }

// LastEvent describes the last move in a line of text: how many discs it turned, and whether the
// next side must pass. It returns "" after a pass and before the first move of a player.
func (g *game) LastEvent() string {
	if g.turned == 0 {
		return ""
	}
	text := fmt.Sprintf("%d discs turned", g.turned)
	if g.turned == 1 {
		text = "1 disc turned"
	}
	if g.moves == 0 && !g.over {
		text += "; " + colour(g.turn) + " has to pass"
	}
	return text
}

// Tools returns the tools of the position editor: a black disc, a white disc, the empty square, and
// one that clears the board.
func (e *engine) Tools() []show.Tool {
	return []show.Tool{{ID: "X", Name: "black disc"}, {ID: "O", Name: "white disc"}, {ID: "-", Name: "empty"}, {ID: show.ClearTool, Name: "Clear"}}
}

// Edit applies one action of the position editor: it puts a disc on a square, empties a square, or
// clears the board. It returns the new scene and its position as text.
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

// WeightTables arranges the weights of squares as boards, so that people can compare them.
func (e *engine) WeightTables() []show.WeightTable { return weightTables(e.Spec().Weights) }

// Guide returns the explanation of Othello for people.
func (e *engine) Guide() show.Guide {
	return show.Guide{
		Rules: `Black (seat 1) begins. A move places a disc on an empty square. It must enclose at least one
line of the opponent's discs between itself and another own disc, in any of the eight
directions; all enclosed discs are turned. A side that cannot move passes. When neither side
can move, the side with more discs wins; empty squares count for the winner.`,
		Moves: `Write the square: d3. A side that cannot move has only the move pass.`,
		Position: `64 characters from a1, b1 ... h1, a2 to h8 (X Black, O White, - empty), a blank and the side
to move; or the moves from the start without separators: f5d6c3. A line of an OBF file and a
GGF game work, too.
  ---------------------------OX------XO--------------------------- X`,
		Seats:   []string{"Black", "White"},
		Picture: `● Black, ○ White, · a square where the side to move may play.`,
	}
}

// Status returns the numbers of discs of both sides in a line of text.
func (g *game) Status() string {
	black, white := g.discs()
	return fmt.Sprintf("Black %d, White %d", bits.OnesCount64(black), bits.OnesCount64(white))
}
