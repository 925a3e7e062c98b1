package chess

import (
	"math/bits"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/chess/internal/board"
)

// spaceWithThreats lists the weights with the setting threats: those of space, and one for each
// kind of threat.
var spaceWithThreats = append(slices.Clone(space), engines.Space{
	{Name: "threat_pawn", Doc: "knights, bishops, rooks and queens of the opponent that an own pawn attacks", Min: -200, Max: 200, Default: 40},
	{Name: "threat_piece", Doc: "rooks and queens of the opponent that an own knight or bishop attacks, and queens that an own rook attacks", Min: -200, Max: 200, Default: 25},
	{Name: "hanging", Doc: "pieces and pawns of the opponent that are attacked and not defended", Min: -200, Max: 200, Default: 20},
}...)

// attacks contains the squares that one side attacks, as bit sets: with any piece (all), with
// pawns, with knights and bishops (minors), and with rooks.
type attacks struct{ all, pawns, minors, rooks uint64 }

func attacksOf(p *board.Position, side int) (a attacks) {
	occupied := p.Occupied()
	pawns := p.Of(side, board.Pawn)
	if side == white {
		a.pawns = (pawns&^fileA)<<7 | (pawns&^(fileA<<7))<<9
	} else {
		a.pawns = (pawns&^fileA)>>9 | (pawns&^(fileA<<7))>>7
	}
	each := func(kind int, of func(s board.Square) uint64) (squares uint64) {
		for set := p.Of(side, kind); set != 0; set &= set - 1 {
			squares |= of(board.Square(bits.TrailingZeros64(set)))
		}
		return squares
	}
	straight := func(s board.Square) uint64 { return board.RookAttacks(s, occupied) }
	diagonal := func(s board.Square) uint64 { return board.BishopAttacks(s, occupied) }
	a.minors = each(board.Knight, board.KnightAttacks) | each(board.Bishop, diagonal)
	a.rooks = each(board.Rook, straight)
	queens := each(board.Queen, straight) | each(board.Queen, diagonal)
	king := uint64(1) << (p.KingAt(side) & 63)
	beside := king | (king&^fileA)>>1 | (king&^(fileA<<7))<<1
	a.all = a.pawns | a.minors | a.rooks | queens | (beside | beside<<8 | beside>>8)
	return a
}

// addThreats computes the three features of the setting threats. They count pieces attacked by
// pawns, pieces attacked by less valuable pieces, and attacked pieces and pawns without a defender.
// Each value is the number of White's threats minus that of Black's.
func (f *features) addThreats(p *board.Position) {
	by := [2]attacks{attacksOf(p, white), attacksOf(p, black)}
	for side, sign := range [2]float64{1, -1} {
		own, other := &by[side], side^1
		queens := p.Of(other, board.Queen)
		heavy := queens | p.Of(other, board.Rook)
		pieces := heavy | p.Of(other, board.Knight) | p.Of(other, board.Bishop)
		count := func(set uint64) float64 { return float64(sign * float64(bits.OnesCount64(set))) }
		f[pawnThreatFeature] += count(own.pawns & pieces)
		f[pieceThreatFeature] += count(own.minors&heavy | own.rooks&queens)
		f[hangingFeature] += count(own.all & (pieces | p.Of(other, board.Pawn)) &^ by[other].all)
	}
}
