package goban

import (
	"fmt"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/goban/internal/board"
)

// These are the smallest and the largest number of lines of a board.
const (
	minSize = 2
	maxSize = board.MaxSide
)

// colours lists the colours of the seats.
var colours = [2]board.Colour{board.Black, board.White}

// game is one game of Go.
type game struct {
	table  *table
	start  string // the text of the start position; "start" for the empty board
	at     board.Board
	turn   int
	passes int // consecutive passes up to now, at most 2
	moves  []engines.Move
	taken  int            // stones that the last move removed
	banned []engines.Move // moves that superko forbids in the start position, if its text lists them
	past   positions
}

var (
	_ engines.Game      = (*game)(nil)
	_ engines.History   = (*game)(nil)
	_ engines.Concluder = (*game)(nil)
	_ engines.Reasoner  = (*game)(nil)
)

// positions is the set of positions that occurred in a game, stored as hashes. filter is a bit set.
// For most hashes outside the set, it makes a search of list unnecessary.
type positions struct {
	list   []uint64
	filter [64]uint64
}

func (p *positions) add(hash uint64) {
	p.list = append(p.list, hash)
	p.filter[hash>>6%64] |= 1 << (hash % 64)
}

func (p *positions) has(hash uint64) bool {
	return p.filter[hash>>6%64]>>(hash%64)&1 != 0 && slices.Contains(p.list, hash)
}

// newGame returns a game on an empty board.
func newGame(t *table) *game {
	g := &game{table: t, start: "start", at: *board.New(t.size, t.size)}
	g.past.add(g.at.Hash())
	return g
}

// pass returns the move of passing.
func (g *game) pass() engines.Move { return engines.Move(g.at.Points()) }

// Seats returns 2, the number of players.
func (g *game) Seats() int { return 2 }

// Turn returns the seat to move.
func (g *game) Turn() int { return g.turn }

// Over reports whether both sides have passed or the largest number of plies was reached.
func (g *game) Over() bool { return g.passes == 2 || g.capped() }

// capped reports whether the game has ended because it reached the largest number of plies.
func (g *game) capped() bool {
	most := g.table.maxPlies
	if most == 0 {
		most = 3 * g.at.Points()
	}
	return g.passes < 2 && len(g.moves) >= most
}

// Moves appends the legal moves to dst: the points by their numbers, and then pass.
func (g *game) Moves(dst []engines.Move) []engines.Move {
	if g.Over() {
		return dst
	}
	for p := range g.pass() {
		if g.allows(p) {
			dst = append(dst, p)
		}
	}
	return append(dst, g.pass())
}

// allows reports whether the side to move may place a stone on a point. It tests all rules,
// including superko.
func (g *game) allows(m engines.Move) bool {
	return g.isFree(m) && !g.past.has(g.at.HashAfter(board.Point(m), colours[g.turn])) && !slices.Contains(g.forbidden(), m)
}

// isFree reports whether the side to move may place a stone on a point by all rules but superko.
// The point must be empty, and the move must not be a forbidden suicide.
func (g *game) isFree(m engines.Move) bool {
	p, c := board.Point(m), colours[g.turn]
	if g.at.Colour(p) != board.Empty {
		return false
	}
	if g.table.suicide {
		return g.at.HashAfter(p, c) != g.at.Hash() // suicide of one stone
	}
	return !g.at.IsSuicide(p, c)
}

// forbidden returns the points that superko forbids in the start position, as the text of this
// position lists them. It returns nil after the first move.
func (g *game) forbidden() []engines.Move {
	if len(g.moves) > 0 {
		return nil
	}
	return g.banned
}

// Apply places a stone or passes, for the side to move. It returns an error if the move is illegal
// or the game is over.
func (g *game) Apply(m engines.Move) error {
	switch {
	case g.Over():
		return fmt.Errorf("move %s after the end of the game", g.FormatMove(m))
	case m < 0 || m > g.pass():
		return fmt.Errorf("move %d: there is no such point", m)
	case m == g.pass():
		g.passes++
		g.taken = 0
	case !g.allows(m):
		return fmt.Errorf("illegal move %s of %s: %s", g.FormatMove(m), colourName(g.turn), g.whyIllegal(m))
	default:
		before := g.at.Stones(board.Black) + g.at.Stones(board.White)
		g.at.Play(board.Point(m), colours[g.turn])
		g.taken = before + 1 - g.at.Stones(board.Black) - g.at.Stones(board.White)
		g.past.add(g.at.Hash())
		g.passes = 0
	}
	g.moves = append(g.moves, m)
	g.turn ^= 1
	return nil
}

// whyIllegal explains why a stone may not be placed on a point.
func (g *game) whyIllegal(m engines.Move) string {
	p := board.Point(m)
	switch {
	case g.at.Colour(p) != board.Empty:
		return "the point is not empty"
	case !g.isFree(m):
		return "it is suicide"
	}
	return "it repeats an earlier position"
}

// Clone returns an independent copy.
func (g *game) Clone() engines.Game {
	copied := *g
	copied.moves, copied.past.list = slices.Clip(g.moves), slices.Clip(g.past.list)
	return &copied
}

// Outcome returns the outcome of the game: the scores are the areas of both sides, with komi for
// White.
func (g *game) Outcome() engines.Outcome {
	black, white := g.at.Area()
	return engines.ByScore(float64(black), float64(white)+g.table.komi)
}

// Ending returns how the game ended: by its rules, or after the largest number of plies.
func (g *game) Ending() engines.Ending {
	if g.capped() {
		return engines.MoveCap
	}
	return engines.ByRules
}

// Reason returns why the game ended: "passes" after two passes in a row, or "plies" at the largest
// number of plies. It returns "" while the game goes on.
func (g *game) Reason() string {
	switch {
	case g.passes == 2:
		return "passes"
	case g.capped():
		return "plies"
	}
	return ""
}

// Start returns the position in which the game began: "start" for the empty board.
func (g *game) Start() string { return g.start }

// Played returns the moves made since the position of Start.
func (g *game) Played() []engines.Move { return slices.Clone(g.moves) }

func colourName(seat int) string { return [...]string{"Black", "White"}[seat&1] }

// gameOf returns the position as a game of this package. It returns an error for a position of
// another game.
func gameOf(p engines.Position) (*game, error) {
	if g, ok := p.(*game); ok {
		return g, nil
	}
	return nil, fmt.Errorf("%T is not a position of Go", p)
}
