package board

import (
	"math/bits"
	"sync"
)

// magic looks up the attacks of a slider on one square.
type magic struct {
	mask, factor uint64
	shift        uint8
	base         uint32 // of the square's entries in the table
}

func (m *magic) index(occupied uint64) uint32 {
	return m.base + uint32((occupied&m.mask)*m.factor>>m.shift)
}

// The sizes of the tables: the sum over the squares of two to the number of
// squares that may be in the way.
const (
	rookEntries   = 102400
	bishopEntries = 5248
)

// What a piece attacks from a square. The tables are filled once, by load, before
// there is any position.
var (
	pawnAttacks   [2][64]uint64
	knightAttacks [64]uint64
	kingAttacks   [64]uint64

	rooks, bishops [64]magic
	rookTable      [rookEntries]uint64
	bishopTable    [bishopEntries]uint64

	// between are the squares between two squares of a line, without both; line is
	// the whole line through them. Both are empty where there is no line.
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

// leaps are the squares that single steps lead to.
func leaps(from Square, steps [][2]int) (to uint64) {
	for _, step := range steps {
		if s, ok := from.step(step); ok {
			to |= bit(s)
		}
	}
	return to
}

// step goes a step, if it stays on the board.
func (s Square) step(step [2]int) (Square, bool) {
	file, rank := s.File()+step[0], s.Rank()+step[1]
	return Square(rank<<3 | file), file >= 0 && file < 8 && rank >= 0 && rank < 8
}

// slide walks the lines of a slider until something is in the way, which it still
// attacks.
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

// inTheWay are the squares on which a piece would shorten a slider's lines: those
// at the rim only where the line runs along it.
func inTheWay(from Square, steps [4][2]int) (mask uint64) {
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

// fill fills a slider's table. It panics if a magic number is wrong, which would
// be a mistake in this package.
func fill(squares *[64]magic, table []uint64, factors *[64]uint64, steps [4][2]int) {
	base := 0
	for s := range Square(64) {
		mask := inTheWay(s, steps)
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

// RookAttacks are the squares that a rook attacks.
func RookAttacks(from Square, occupied uint64) uint64 {
	return rookTable[rooks[from&63].index(occupied)]
}

// BishopAttacks are the squares that a bishop attacks.
func BishopAttacks(from Square, occupied uint64) uint64 {
	return bishopTable[bishops[from&63].index(occupied)]
}

// KnightAttacks are the squares that a knight attacks.
func KnightAttacks(from Square) uint64 { return knightAttacks[from&63] }
