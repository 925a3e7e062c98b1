package board

import "strings"

// castling describes how the kings and rooks of a game castle. All positions of the game share it.
type castling struct {
	// chess960 states that the game is Chess960 (Fischer Random Chess): kings and rooks may start on
	// any squares, and a castling move is written as the king's move to the square of its rook.
	chess960 bool
	// lost contains, for each square, the castling rights that end when a piece leaves the square or
	// is taken on it.
	lost [64]uint8
	ways [4]way // by right: White's short and long castling, Black's short and long
	key  uint64 // part of the hash key of a position; 0 in the usual game
}

// way describes one castling move. In Chess960 too, the king ends on file c or g and the rook on
// file d or f.
type way struct {
	king, rook     Square // before the move
	kingTo, rookTo Square
	move           Move
	path           uint64 // squares that must be empty, without those of king and rook
	walk           uint64 // squares on which the king must not be attacked, without its first
}

// rightOf returns the bit of a castling right. long is true for castling to the side of the a file.
func rightOf(side int, long bool) uint8 {
	right := uint8(whiteShort)
	if long {
		right = whiteLong
	}
	if side == Black {
		right <<= 2
	}
	return right
}

// usualCastling describes castling in the usual game, in which kings begin on file e and rooks on
// files a and h.
var usualCastling = func() *castling {
	c := &castling{}
	for side, rank := range []Square{0, 56} {
		c.add(side, false, rank|4, rank|7)
		c.add(side, true, rank|4, rank)
	}
	return c
}()

// add stores how a side castles to one side of the board: long, or short, with king and rook on the
// given squares.
func (c *castling) add(side int, long bool, king, rook Square) {
	right := rightOf(side, long)
	rank := king &^ 7
	w := way{king: king, rook: rook, kingTo: rank | 6, rookTo: rank | 5}
	if long {
		w.kingTo, w.rookTo = rank|2, rank|3
	}
	w.move = newMove(king, w.kingTo, NoKind)
	if c.chess960 {
		w.move = newMove(king, rook, NoKind)
	}
	w.walk = span(king, w.kingTo) &^ bit(king)
	w.path = (span(king, w.kingTo) | span(rook, w.rookTo)) &^ bit(king) &^ bit(rook)
	c.lost[king] |= right
	c.lost[rook] |= right
	for i := range c.ways {
		if right == 1<<i {
			c.ways[i] = w
		}
	}
}

// span returns the squares from a to b, both included. The squares a and b must be on the same
// rank.
func span(a, b Square) (set uint64) {
	for s := min(a, b); s <= max(a, b); s++ {
		set |= bit(s)
	}
	return set
}

// castle appends the legal castling moves to dst. The side to move must not be in check.
func (p *Position) castle(dst []Move) []Move {
	theirs, occupied := p.sides[p.Side^1], p.Occupied()
	rights, first := p.Castling, 0
	if p.Side == Black {
		rights, first = rights>>2, 2
	}
	for i := range 2 {
		if rights&(1<<i) == 0 {
			continue
		}
		w := &p.castling.ways[first+i]
		if occupied&w.path != 0 {
			continue
		}
		safe := true
		for set := w.walk; set != 0 && safe; set &= set - 1 {
			safe = p.attackers(lowest(set), occupied)&theirs == 0
		}
		// In Chess960 the rook may leave a line to the king's square.
		if safe && p.castling.chess960 {
			after := occupied&^bit(w.king)&^bit(w.rook) | bit(w.rookTo)
			safe = p.attackers(w.kingTo, after)&theirs == 0
		}
		if safe {
			dst = append(dst, w.move)
		}
	}
	return dst
}

// way returns the description of a castling move. It returns nil if m is another move or the side
// to move has no right to it.
func (p *Position) way(m Move) *way {
	for i := 2 * p.Side; i < 2*p.Side+2; i++ {
		if p.Castling&(1<<i) != 0 && p.castling.ways[i].move == m {
			return &p.castling.ways[i]
		}
	}
	return nil
}

// Castles reports whether a legal move is castling (ok), and whether the rook is on the side of the
// a file (long).
func (p *Position) Castles(m Move) (long, ok bool) {
	w := p.way(m)
	return w != nil && w.rook < w.king, w != nil
}

// moveKingAndRook makes a castling move on the board. It removes both pieces first, because either
// may stand on the target of the other.
func (p *Position) moveKingAndRook(w *way) {
	king, rook := p.squares[w.king&63], p.squares[w.rook&63]
	p.remove(w.king)
	p.remove(w.rook)
	p.put(w.kingTo, king)
	p.put(w.rookTo, rook)
}

// Chess960 reports whether the position belongs to a game of Chess960.
func (p *Position) Chess960() bool { return p.castling.chess960 }

// parseRights parses the castling field of a FEN. In usual chess it consists of the letters K, Q, k
// and q. In Chess960 these mean the outermost rook on that side of the king (X-FEN), and the files
// of rooks are accepted too (Shredder-FEN: HAha).
func parseRights(p *Position, text string) error {
	c := p.castling
	if text == "-" {
		return nil
	}
	for _, letter := range []byte(text) {
		side, lower := White, letter|0x20
		if letter == lower {
			side = Black
		}
		king, rook, long, err := p.rookOf(side, letter)
		if err != nil {
			return err
		}
		right := rightOf(side, long)
		if p.Castling&right != 0 {
			return wrong(castlingField, "%q is named twice", letter)
		}
		p.Castling |= right
		if c.chess960 {
			c.add(side, long, king, rook)
			c.key ^= castlingKeys[right&15] * uint64(2*rook+1)
		}
	}
	return nil
}

// rookOf returns the squares of the king and the rook that one letter of a FEN's castling field
// refers to, such as Q. long is true if the rook stands on the side of the a file. It is an error
// if the position has no such king and rook.
func (p *Position) rookOf(side int, letter byte) (king, rook Square, long bool, err error) {
	const usualKing = 4
	rank := Square(56 * side)
	king = p.KingAt(side)
	lower := letter | 0x20
	if !p.castling.chess960 {
		long = lower == 'q'
		if lower != 'k' && lower != 'q' {
			if lower >= 'a' && lower <= 'h' {
				return 0, 0, false, wrong(castlingField, "%q is a right of Chess960, which needs the setting chess960", letter)
			}
			return 0, 0, false, wrong(castlingField, "%q is none of K, Q, k, q", letter)
		}
		rook = rank | 7
		if long {
			rook = rank
		}
		if king != rank|usualKing || p.At(rook) != piece(side, Rook) {
			return 0, 0, false, wrong(castlingField, "%q without a king on %s and a rook on %s", letter, rank|usualKing, rook)
		}
		return king, rook, long, nil
	}
	if king&^7 != rank {
		return 0, 0, false, wrong(castlingField, "%q without a king on rank %d", letter, rank.Rank()+1)
	}
	rooks := p.Of(side, Rook) & (0xff << rank)
	switch {
	case lower == 'k': // the outermost one
		for set := rooks &^ (bit(king)<<1 - 1); set != 0; set &= set - 1 {
			rook = lowest(set)
		}
		if rooks&^(bit(king)<<1-1) == 0 {
			return 0, 0, false, wrong(castlingField, "%q without a rook to the right of the king", letter)
		}
	case lower == 'q':
		if rooks&(bit(king)-1) == 0 {
			return 0, 0, false, wrong(castlingField, "%q without a rook to the left of the king", letter)
		}
		rook = lowest(rooks & (bit(king) - 1))
	case lower >= 'a' && lower <= 'h':
		if rook = rank | Square(lower-'a'); rooks&bit(rook) == 0 {
			return 0, 0, false, wrong(castlingField, "%q without a rook on %s", letter, rook)
		}
	default:
		return 0, 0, false, wrong(castlingField, "%q is none of K, Q, k, q and the letters of files", letter)
	}
	return king, rook, rook < king, nil
}

// formatRights returns the castling rights as a field of a FEN. In Chess960 it consists of the
// files of the rooks.
func formatRights(p *Position) string {
	var b strings.Builder
	for i, letter := range []byte("KQkq") {
		if p.Castling&(1<<i) == 0 {
			continue
		}
		if p.castling.chess960 {
			file := byte(p.castling.ways[i].rook.File())
			letter = letter&0x20 | 'A' + file
		}
		b.WriteByte(letter)
	}
	if b.Len() == 0 {
		return "-"
	}
	return b.String()
}
