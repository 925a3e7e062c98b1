package game2048

import (
	"math/bits"

	"github.com/lanista/lanista/engines"
)

// board contains the sixteen squares of the board in four bits each. The top row is in the lowest
// sixteen bits, and the leftmost square of a row in its lowest four. A square contains the
// exponent of its tile: 1 for a 2, 2 for a 4 and so on, or 0 if it is empty.
type board uint64

const (
	// side is the number of squares along an edge. These rely on 4 without naming side: row, lines and
	// the masks of this file, the tables of all 1<<16 rows and slideRows (slide.go), the eight lines
	// that features adds (features.go), texts and examples (doc.go, engine.go, show.go, notation.go,
	// portable.go) and the exported source. These rely on a board of one uint64: withNewTile, after
	// (player.go), and lastTile (game.go, show.go).
	side    = 4
	squares = side * side
	// largest is the exponent of the largest tile. Two tiles of this size do not merge, because
	// the exponent of their sum would not fit into four bits.
	largest = 15
)

// row is one row or column of a board, four bits per square.
type row = uint16

func (b board) lines() (r0, r1, r2, r3 row) {
	return row(b), row(b >> 16), row(b >> 32), row(b >> 48)
}

// square returns the exponent of the tile on a square, or 0 for an empty square. Squares are
// counted row by row.
func (b board) square(at int) int { return int(b >> (4 * at) & 15) }

func (b board) transposed() board {
	b = b&0xf0f00f0ff0f00f0f | b&0x0000f0f00000f0f0<<12 | b&0x0f0f00000f0f0000>>12
	return b&0xff00ff0000ff00ff | b&0x00ff00ff00000000>>24 | b&0x00000000ff00ff00<<24
}

// empty returns a mask in which the lowest of the four bits of every empty square is set.
func (b board) empty() uint64 {
	occupied := uint64(b)
	occupied |= occupied >> 2
	occupied |= occupied >> 1
	return ^occupied & 0x1111111111111111
}

func (b board) free() int { return bits.OnesCount64(b.empty()) }

// tilesPerFour states how often a new tile is a 4: on average, one in tilesPerFour new tiles. The
// others are 2s.
const tilesPerFour = 10

var newTile = engines.Purpose("new tile")

// withNewTile adds a new tile to a board that has an empty square. n is the number of tiles that
// were added before in the game. The new tile depends on the seed, n and the board alone, so that
// a copy of a game gets the same tiles.
func withNewTile(b board, seed uint64, n int) board {
	drawn := engines.Seed(seed, newTile, uint64(n))
	empty := b.empty()
	// The upper half of the random bits selects the square, the lower half the tile. The bias of
	// both is below 1e-8.
	for skip := drawn >> 32 * uint64(b.free()) >> 32; skip > 0; skip-- {
		empty &= empty - 1
	}
	exponent := board(1)
	if drawn&0xffffffff*tilesPerFour>>32 == 0 {
		exponent = 2
	}
	return b | exponent<<bits.TrailingZeros64(empty)
}
