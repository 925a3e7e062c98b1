package board

import (
	"fmt"
	"strings"
	"unicode"
)

// Move encodes a move as from | to<<6 | promotion<<12. promotion is the kind of piece that a pawn
// becomes, or NoKind. Castling is encoded as the move of the king by two squares, and in Chess960
// as its move to the square of the rook.
type Move int32

// newMove returns the encoding of a move.
func newMove(from, to Square, promotion int) Move {
	return Move(from) | Move(to)<<6 | Move(promotion)<<12
}

// From returns the square that the piece leaves.
func (m Move) From() Square { return Square(m & 63) }

// To returns the square that the piece moves to.
func (m Move) To() Square { return Square(m >> 6 & 63) }

// Promotion returns the kind of piece that a pawn becomes, or NoKind.
func (m Move) Promotion() int { return int(m >> 12 & 7) }

// String returns the move in the notation of the protocol UCI, such as "e2e4" or "e7e8q".
func (m Move) String() string {
	if m < 0 || m >= kinds<<12 {
		return fmt.Sprintf("move(%d)", int32(m))
	}
	text := m.From().String() + m.To().String()
	if k := m.Promotion(); k != NoKind {
		text += string(letters[k] | 0x20)
	}
	return text
}

// ParseMove parses a move in the notation of the protocol UCI, such as "e2e4" or "e7e8q".
func ParseMove(text string) (Move, error) {
	if len(text) != 4 && len(text) != 5 || strings.ContainsFunc(text, func(c rune) bool { return c > unicode.MaxASCII }) {
		return 0, fmt.Errorf("move %q is not two squares as in e2e4 or e7e8q", text)
	}
	from, err := parseSquare(text[:2])
	if err != nil {
		return 0, fmt.Errorf("move %q: %w", text, err)
	}
	to, err := parseSquare(text[2:4])
	if err != nil {
		return 0, fmt.Errorf("move %q: %w", text, err)
	}
	if len(text) == 4 {
		return newMove(from, to, NoKind), nil
	}
	x, ok := pieceOf(rune(text[4]))
	if !ok || x.Side() != Black || x.Kind() == Pawn || x.Kind() == King {
		return 0, fmt.Errorf("move %q: a pawn becomes q, r, b or n", text)
	}
	return newMove(from, to, x.Kind()), nil
}

// Make makes a legal move. If the move is illegal, the position becomes invalid.
func (p *Position) Make(m Move) {
	from, to := m.From(), m.To()
	moved := p.squares[from&63]
	kind, us := moved.Kind(), p.Side
	if p.Passant != NoSquare {
		p.Key ^= passantKeys[p.Passant&7]
	}
	p.Clock++
	if kind == King && p.Castling != 0 {
		if w := p.way(m); w != nil {
			p.moveKingAndRook(w)
			p.pass(p.castling.lost[from&63])
			return
		}
	}
	if p.squares[to&63] != 0 {
		p.remove(to)
		p.Clock = 0
	}
	p.remove(from)
	doubled := false
	if kind == Pawn {
		p.Clock = 0
		switch {
		case to == p.Passant:
			p.remove(to ^ 8)
		case m.Promotion() != NoKind:
			moved = piece(us, m.Promotion())
		case from^to == 16:
			doubled = true
		}
	}
	p.put(to, moved)
	p.pass(p.castling.lost[from&63] | p.castling.lost[to&63])
	if doubled {
		p.allowPassant((from + to) / 2)
	}
}

// pass ends a move. It removes the castling rights in lost and gives the turn to the other side.
func (p *Position) pass(lost uint8) {
	if lost &= p.Castling; lost != 0 {
		p.Key ^= castlingKeys[p.Castling&15]
		p.Castling &^= lost
		p.Key ^= castlingKeys[p.Castling&15]
	}
	p.Number += p.Side
	p.Side ^= 1
	p.Key ^= blackKey
	p.Passant = NoSquare
}

// allowPassant sets the en passant square if the side to move has a legal en passant capture.
// passed is the square that a pawn has just passed.
func (p *Position) allowPassant(passed Square) {
	for takers := p.takers(passed); takers != 0; takers &= takers - 1 {
		if p.passantLegal(lowest(takers), passed) {
			p.Passant = passed
			p.Key ^= passantKeys[passed&7]
			return
		}
	}
}
