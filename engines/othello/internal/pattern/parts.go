package pattern

import (
	"math/bits"
	"slices"

	"github.com/lanista/lanista/engines/othello/internal/board"
)

// families lists the squares, from 0 (a1) to 63 (h8), of one part of the board for each family. A
// part is a group of squares, such as an edge; its family contains its images under the symmetries
// of the board. The first square is the lowest digit of the number of a pattern.
var families = [...][]uint8{
	{0, 1, 2, 3, 4, 5, 6, 7, 9, 14},   // an edge and its X squares
	{0, 1, 2, 8, 9, 10, 16, 17, 18},   // a corner of 3 x 3 squares
	{0, 1, 2, 3, 4, 8, 9, 10, 11, 12}, // a corner of 2 x 5 squares
	{8, 9, 10, 11, 12, 13, 14, 15},    // row 2
	{16, 17, 18, 19, 20, 21, 22, 23},  // row 3
	{24, 25, 26, 27, 28, 29, 30, 31},  // row 4
	{0, 9, 18, 27, 36, 45, 54, 63},    // a diagonal of 8 squares
	{1, 10, 19, 28, 37, 46, 55},       // of 7
	{2, 11, 20, 29, 38, 47},           // of 6
	{3, 12, 21, 30, 39},               // of 5
	{4, 13, 22, 31},                   // of 4
}

// parts is the number of parts of the board, groups of squares such as an edge. The content of each
// part is described by a number of 16 bits, and four numbers fit into a word. words is the number
// of words, and lanes the number of places in them.
const (
	parts = 46
	words = 12
	lanes = 4 * words
)

// part is a group of squares, such as an edge, whose content the evaluation rates. The content (a
// pattern) has a number in base three, with a digit for each square in the order of squares: 0
// empty, 1 an own disc, 2 a disc of the opponent.
type part struct {
	family  int
	squares []uint8
}

// boardParts lists all parts of the board, such as edges and corners: those in families, and their
// images under the eight symmetries of the board.
var boardParts = makeParts()

func makeParts() []part {
	var list []part
	for f, fam := range families {
		var seen [][]uint8
		for symmetry := range 8 {
			squares := make([]uint8, len(fam))
			for i, sq := range fam {
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

func power(n int) int {
	p := 1
	for range n {
		p *= 3
	}
	return p
}

// numbers contains, for every part of the board, the number that describes its content; see [part].
// Each word contains the numbers of four parts with 16 bits each, the first in the lowest bits.
type numbers [words]uint64

// sums is a table for computing the numbers that describe the contents of the parts of the board;
// see [part]. For every row and every set of its squares, it contains what own discs on these
// squares add to each number. Discs of the opponent add twice as much.
var sums *[8][256]numbers

func makeSums() *[8][256]numbers {
	t := new([8][256]numbers)
	for lane, p := range boardParts {
		weight := 1
		for _, sq := range p.squares {
			row, bit := sq>>3, uint(sq&7)
			for set := range 256 {
				if set>>bit&1 != 0 {
					t[row][set][lane/4] += uint64(weight) << (16 * (lane % 4))
				}
			}
			weight *= 3
		}
	}
	return t
}

// numbersOf computes the numbers that describe the contents of all parts of the board (see [part])
// and stores them in n. Sixteen bits suffice for a number, because a part has at most ten squares
// and 3^10 is below 2^16.
func numbersOf(own, opp uint64, n *numbers) {
	a0, a1, a2, a3 := &sums[0][own&255], &sums[1][own>>8&255], &sums[2][own>>16&255], &sums[3][own>>24&255]
	a4, a5, a6, a7 := &sums[4][own>>32&255], &sums[5][own>>40&255], &sums[6][own>>48&255], &sums[7][own>>56]
	for i := range n {
		n[i] = a0[i] + a1[i] + a2[i] + a3[i] + a4[i] + a5[i] + a6[i] + a7[i]
	}
	b0, b1, b2, b3 := &sums[0][opp&255], &sums[1][opp>>8&255], &sums[2][opp>>16&255], &sums[3][opp>>24&255]
	b4, b5, b6, b7 := &sums[4][opp>>32&255], &sums[5][opp>>40&255], &sums[6][opp>>48&255], &sums[7][opp>>56]
	for i := range n {
		n[i] += 2 * (b0[i] + b1[i] + b2[i] + b3[i] + b4[i] + b5[i] + b6[i] + b7[i])
	}
}

// number returns the number that describes the content of the part of the board with the index
// lane.
func (n *numbers) number(lane int) int { return int(n[lane>>2] >> (16 * (lane & 3)) & 0xffff) }

// mostMoves is the largest number of legal moves that the evaluation distinguishes. Larger numbers
// count as mostMoves.
const mostMoves = 24

// movePairs is the number of pairs of mobilities (numbers of legal moves of both sides, from 0 to
// mostMoves), each of which has a weight. See [movePair].
const movePairs = (mostMoves + 1) * (mostMoves + 1)

// movePair returns a number for the pair of the two sides' numbers of legal moves, each limited to
// mostMoves.
func movePair(own, opp uint64) int {
	mine := min(bits.OnesCount64(board.Moves(own, opp)), mostMoves)
	theirs := min(bits.OnesCount64(board.Moves(opp, own)), mostMoves)
	return mine*(mostMoves+1) + theirs
}
