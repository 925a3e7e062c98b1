package chess

import (
	"github.com/lanista/lanista/engines/show"
)

var _ show.Guided = (*engine)(nil)

// Guide explains chess.
func (e *engine) Guide() show.Guide {
	return show.Guide{
		Rules: `White (seat 1) begins. Who mates the other's king wins. A game is drawn by stalemate, by too
little material for any mate, when a position stands for the third time, after a hundred
plies without capture or pawn's move, and at max_plies; nobody needs to claim it.`,
		Moves: `A move is the square that a piece leaves and the one it comes to: e2e4; castling is the
king's move, e1g1; a pawn's promotion adds the piece, e7e8q. The short notation is read,
too: Nf3, exd5, O-O, e8=Q.`,
		Position: `A FEN, of which the last two fields may be missing; or the moves from the start, with
blanks between them: e2e4 e7e5, or 1. e4 e5. A line of an EPD file is read, too.
  rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1`,
		Seats: []string{"White", "Black"},
		Picture: `White's pieces are capitals (K king, Q queen, R rook, B bishop, N knight, P pawn), Black's
small letters, . an empty square. White is below.`,
	}
}
