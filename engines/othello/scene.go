package othello

import (
	"fmt"
	"math/bits"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/othello/internal/board"
	"github.com/lanista/lanista/engines/show"
)

var (
	_ show.SceneProvider = (*engine)(nil)
	_ show.EventReporter = (*game)(nil)
)

// scene is what a drawing of the board shows.
type scene struct {
	Board string              `json:"board"` // as in a position: X black, O white, - empty, a1 first
	Discs [2]int              `json:"discs"` // of Black and White
	Flips map[string][]string `json:"flips"` // what every legal move turns
	Last  string              `json:"last"`  // the last move, "" at the start
	// Frontier are the discs next to an empty square, Stable those that no play can turn
	// any more, as far as that is easily seen.
	Frontier []string `json:"frontier"`
	Stable   []string `json:"stable"`
}

// Scene is the board, what every move would turn, and the last move.
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
	if t.plies > 0 {
		out.Last = t.FormatMove(engines.Move(t.history.moves[t.plies-1]))
	}
	return out, nil
}

// named lists the squares of a set by their names.
func named(set uint64) []string {
	list := []string{}
	for ; set != 0; set &= set - 1 {
		list = append(list, square(bits.TrailingZeros64(set)))
	}
	return list
}

// Layout is empty: a board of 64 squares needs no words.
func (e *engine) Layout() any { return struct{}{} }

// LastEvent is how many discs the last move has turned, and that the other side has to
// pass.
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
