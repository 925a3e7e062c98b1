package chess

import (
	"fmt"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/chess/internal/board"
)

// game is one game of chess.
type game struct {
	table  *table
	start  board.Position
	at     board.Position
	legal  []board.Move   // at the position; none if the game is over
	moves  []engines.Move // since the start
	dealt  int            // number of moves that belong to the opening
	keys   []uint64       // of the positions since the last capture or pawn's move, the present one last
	end    ending
	scores scoreCounts
}

var (
	_ engines.Game      = (*game)(nil)
	_ engines.Concluder = (*game)(nil)
	_ engines.History   = (*game)(nil)
	_ engines.Reasoner  = (*game)(nil)
)

// These are initial capacities of the slices in a game, which rarely have to grow beyond them.
const (
	usualMoves = 160
	usualKeys  = 48
	usualLegal = 64
)

// newGame returns a game that begins in the given position.
func newGame(t *table, start *board.Position) *game {
	g := &game{
		table: t, start: *start, at: *start,
		legal: make([]board.Move, 0, usualLegal),
		moves: make([]engines.Move, 0, usualMoves),
		keys:  append(make([]uint64, 0, usualKeys), start.Key),
	}
	g.settle()
	return g
}

// Seats returns 2, the number of players.
func (g *game) Seats() int { return 2 }

// Turn returns the seat to move.
func (g *game) Turn() int { return g.at.Side }

// Moves appends the legal moves to dst. Pawn moves come first and king moves last.
func (g *game) Moves(dst []engines.Move) []engines.Move {
	for _, m := range g.legal {
		dst = append(dst, engines.Move(m))
	}
	return dst
}

// Apply makes a move. It returns an error, and leaves the game as it is, if the move is illegal or
// the game is over.
func (g *game) Apply(m engines.Move) error {
	if g.end != goesOn {
		return fmt.Errorf("move %s after the end of the game", g.FormatMove(m))
	}
	if !slices.Contains(g.legal, board.Move(m)) {
		return fmt.Errorf("illegal move %s of %s in %s", g.FormatMove(m), colour(g.at.Side), g)
	}
	g.at.Make(board.Move(m))
	g.moves = append(g.moves, m)
	if g.at.Clock == 0 {
		g.keys = g.keys[:0]
		g.scores.progress()
	}
	g.keys = append(g.keys, g.at.Key)
	g.settle()
	return nil
}

// Variant returns the value of the PGN tag Variant for the game: "Chess960", or "" for the usual
// rules.
func (g *game) Variant() string {
	if g.table.chess960 {
		return "Chess960"
	}
	return ""
}

// Clone returns a copy of the game.
func (g *game) Clone() engines.Game {
	c := *g
	c.legal = append(make([]board.Move, 0, usualLegal), g.legal...)
	c.moves = append(make([]engines.Move, 0, max(len(g.moves)+1, usualMoves)), g.moves...)
	c.keys = append(make([]uint64, 0, max(len(g.keys)+1, usualKeys)), g.keys...)
	return &c
}

// Start returns the position in which the game began, as FEN.
func (g *game) Start() string { return g.start.String() }

// Played returns the moves made since the position that Start returns.
func (g *game) Played() []engines.Move { return slices.Clone(g.moves) }

// String returns the position in Forsyth-Edwards notation (FEN).
func (g *game) String() string { return g.at.String() }

// FormatMove returns a move in the notation of the protocol UCI, such as e2e4, e7e8q or e1g1. In
// Chess960 castling is the king's move to the square of its rook, such as e1h1.
func (g *game) FormatMove(m engines.Move) string { return board.Move(m).String() }

// SAN returns a legal move in Standard Algebraic Notation, such as Nf3.
func (g *game) SAN(m engines.Move) string { return san(&g.at, g.legal, board.Move(m)) }

// DescribeMove returns a legal move in Standard Algebraic Notation, such as Nf3.
func (g *game) DescribeMove(m engines.Move) string { return g.SAN(m) }

// ParseMove parses a move in the notation of FormatMove or in Standard Algebraic Notation (Nf3,
// exd5, O-O). It also accepts longer notations of other programs, such as e2-e4, Ng1-f3, c4xf7+ and
// e5xd6e.p. A move given as two squares need not be legal. In any other notation, exactly one legal
// move must fit the text.
func (g *game) ParseMove(text string) (engines.Move, error) {
	m, err := board.ParseMove(text)
	if err == nil {
		return engines.Move(g.kingTakesRook(m)), nil
	}
	found, fits, short := parseSAN(g, text)
	if fits == 1 {
		return engines.Move(found), nil
	}
	if plain := withoutSigns(text); plain != text {
		if m, err := board.ParseMove(plain); err == nil {
			return engines.Move(g.kingTakesRook(m)), nil
		}
		if found, fits, short = parseSAN(g, plain); fits == 1 {
			return engines.Move(found), nil
		}
	}
	switch {
	case g.Over():
		return 0, fmt.Errorf("%q is a move after the end of the game (%v)", text, g.end)
	case fits > 1:
		return 0, fmt.Errorf("%q fits %d legal moves of %s; add the file or the rank that the piece leaves", text, fits, colour(g.Turn()))
	case short:
		return 0, fmt.Errorf("%q is no legal move of %s", text, colour(g.Turn()))
	}
	return 0, fmt.Errorf("%w, or a legal move in the short notation, such as Nf3", err)
}

// kingTakesRook converts a castling move of Chess960 to the encoding of package board, in which the
// king moves to the square of its own rook. In m the king moves to its final square, on file c or
// g. kingTakesRook returns m unchanged if it is a legal move or does not stand for a legal castling
// move.
func (g *game) kingTakesRook(m board.Move) board.Move {
	from, to := m.From(), m.To()
	if !g.table.chess960 || g.at.At(from).Kind() != board.King || from.Rank() != to.Rank() || slices.Contains(g.legal, m) {
		return m
	}
	for _, other := range g.legal {
		if long, ok := g.at.Castles(other); ok && other.From() == from && long == (to < from) && (to.File() == 2 || to.File() == 6) {
			return other
		}
	}
	return m
}

func colour(seat int) string {
	if seat == white {
		return "White"
	}
	return "Black"
}
