package endgame

// The side that plays last into a region gains by it, so squares in regions
// with an odd number of empties come first. A region is taken to be a quadrant
// of the board; a parity word holds a bit a quadrant, set if it is odd.

// quadrant returns the parity bit of a square.
func quadrant(sq int) uint { return 1 << (sq>>2&1 | sq>>4&2) }

func sameQuadrant(a, b int) bool { return (a^b)&0b100100 == 0 }

// oddSquares holds the squares of the odd quadrants of a parity word.
var oddSquares = makeOddSquares()

func makeOddSquares() (t [16]uint64) {
	for parity := range t {
		for sq := range 64 {
			if uint(parity)&quadrant(sq) != 0 {
				t[parity] |= 1 << sq
			}
		}
	}
	return t
}

// parityOf returns the parity word of a set of empty squares.
func parityOf(empty uint64) uint {
	empty ^= empty >> 1
	empty ^= empty >> 2
	empty ^= empty >> 8
	empty ^= empty >> 16
	return uint(empty&1 | empty>>3&2 | empty>>30&4 | empty>>33&8)
}
