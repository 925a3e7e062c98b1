package board

import (
	"math/bits"
)

// These are the castling rights, as bits of a set.
const (
	whiteShort = 1 << iota
	whiteLong
	blackShort
	blackLong
)

// Position is a chess position with the castling rights, the en passant square and the move counts.
// The zero value is invalid; use Start or Parse to create a position. An assignment makes an
// independent copy.
type Position struct {
	kinds   [kinds]uint64 // squares by kind; the entry of NoKind is not maintained
	sides   [2]uint64
	squares [64]Piece

	// Key is a hash that is equal for positions that are the same by the rules. They have the
	// same pieces on the same squares, the same side to move, the same rights to castle, and the
	// same legal captures en passant.
	Key uint64

	castling *castling // of the game

	Side     int    // the side to move
	Castling uint8  // castling rights
	Passant  Square // the target square of a legal en passant capture; NoSquare if there is none
	Clock    int    // plies since the last capture or pawn's move
	Number   int    // move number, from 1; it rises after every move of Black
}

// startFEN is the start position of chess.
const startFEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// Start returns the start position of chess.
func Start() Position {
	p, err := Parse(startFEN)
	if err != nil {
		panic(err) // a mistake in this package
	}
	return p
}

// String returns the position as FEN.
func (p *Position) String() string { return format(p) }

// At returns the piece on a square, or 0 if the square is empty.
func (p *Position) At(s Square) Piece { return p.squares[s&63] }

// Of returns the squares of a side's pieces of one kind, with bit s for square s.
func (p *Position) Of(side, kind int) uint64 { return p.kinds[kind&7%kinds] & p.sides[side&1] }

// All returns the set of a side's pieces.
func (p *Position) All(side int) uint64 { return p.sides[side&1] }

// Occupied returns the squares that are not empty, with bit s for square s.
func (p *Position) Occupied() uint64 { return p.sides[0] | p.sides[1] }

// KingAt returns the square of a side's king.
func (p *Position) KingAt(side int) Square {
	return Square(bits.TrailingZeros64(p.kinds[King] & p.sides[side&1]))
}

// attackers returns the pieces of both sides that attack square s. The set occupied, which may
// differ from the position's, determines where rooks, bishops and queens are blocked.
func (p *Position) attackers(s Square, occupied uint64) uint64 {
	return pawnAttacks[Black][s]&p.kinds[Pawn]&p.sides[White] |
		pawnAttacks[White][s]&p.kinds[Pawn]&p.sides[Black] |
		knightAttacks[s]&p.kinds[Knight] |
		kingAttacks[s]&p.kinds[King] |
		RookAttacks(s, occupied)&(p.kinds[Rook]|p.kinds[Queen]) |
		BishopAttacks(s, occupied)&(p.kinds[Bishop]|p.kinds[Queen])
}

// put puts piece x on an empty square.
func (p *Position) put(s Square, x Piece) {
	p.squares[s&63] = x
	p.kinds[x.Kind()] |= bit(s)
	p.sides[x.Side()] |= bit(s)
	p.Key ^= pieceKeys[x&15][s&63]
}

// remove takes the piece from a square.
func (p *Position) remove(s Square) {
	x := p.squares[s&63]
	p.squares[s&63] = 0
	p.kinds[x.Kind()] &^= bit(s)
	p.sides[x.Side()] &^= bit(s)
	p.Key ^= pieceKeys[x&15][s&63]
}

// These are the random numbers of the hash key of a position (Zobrist, "A new hashing method with
// application for game playing", 1970). The generator SplitMix64 computes them from a fixed seed.
var (
	pieceKeys    [16][64]uint64
	castlingKeys [16]uint64
	passantKeys  [8]uint64
	blackKey     uint64
)

func init() {
	state := uint64(0x4c616e69737461)
	next := func() uint64 {
		state += 0x9e3779b97f4a7c15
		z := state
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		return z ^ z>>31
	}
	for i := range pieceKeys {
		for s := range pieceKeys[i] {
			pieceKeys[i][s] = next()
		}
	}
	for i := range castlingKeys {
		castlingKeys[i] = next()
	}
	for i := range passantKeys {
		passantKeys[i] = next()
	}
	blackKey = next()
}

// rehash computes the hash key of the position from scratch.
func (p *Position) rehash() {
	p.Key = castlingKeys[p.Castling&15] ^ p.castling.key
	for s, x := range p.squares {
		if x != 0 {
			p.Key ^= pieceKeys[x&15][s]
		}
	}
	if p.Passant != NoSquare {
		p.Key ^= passantKeys[p.Passant&7]
	}
	if p.Side == Black {
		p.Key ^= blackKey
	}
}

const lightSquares = 0x55aa55aa55aa55aa

// Dead reports whether the material does not suffice for any mate. In such a position the board
// has, besides the kings, nothing, one knight, or bishops that are all on squares of one colour.
func (p *Position) Dead() bool {
	if p.kinds[Pawn]|p.kinds[Rook]|p.kinds[Queen] != 0 {
		return false
	}
	knights, bishops := p.kinds[Knight], p.kinds[Bishop]
	if knights != 0 {
		return bishops == 0 && knights&(knights-1) == 0
	}
	return bishops&lightSquares == 0 || bishops&^uint64(lightSquares) == 0
}
