package board

import (
	"math/bits"
)

// StartOwn and StartOpp are the discs of the start position. Black, with e4 and d5 (StartOwn), is
// to move. White has d4 and e5.
const (
	StartOwn uint64 = 1<<28 | 1<<35
	StartOpp uint64 = 1<<27 | 1<<36
)

// inner is the set of squares outside the files a and h. Only discs on these squares can be
// enclosed horizontally or diagonally. The mask also keeps shifts from wrapping around the edge.
const inner uint64 = 0x7e7e7e7e7e7e7e7e

// Moves returns the set of legal moves of the side with the discs own.
func Moves(own, opp uint64) uint64 {
	// Each direction extends runs of at most six opponent discs by parallel prefix operations. To
	// the east, the carry of one addition does the same.
	//
	// The compiler would repeat the constant of opp&inner in every step below. The subtraction
	// avoids this.
	side := opp - opp&^inner
	moves := side + own<<1&side

	west := side & (own >> 1)
	west |= side & (west >> 1)
	pairs := side & (side >> 1)
	west |= pairs & (west >> 2)
	west |= pairs & (west >> 2)
	moves |= west >> 1

	south, north := opp&(own<<8), opp&(own>>8)
	south |= opp & (south << 8)
	north |= opp & (north >> 8)
	down := opp & (opp << 8)
	up := down >> 8
	south |= down & (south << 16)
	north |= up & (north >> 16)
	south |= down & (south << 16)
	north |= up & (north >> 16)
	moves |= south<<8 | north>>8

	sw, ne := side&(own<<7), side&(own>>7)
	sw |= side & (sw << 7)
	ne |= side & (ne >> 7)
	down = side & (side << 7)
	up = down >> 7
	sw |= down & (sw << 14)
	ne |= up & (ne >> 14)
	sw |= down & (sw << 14)
	ne |= up & (ne >> 14)
	moves |= sw<<7 | ne>>7

	se, nw := side&(own<<9), side&(own>>9)
	se |= side & (se << 9)
	nw |= side & (nw >> 9)
	down = side & (side << 9)
	up = down >> 9
	se |= down & (se << 18)
	nw |= up & (nw >> 18)
	se |= down & (se << 18)
	nw |= up & (nw >> 18)
	moves |= se<<9 | nw>>9

	return moves &^ (own | opp)
}

// Play makes a move on square sq that turns the discs in flips. It returns the position as seen
// from the opponent, who moves next: nextOwn contains the opponent's discs.
func Play(own, opp, flips uint64, sq int) (nextOwn, nextOpp uint64) {
	return opp &^ flips, own | flips | 1<<(uint(sq)&63)
}

// Over reports whether neither side has a move.
func Over(own, opp uint64) bool {
	return Moves(own, opp) == 0 && Moves(opp, own) == 0
}

// FinalScore returns the score of a finished game: the number of discs in own minus the number in
// opp. Empty squares count for the side with more discs.
func FinalScore(own, opp uint64) int {
	o, p := bits.OnesCount64(own), bits.OnesCount64(opp)
	switch {
	case o > p:
		return 64 - 2*p
	case o < p:
		return 2*o - 64
	}
	return 0
}

// Near contains the set of neighbours of every square.
var Near = makeNear()

func makeNear() (near [64]uint64) {
	for sq := range near {
		near[sq] = Dilate(1<<sq) &^ (1 << sq)
	}
	return near
}

const (
	notA uint64 = 0xfefefefefefefefe
	notH uint64 = 0x7f7f7f7f7f7f7f7f
)

// Dilate returns the squares of a set and all their neighbours.
func Dilate(set uint64) uint64 {
	set |= set<<1&notA | set>>1&notH
	return set | set<<8 | set>>8
}

// Diagonal returns all diagonal neighbours of the squares in a set.
func Diagonal(set uint64) uint64 {
	side := set<<1&notA | set>>1&notH
	return side<<8 | side>>8
}

// Image maps a square by one of the eight symmetries of the board, numbered 0 to 7.
// Symmetry 0 is the identity.
func Image(sq uint8, symmetry int) uint8 {
	x, y := sq&7, sq>>3
	if symmetry&1 != 0 {
		x = 7 - x
	}
	if symmetry&2 != 0 {
		y = 7 - y
	}
	if symmetry&4 != 0 {
		x, y = y, x
	}
	return y<<3 | x
}
