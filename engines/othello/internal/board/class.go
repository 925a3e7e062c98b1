package board

// Corners is the set of the four corner squares.
const Corners uint64 = 0x8100000000000081

// Classes is the number of classes of squares. Squares that a symmetry of the board maps to each
// other form a class.
const Classes = 10

// Class contains the class of every square (see Classes), and ClassMask the squares of every class.
// Classes are numbered in the order of their first squares: a1, b1, c1, d1, b2, c2, d2, c3, d3, d4.
var Class, ClassMask = makeClasses()

func makeClasses() (of [64]uint8, mask [Classes]uint64) {
	class := uint8(0)
	for sq := range uint8(64) {
		if (mask[of[sq]]>>sq)&1 != 0 {
			continue
		}
		for symmetry := range 8 {
			of[Image(sq, symmetry)] = class
			mask[class] |= 1 << Image(sq, symmetry)
		}
		class++
	}
	return of, mask
}
