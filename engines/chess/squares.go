package chess

import "github.com/lanista/lanista/engines/chess/internal/board"

// stand is how well a piece stands on a square, in points of about a hundredth of a
// pawn: with all pieces on the board, and with none but kings and pawns.
type stand struct{ middle, end int8 }

// squareTables say how well a piece of White stands. They follow from a few rules:
// pieces belong to the middle of the board, pawns go forward, in the middle first, and
// the king stays in its corner until the pieces are gone, then comes out.
var squareTables = func() (tables [board.King + 1][64]stand) {
	for s := range board.Square(64) {
		file, rank := s.File(), s.Rank()
		inner := min(file, 7-file) + min(rank, 7-rank) // 0 in a corner, 6 in the middle
		central := min(file, 7-file)                   // 0 on the rim files, 3 on d and e
		pawn := 0
		if central >= 2 && rank >= 2 && rank <= 4 {
			pawn = 5 * central
		}
		tables[board.Pawn][s] = stand{int8(pawn + 3*(rank-1)), int8(8 * (rank - 1))}
		tables[board.Knight][s] = stand{int8(10*inner - 40), int8(8*inner - 32)}
		tables[board.Bishop][s] = stand{int8(5*inner - 15), int8(3*inner - 9)}
		seventh := 0
		if rank == 6 {
			seventh = 15
		}
		tables[board.Rook][s] = stand{int8(3*central + seventh), int8(seventh)}
		tables[board.Queen][s] = stand{int8(inner - 3), int8(5*inner - 15)}
		tables[board.King][s] = stand{int8(-12*central - 12*rank), int8(10*inner - 30)}
	}
	return tables
}()
