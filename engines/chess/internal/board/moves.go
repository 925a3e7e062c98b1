package board

import (
	"math/bits"
)

// MostMoves is a capacity that suffices for the legal moves of any reachable position. The largest
// known number of moves is 218.
const MostMoves = 256

// lowest returns the lowest square in a set. The set must not be empty.
func lowest(set uint64) Square { return Square(bits.TrailingZeros64(set)) }

// Moves appends the legal moves to dst. Pawn moves come first and king moves last. The moves of
// other pieces are ordered by kind, from knights to queens, and by the square that they leave.
func (p *Position) Moves(dst []Move) []Move { return p.generate(dst, ^uint64(0), true) }

// Captures appends the legal captures and promotions to dst.
func (p *Position) Captures(dst []Move) []Move {
	return p.generate(dst, p.sides[p.Side^1], false)
}

// generate appends legal moves to dst. Pieces other than pawns move only to squares in the set
// allowed. If quiet is false, generate omits castling, and pawns only capture and promote.
func (p *Position) generate(dst []Move, allowed uint64, quiet bool) []Move {
	us := p.Side & 1
	own, occupied := p.sides[us], p.Occupied()
	king := p.KingAt(us)
	checkers := p.attackers(king, occupied) & p.sides[us^1]
	targets := allowed &^ own
	if checkers&(checkers-1) == 0 { // no double check
		block := ^uint64(0)
		if checkers != 0 {
			block = between[king&63][lowest(checkers)&63] | checkers
		}
		pinned := p.pinned(king, us)
		dst = p.pawns(dst, block, pinned, quiet)
		dst = p.pieces(dst, targets&block, pinned)
	}
	for to := kingAttacks[king&63] & targets; to != 0; to &= to - 1 {
		if s := lowest(to); p.attackers(s, occupied^bit(king))&p.sides[us^1] == 0 {
			dst = append(dst, newMove(king, s, NoKind))
		}
	}
	if quiet && checkers == 0 && p.Castling != 0 {
		dst = p.castle(dst)
	}
	return dst
}

// pinned returns the pinned pieces of side us. Such a piece must not leave the line to its king,
// because it alone blocks an attack by a rook, bishop or queen.
func (p *Position) pinned(king Square, us int) (pinned uint64) {
	own, theirs := p.sides[us], p.sides[us^1]
	snipers := RookAttacks(king, theirs)&(p.kinds[Rook]|p.kinds[Queen])&theirs |
		BishopAttacks(king, theirs)&(p.kinds[Bishop]|p.kinds[Queen])&theirs
	for ; snipers != 0; snipers &= snipers - 1 {
		if way := between[king&63][lowest(snipers)&63] & own; way != 0 && way&(way-1) == 0 {
			pinned |= way
		}
	}
	return pinned
}

// pieces appends the legal moves of knights, bishops, rooks and queens to squares in the set
// targets. A pinned piece moves only on the line to its king.
func (p *Position) pieces(dst []Move, targets, pinned uint64) []Move {
	own, occupied := p.sides[p.Side&1], p.Occupied()
	king := p.KingAt(p.Side)
	for kind := Knight; kind <= Queen; kind++ {
		for set := p.kinds[kind] & own; set != 0; set &= set - 1 {
			from := lowest(set)
			var to uint64
			switch kind {
			case Knight:
				to = knightAttacks[from&63]
			case Bishop:
				to = BishopAttacks(from, occupied)
			case Rook:
				to = RookAttacks(from, occupied)
			case Queen:
				to = RookAttacks(from, occupied) | BishopAttacks(from, occupied)
			}
			to &= targets
			if pinned&bit(from) != 0 {
				to &= line[king&63][from&63]
			}
			for ; to != 0; to &= to - 1 {
				dst = append(dst, newMove(from, lowest(to), NoKind))
			}
		}
	}
	return dst
}

// InCheck reports whether the side to move is in check.
func (p *Position) InCheck() bool { return p.Attacked(p.KingAt(p.Side), p.Side^1) }

// Attacked reports whether the side by attacks square s.
func (p *Position) Attacked(s Square, by int) bool {
	return p.attackers(s, p.Occupied())&p.sides[by&1] != 0
}

const (
	fileA = 0x0101010101010101
	fileH = fileA << 7
	rank3 = 0xff << 16
	rank6 = 0xff << 40
	rim   = 0xff | 0xff<<56 // the ranks on which pawns promote
)

// pawns appends the legal moves of pawns, or only captures and promotions if quiet is false. Pawns
// move only to squares in the set block: in check, those on which a piece ends the check. This
// limit does not apply to en passant. A pinned pawn moves only on the line to its king.
func (p *Position) pawns(dst []Move, block, pinned uint64, quiet bool) []Move {
	us := p.Side & 1
	set := p.kinds[Pawn] & p.sides[us]
	empty, theirs := ^p.Occupied(), p.sides[us^1]
	var once, twice, left, right uint64
	forward := Square(8)
	if us == White {
		once = set << 8 & empty
		twice = once & rank3 << 8 & empty
		left = set &^ fileA << 7 & theirs
		right = set &^ fileH << 9 & theirs
	} else {
		forward = -forward
		once = set >> 8 & empty
		twice = once & rank6 >> 8 & empty
		left = set &^ fileA >> 9 & theirs
		right = set &^ fileH >> 7 & theirs
	}
	if !quiet {
		once, twice = once&rim, 0
	}
	dst = p.advance(dst, left&block, forward-1, pinned)
	dst = p.advance(dst, right&block, forward+1, pinned)
	dst = p.advance(dst, once&block, forward, pinned)
	dst = p.advance(dst, twice&block, 2*forward, pinned)
	if p.Passant != NoSquare {
		for takers := p.takers(p.Passant); takers != 0; takers &= takers - 1 {
			if from := lowest(takers); p.passantLegal(from, p.Passant) {
				dst = append(dst, newMove(from, p.Passant, NoKind))
			}
		}
	}
	return dst
}

// advance appends the pawn moves to the squares in the set targets. step is the difference between
// target and origin, the same for all moves. A pinned pawn moves only on the line to its king. A
// move to the last rank becomes four moves, one for each promotion.
func (p *Position) advance(dst []Move, targets uint64, step Square, pinned uint64) []Move {
	for ; targets != 0; targets &= targets - 1 {
		s := lowest(targets)
		from := s - step
		if pinned&bit(from) != 0 && line[p.KingAt(p.Side)&63][from&63]&bit(s) == 0 {
			continue
		}
		if bit(s)&rim == 0 {
			dst = append(dst, newMove(from, s, NoKind))
			continue
		}
		dst = append(dst, newMove(from, s, Queen), newMove(from, s, Rook), newMove(from, s, Bishop), newMove(from, s, Knight))
	}
	return dst
}

// takers returns the pawns of the side to move that can capture on square s.
func (p *Position) takers(s Square) uint64 {
	return pawnAttacks[p.Side&1^1][s&63] & p.kinds[Pawn] & p.sides[p.Side&1]
}

// passantLegal reports whether the en passant capture from one square to another is legal: whether
// the own king is not attacked after it.
func (p *Position) passantLegal(from, to Square) bool {
	taken := bit(to ^ 8)
	occupied := p.Occupied() ^ bit(from) ^ taken | bit(to)
	return p.attackers(p.KingAt(p.Side), occupied)&p.sides[p.Side&1^1]&^taken == 0
}
