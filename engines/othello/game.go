package othello

import (
	"fmt"
	"math/bits"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/othello/internal/board"
)

// pass is the move of a side that cannot place a disc although the opponent can.
const pass engines.Move = 64

// These are the numbers of the seats. Black moves first.
const (
	seatBlack = 0
	seatWhite = 1
)

// game is a game of Othello. An assignment makes an independent copy.
type game struct {
	own, opp uint64 // discs of the side to move, and of the other
	moves    uint64 // squares where the side to move may play
	turn     int
	over     bool
	turned   uint8 // discs that the last move turned
	history  history
}

var (
	_ engines.Game    = (*game)(nil)
	_ engines.History = (*game)(nil)
)

func newGame(own, opp uint64, turn int) *game {
	g := &game{own: own, opp: opp, turn: turn}
	g.history = history{own: own, opp: opp, turn: turn}
	g.settle()
	return g
}

func startGame() *game { return newGame(board.StartOwn, board.StartOpp, seatBlack) }

// settle updates the legal moves and the end of the game after the position has changed.
func (g *game) settle() {
	g.moves = board.Moves(g.own, g.opp)
	g.over = g.moves == 0 && board.Moves(g.opp, g.own) == 0
}

// Seats returns 2, the number of players.
func (g *game) Seats() int { return 2 }

// Turn returns the seat to move.
func (g *game) Turn() int { return g.turn }

// Moves appends the legal moves to dst in the order of the squares. If the side to move cannot
// place a disc, the only move is pass.
func (g *game) Moves(dst []engines.Move) []engines.Move {
	if g.moves == 0 && !g.over {
		return append(dst, pass)
	}
	for set := g.moves; set != 0; set &= set - 1 {
		dst = append(dst, engines.Move(bits.TrailingZeros64(set)))
	}
	return dst
}

func (g *game) Clone() engines.Game {
	copied := *g
	return &copied
}

// Apply plays a move, or passes.
func (g *game) Apply(m engines.Move) error {
	switch {
	case g.over:
		return fmt.Errorf("move %s after the end of the game", g.FormatMove(m))
	case m == pass && g.moves == 0:
		g.own, g.opp = g.opp, g.own
		g.turned = 0
	case m >= 0 && m < 64 && g.moves>>uint(m)&1 != 0:
		flips := board.Flips(g.own, g.opp, int(m))
		g.own, g.opp = board.Play(g.own, g.opp, flips, int(m))
		g.turned = uint8(bits.OnesCount64(flips))
	case m == pass:
		return fmt.Errorf("illegal pass of %s; legal moves: %s", colour(g.turn), squares(g.moves))
	case g.moves == 0:
		return fmt.Errorf("illegal move %s of %s; it must pass", g.FormatMove(m), colour(g.turn))
	default:
		return fmt.Errorf("illegal move %s of %s; legal moves: %s", g.FormatMove(m), colour(g.turn), squares(g.moves))
	}
	g.turn ^= 1
	g.settle()
	g.history.note(m)
	return nil
}

func (g *game) allows(m engines.Move) bool {
	if m == pass {
		return g.moves == 0 && !g.over
	}
	return m >= 0 && m < 64 && g.moves>>uint(m)&1 != 0
}

// Over reports whether neither side can move.
func (g *game) Over() bool { return g.over }

// Outcome returns the outcome with the discs of both sides as scores. Empty squares count for the
// side with more discs.
func (g *game) Outcome() engines.Outcome {
	ahead := float64(g.score())
	return engines.ByScore(32+float64(ahead/2), 32-float64(ahead/2))
}

// score returns the number of Black's discs minus that of White's. Empty squares count for the side
// with more discs.
func (g *game) score() int {
	black, white := g.discs()
	return board.FinalScore(black, white)
}

func (g *game) discs() (black, white uint64) {
	if g.turn == seatBlack {
		return g.own, g.opp
	}
	return g.opp, g.own
}

func (g *game) empties() int { return 64 - bits.OnesCount64(g.own|g.opp) }

func colour(seat int) string {
	if seat == seatBlack {
		return "Black"
	}
	return "White"
}

const mostPlies = 120

type history struct {
	own, opp uint64 // discs at the start, for the side to move there
	turn     int
	plies    int
	moves    [mostPlies]int8
}

func (h *history) note(m engines.Move) {
	h.moves[h.plies] = int8(m)
	h.plies++
}

// Start returns the position in which the game began: the start position of Othello, or the board
// from which the game was parsed. Moves of an opening belong to Played.
func (g *game) Start() string {
	return newGame(g.history.own, g.history.opp, g.history.turn).String()
}

// Played returns the moves made since the position that Start returns, including passes and the
// moves of the opening.
func (g *game) Played() []engines.Move {
	list := make([]engines.Move, g.history.plies)
	for i := range list {
		list[i] = engines.Move(g.history.moves[i])
	}
	return list
}
