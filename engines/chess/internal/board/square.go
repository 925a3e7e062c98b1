package board

import "fmt"

// Square is one of the 64 squares, numbered by rank: a1 = 0, b1 = 1, h8 = 63.
type Square uint8

// NoSquare is the value that means no square.
const NoSquare Square = 64

// File returns the file of a square: 0 for a, 7 for h.
func (s Square) File() int { return int(s & 7) }

// Rank returns the rank of a square: 0 for the first, 7 for the eighth.
func (s Square) Rank() int { return int(s >> 3) }

// String returns the square's name, such as "e4", or "-" for NoSquare.
func (s Square) String() string {
	if s >= NoSquare {
		return "-"
	}
	return string([]byte{'a' + byte(s&7), '1' + byte(s>>3)})
}

// parseSquare parses the name of a square, such as "e4".
func parseSquare(text string) (Square, error) {
	if len(text) != 2 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8' {
		return NoSquare, fmt.Errorf("%q is not a square", text)
	}
	return Square(text[0]-'a') | Square(text[1]-'1')<<3, nil
}

func bit(s Square) uint64 { return 1 << (s & 63) }

// These are the kinds of pieces. NoKind means no piece.
const (
	NoKind = iota
	Pawn
	Knight
	Bishop
	Rook
	Queen
	King
	kinds
)

// These are the numbers of the two sides of a chess game.
const (
	White = 0
	Black = 1
)

// Piece is a kind of piece together with its side. 0 means no piece.
type Piece uint8

func piece(side, kind int) Piece { return Piece(kind | side<<3) }

// Kind returns the kind of the piece.
func (p Piece) Kind() int { return int(p & 7) }

// Side returns the side of the piece.
func (p Piece) Side() int { return int(p >> 3) }

// letters contains the letter of each kind of piece in FEN, as White's pieces are written.
const letters = " PNBRQK"

// Letter returns the letter of the piece in FEN, or 0 for no piece.
func (p Piece) Letter() byte {
	switch {
	case p == 0:
		return 0
	case p.Side() == White:
		return letters[p.Kind()]
	}
	return letters[p.Kind()] | 0x20
}

// pieceOf returns the piece for a letter in FEN. ok is false for other letters.
func pieceOf(letter rune) (p Piece, ok bool) {
	for kind := Pawn; kind <= King; kind++ {
		switch letter {
		case rune(letters[kind]):
			return piece(White, kind), true
		case rune(letters[kind] | 0x20):
			return piece(Black, kind), true
		}
	}
	return 0, false
}
