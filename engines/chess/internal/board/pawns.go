package board

const (
	fileA = 0x0101010101010101
	fileH = fileA << 7
	rank3 = 0xff << 16
	rank6 = 0xff << 40
	rim   = 0xff | 0xff<<56 // the ranks on which pawns become something else
)

// pawns appends the moves of pawns: those that block or take what gives check, if
// something does. Of the quiet ones, unless they are wanted, it appends promotions
// alone.
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
			if from := lowest(takers); p.mayPass(from, p.Passant) {
				dst = append(dst, newMove(from, p.Passant, NoKind))
			}
		}
	}
	return dst
}

// advance appends the moves of pawns that have come to some squares by one step.
func (p *Position) advance(dst []Move, to uint64, step Square, pinned uint64) []Move {
	for ; to != 0; to &= to - 1 {
		s := lowest(to)
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

// takers are the pawns of the side to move that stand so that they could take on a
// square.
func (p *Position) takers(s Square) uint64 {
	return pawnAttacks[p.Side&1^1][s&63] & p.kinds[Pawn] & p.sides[p.Side&1]
}

// mayPass reports whether a pawn may take en passant: whether its king is not
// attacked when both pawns have left their squares.
func (p *Position) mayPass(from, to Square) bool {
	taken := bit(to ^ 8)
	occupied := p.Occupied() ^ bit(from) ^ taken | bit(to)
	return p.attackers(p.KingAt(p.Side), occupied)&p.sides[p.Side&1^1]&^taken == 0
}
