package othello

import (
	"fmt"
	"math/bits"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/othello/internal/board"
)

// Pass is the only move of a side that cannot play while the other can.
const Pass engines.Move = 64

// The seats.
const (
	Black = 0
	White = 1
)

// Game is one table of Othello. It is a plain value: a copy is another table.
type Game struct {
	own, opp uint64 // discs of the side to move, and of the other
	moves    uint64 // squares where the side to move may play
	turn     int
	over     bool
}

var _ engines.Game = (*Game)(nil)

// newGame is the game from a position.
func newGame(own, opp uint64, turn int) *Game {
	g := &Game{own: own, opp: opp, turn: turn}
	g.settle()
	return g
}

// Start returns a game at the start position.
func Start() *Game { return newGame(board.StartOwn, board.StartOpp, Black) }

// settle finds the legal moves of the position, and whether it is the last.
func (g *Game) settle() {
	g.moves = board.Moves(g.own, g.opp)
	g.over = g.moves == 0 && board.Moves(g.opp, g.own) == 0
}

// Seats is 2.
func (g *Game) Seats() int { return 2 }

// Turn is the seat to move.
func (g *Game) Turn() int { return g.turn }

// Moves appends the legal moves in the order of the squares, or Pass.
func (g *Game) Moves(dst []engines.Move) []engines.Move {
	if g.moves == 0 && !g.over {
		return append(dst, Pass)
	}
	for set := g.moves; set != 0; set &= set - 1 {
		dst = append(dst, engines.Move(bits.TrailingZeros64(set)))
	}
	return dst
}

// Clone copies the table.
func (g *Game) Clone() engines.Game {
	copied := *g
	return &copied
}

// Apply plays a move.
func (g *Game) Apply(m engines.Move) error {
	switch {
	case g.over:
		return fmt.Errorf("move %s: the game is over", g.FormatMove(m))
	case m == Pass && g.moves == 0:
		g.own, g.opp = g.opp, g.own
	case m >= 0 && m < 64 && g.moves>>uint(m)&1 != 0:
		g.own, g.opp = board.Play(g.own, g.opp, board.Flips(g.own, g.opp, int(m)), int(m))
	case m == Pass:
		return fmt.Errorf("%s may not pass: it can play %s", colour(g.turn), squares(g.moves))
	case g.moves == 0:
		return fmt.Errorf("move %s: %s has to pass", g.FormatMove(m), colour(g.turn))
	default:
		return fmt.Errorf("%s may not play %s: it can play %s", colour(g.turn), g.FormatMove(m), squares(g.moves))
	}
	g.turn ^= 1
	g.settle()
	return nil
}

// Over reports whether neither side can move.
func (g *Game) Over() bool { return g.over }

// Outcome is decided by the discs, which are the scores: of the 64 squares, the
// empty ones counted for the side with more discs.
func (g *Game) Outcome() engines.Outcome {
	ahead := float64(g.Score())
	return engines.ByScore(32+ahead/2, 32-ahead/2)
}

// Score is Black's discs less White's, the empty squares counted for the side
// with more discs.
func (g *Game) Score() int {
	black, white := g.Discs()
	return board.FinalScore(black, white)
}

// Discs returns the discs of Black and of White as sets of squares, a1 the
// lowest bit, h8 the highest.
func (g *Game) Discs() (black, white uint64) {
	if g.turn == Black {
		return g.own, g.opp
	}
	return g.opp, g.own
}

// empties is the number of empty squares.
func (g *Game) empties() int { return 64 - bits.OnesCount64(g.own|g.opp) }

func colour(seat int) string {
	if seat == Black {
		return "Black"
	}
	return "White"
}
