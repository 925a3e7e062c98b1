package game2048

import (
	"math/bits"

	"github.com/lanista/lanista/engines"
)

// A new tile is a 4 in one case of fours, otherwise a 2.
const fours = 10

var newTile = engines.Purpose("new tile")

// withNewTile puts the n-th new tile of a game, counted from 0, on a board that
// has an empty square. It depends on nothing but the seed, n and the board, so
// that a copy of a game has the same chance still to come.
func withNewTile(b board, seed uint64, n int) board {
	drawn := engines.Seed(seed, newTile, uint64(n))
	empty := b.empty()
	// The upper half chooses the square, the lower half the tile; the bias of
	// both is below one in a hundred million.
	for skip := drawn >> 32 * uint64(b.free()) >> 32; skip > 0; skip-- {
		empty &= empty - 1
	}
	exponent := board(1)
	if drawn&0xffffffff*fours>>32 == 0 {
		exponent = 2
	}
	return b | exponent<<bits.TrailingZeros64(empty)
}
