package chess

import (
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/chess/internal/board"
	"github.com/lanista/lanista/engines/show"
)

var (
	_ show.SceneProvider = (*engine)(nil)
	_ show.EventReporter = (*game)(nil)
)

// scene is what a drawing of the board shows.
type scene struct {
	Board string `json:"board"` // 64 letters as a FEN reads them, a8 b8 ... h8, a7 ... h1; White's in capitals, - for an empty square
	Check string `json:"check"` // the square of the king that is in check, "" if it is not
	Last  string `json:"last"`  // the last move, as in e2e4, "" at the start
}

// Scene is the board, a king in check, and the last move.
func (e *engine) Scene(g engines.Game) (any, error) {
	t, err := gameOf(g)
	if err != nil {
		return nil, err
	}
	letters := make([]byte, 0, 64)
	for rank := 7; rank >= 0; rank-- {
		for file := range 8 {
			letter := t.at.At(board.Square(rank<<3 | file)).Letter()
			if letter == 0 {
				letter = '-'
			}
			letters = append(letters, letter)
		}
	}
	out := scene{Board: string(letters)}
	if t.at.InCheck() {
		out.Check = t.at.KingAt(t.at.Side).String()
	}
	if n := len(t.moves); n > 0 {
		out.Last = t.FormatMove(t.moves[n-1])
	}
	return out, nil
}

// Layout is empty: a board of 64 squares needs no words.
func (e *engine) Layout() any { return struct{}{} }

// LastEvent is the last move in the short notation, which says what it takes, whether it
// gives check or mates; and how a game that is over has ended. Of the moves that the
// game was dealt with it says nothing.
func (g *game) LastEvent() string {
	last := len(g.moves) - 1
	if last < g.dealt {
		return ""
	}
	before := g.start
	for _, m := range g.moves[:last] {
		before.Make(board.Move(m))
	}
	var room [board.MostMoves]board.Move
	text := san(&before, before.Moves(room[:0]), board.Move(g.moves[last]))
	if g.Over() {
		text += "; over: " + g.Reason()
	}
	return text
}
