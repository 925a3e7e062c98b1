package pattern

import (
	"slices"

	"github.com/lanista/lanista/engines/othello/internal/board"
)

// family is a part of the board and what the symmetries map it onto.
type family struct {
	name    string
	squares []uint8 // of one part, the first the digit of the ones
}

// families lists the parts by their squares, a1 being 0 and h8 63.
var families = []family{
	{"edge", []uint8{0, 1, 2, 3, 4, 5, 6, 7, 9, 14}},
	{"corner33", []uint8{0, 1, 2, 8, 9, 10, 16, 17, 18}},
	{"corner25", []uint8{0, 1, 2, 3, 4, 8, 9, 10, 11, 12}},
	{"row2", []uint8{8, 9, 10, 11, 12, 13, 14, 15}},
	{"row3", []uint8{16, 17, 18, 19, 20, 21, 22, 23}},
	{"row4", []uint8{24, 25, 26, 27, 28, 29, 30, 31}},
	{"diagonal8", []uint8{0, 9, 18, 27, 36, 45, 54, 63}},
	{"diagonal7", []uint8{1, 10, 19, 28, 37, 46, 55}},
	{"diagonal6", []uint8{2, 11, 20, 29, 38, 47}},
	{"diagonal5", []uint8{3, 12, 21, 30, 39}},
	{"diagonal4", []uint8{4, 13, 22, 31}},
}

// parts is the number of parts of all families, lanes that of the numbers that are
// computed together.
const (
	parts = 46
	words = 12
	lanes = 4 * words
)

// part is one part of the board: the digits of its number by their squares.
type part struct {
	family  int
	squares []uint8
}

// board is all parts: of every family its images under the eight symmetries, each
// once.
var boardParts = makeParts()

func makeParts() []part {
	var list []part
	for f, fam := range families {
		var seen [][]uint8
		for symmetry := range 8 {
			squares := make([]uint8, len(fam.squares))
			for i, sq := range fam.squares {
				squares[i] = board.Image(sq, symmetry)
			}
			set := slices.Clone(squares)
			slices.Sort(set)
			if !slices.ContainsFunc(seen, func(s []uint8) bool { return slices.Equal(s, set) }) {
				seen = append(seen, set)
				list = append(list, part{f, squares})
			}
		}
	}
	return list
}

// power is 3 to the n-th.
func power(n int) int {
	p := 1
	for range n {
		p *= 3
	}
	return p
}
