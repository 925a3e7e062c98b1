package board

import (
	"math/bits"
	"sync"
)

// magic computes the index of a rook's or bishop's attacks from one square in their table. The
// index is a product of the occupied squares with a "magic" factor (magic bitboards).
type magic struct {
	mask, factor uint64
	shift        uint8
	base         uint32 // index of the square's first entry in the table
}

func (m *magic) index(occupied uint64) uint32 {
	return m.base + uint32((occupied&m.mask)*m.factor>>m.shift)
}

// rookEntries and bishopEntries are the sizes of the attack tables. Each square needs 2^n entries,
// where n is the number of squares on which a piece can block the attacks from there.
const (
	rookEntries   = 102400
	bishopEntries = 5248
)

// These tables contain the attacks of pieces from every square. The function load fills them before
// the first position is created.
var (
	pawnAttacks   [2][64]uint64
	knightAttacks [64]uint64
	kingAttacks   [64]uint64

	rooks, bishops [64]magic
	rookTable      [rookEntries]uint64
	bishopTable    [bishopEntries]uint64

	// between contains the squares strictly between two squares on a line. line contains the
	// whole line through them. Both are empty for two squares that are on no common line.
	between, line [64][64]uint64
)

var (
	rookSteps   = [4][2]int{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}
	bishopSteps = [4][2]int{{1, 1}, {-1, 1}, {1, -1}, {-1, -1}}
)

var load = sync.OnceFunc(func() {
	for s := range Square(64) {
		pawnAttacks[White][s] = leaps(s, [][2]int{{-1, 1}, {1, 1}})
		pawnAttacks[Black][s] = leaps(s, [][2]int{{-1, -1}, {1, -1}})
		knightAttacks[s] = leaps(s, [][2]int{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}})
		kingAttacks[s] = leaps(s, append(rookSteps[:], bishopSteps[:]...))
	}
	fill(&rooks, rookTable[:], &rookMagics, rookSteps)
	fill(&bishops, bishopTable[:], &bishopMagics, bishopSteps)
	for a := range Square(64) {
		for b := range Square(64) {
			switch {
			case a == b:
			case RookAttacks(a, 0)&bit(b) != 0:
				between[a][b] = RookAttacks(a, bit(b)) & RookAttacks(b, bit(a))
				line[a][b] = RookAttacks(a, 0)&RookAttacks(b, 0) | bit(a) | bit(b)
			case BishopAttacks(a, 0)&bit(b) != 0:
				between[a][b] = BishopAttacks(a, bit(b)) & BishopAttacks(b, bit(a))
				line[a][b] = BishopAttacks(a, 0)&BishopAttacks(b, 0) | bit(a) | bit(b)
			}
		}
	}
})

// leaps returns the squares that a piece reaches from a square by one of the given steps.
func leaps(from Square, steps [][2]int) (to uint64) {
	for _, step := range steps {
		if s, ok := from.step(step); ok {
			to |= bit(s)
		}
	}
	return to
}

// step returns the square at a distance of step, which is the change of file and rank. The second
// result is false if it is not on the board.
func (s Square) step(step [2]int) (Square, bool) {
	file, rank := s.File()+step[0], s.Rank()+step[1]
	return Square(rank<<3 | file), file >= 0 && file < 8 && rank >= 0 && rank < 8
}

// slide returns the squares that a rook or bishop attacks: in each direction of steps, those up to
// and including the first occupied one.
func slide(from Square, occupied uint64, steps [4][2]int) (to uint64) {
	for _, step := range steps {
		for s, ok := from.step(step); ok; s, ok = s.step(step) {
			to |= bit(s)
			if occupied&bit(s) != 0 {
				break
			}
		}
	}
	return to
}

// blockers returns the squares on which a piece can block the attacks of a rook or bishop. In each
// direction these are all squares except the last before the edge, since there is no square behind
// it.
func blockers(from Square, steps [4][2]int) (mask uint64) {
	for _, step := range steps {
		for s, ok := from.step(step); ok; {
			next, more := s.step(step)
			if more {
				mask |= bit(s)
			}
			s, ok = next, more
		}
	}
	return mask
}

// fill computes the attack table of rooks or bishops: their attacks from every square for every set
// of blocking pieces. steps are the directions in which the piece moves. It panics if a factor maps
// two different attack sets to the same entry, which is a mistake in this package.
func fill(squares *[64]magic, table []uint64, factors *[64]uint64, steps [4][2]int) {
	base := 0
	for s := range Square(64) {
		mask := blockers(s, steps)
		n := bits.OnesCount64(mask)
		m := &squares[s]
		*m = magic{mask, factors[s], uint8(64 - n), uint32(base)}
		for occupied := uint64(0); ; {
			attacks := slide(s, occupied, steps)
			entry := &table[m.index(occupied)]
			if *entry != 0 && *entry != attacks {
				panic("chess: the magic number of " + s.String() + " is wrong")
			}
			*entry = attacks
			if occupied = (occupied - mask) & mask; occupied == 0 {
				break
			}
		}
		base += 1 << n
	}
}

// RookAttacks returns the squares that a rook attacks from a square: those on its rank and file up
// to and including the first occupied one. In a set of squares, bit s stands for square s.
func RookAttacks(from Square, occupied uint64) uint64 {
	return rookTable[rooks[from&63].index(occupied)]
}

// BishopAttacks returns the squares that a bishop attacks from a square: those on its diagonals up
// to and including the first occupied one. In a set of squares, bit s stands for square s.
func BishopAttacks(from Square, occupied uint64) uint64 {
	return bishopTable[bishops[from&63].index(occupied)]
}

// KnightAttacks returns the squares that a knight attacks from a square, with bit s for square s.
func KnightAttacks(from Square) uint64 { return knightAttacks[from&63] }

// rookMagics and bishopMagics contain the magic factor for each square (see [magic]). A factor maps
// sets of blocking pieces to table indices so that sets with different attacks have different
// indices. The factors were found by trying random numbers with few bits. The function load
// verifies them.
var rookMagics = [64]uint64{
	0x0080008621344001, 0x4100201081004000, 0xaa00102180400a02, 0x0200041008420021,
	0x0480040080020800, 0x0b001a0804000100, 0x0880220000800100, 0x8200040200208041,
	0x00028000c0126080, 0x8000400020005000, 0x4102802000811002, 0x8011002108100301,
	0x0830800400800800, 0x1000800200800401, 0x2015001100620004, 0x640100204081001a,
	0x0020008080004000, 0x0221020040820820, 0x0001010020001049, 0x10404200200a0011,
	0x0108004004020041, 0x0201010002040008, 0x0013840022013088, 0x40b2220004548104,
	0x4800802080004000, 0x000040018020008c, 0xc040200080100081, 0x0008008080081004,
	0x2201001300042800, 0x0014040080020080, 0x0800410400020810, 0x0401808200010044,
	0x114120c002800080, 0x0220004020401001, 0x8000102001004100, 0x0800082101001000,
	0x0440800400800800, 0xc002011002000488, 0x0090820184001008, 0x0494108402000861,
	0x1020208040008000, 0x0002010080220041, 0x0000420080220010, 0x0d400c1001010020,
	0x8821026800050010, 0x5046008004008002, 0x0901010208040010, 0x80a8004081220004,
	0x0840008000402180, 0x0440002480510100, 0x80a0220981104200, 0x020500500008a500,
	0x0211108500880100, 0x0c64800200040080, 0x026008a102500400, 0x40000c0680610200,
	0x0600c05080010721, 0x0002010040201082, 0xca10401420010009, 0x0000b81000046101,
	0x000200049008202a, 0x0181000208040003, 0x8248100100c80204, 0x2024008044011822,
}

var bishopMagics = [64]uint64{
	0x2010040800902201, 0x0810100200404810, 0x1008882040800440, 0x0014240280041400,
	0x8002021000000004, 0x0117054840118a00, 0x00008a1010a41800, 0x03c0808410024261,
	0x0404100448080041, 0x0030020888008880, 0x0002224481020400, 0x2982180600420080,
	0x2048040420000b00, 0x00120201900820c0, 0x8806090710026120, 0xa000010080900900,
	0x0810d08842100449, 0x2020858421023200, 0x0402010108020080, 0x00140008401460a6,
	0x0094800408a00d30, 0x00c6001100412409, 0x0000401084142021, 0x0c84300441080802,
	0x0410400008a30405, 0x6010102808224080, 0x0088880110002220, 0x0420808108020500,
	0x0021011003004000, 0x0c01041002004400, 0x4006048000680840, 0x2022450042111100,
	0x4010101090080202, 0x03040421102e0240, 0x20120022022c2801, 0x1008042008040100,
	0x6000510040040040, 0x0020080680004040, 0x1014144050040508, 0x3000c48100008400,
	0x2001083240001020, 0x10046a0220021004, 0x0001208420825001, 0x0440224208000080,
	0x008620020c001080, 0x2062080108080100, 0x860a084304020124, 0x0082008101100201,
	0x0801209010081006, 0x0020420801080408, 0x3488902422080e10, 0x0001410884040202,
	0x8000000910240c84, 0x0141491010088044, 0x004a503042044004, 0x2020084242414100,
	0x000082084a201411, 0x00000a0100888402, 0x010000c023084804, 0x000000000a0a020a,
	0x402020a050021201, 0x40010c20a2241841, 0x004409103002004a, 0x10100101110c0903,
}
