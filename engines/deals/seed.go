package deals

import (
	"fmt"

	"github.com/lanista/lanista/engines"
)

// Listed is implemented by engines that choose the start of a game from a list, such as a book of
// openings, by calling [Line].
type Listed interface {
	// Deals returns the length of the list under the present settings. It returns 0 if the game
	// is not started from a list or its length is unknown.
	Deals() int
}

// Seed returns the seed for the start of game number n in a sequence of games. It encodes both
// numbers without loss, so that [Number] can decode them. An engine that chooses the start from a
// list passes the seed to [Line]. The games of a sequence then use every entry of the list once
// before any a second time.
func Seed(sequence, n uint32) uint64 {
	return mix(uint64(sequence)<<32 | uint64(n))
}

// Number is the inverse of [Seed]. It also decodes a seed that Seed has not returned.
func Number(seed uint64) (sequence, n uint32) {
	state := unmix(seed)
	return uint32(state >> 32), uint32(state)
}

// Line selects an entry of a list, such as an opening from a book, for the game with the given
// seed. It returns an index from 0 to lines-1. In a sequence of games ([Seed]), every entry is used
// once before any is used again. The order depends on the sequence, and differs from pass to pass
// through the list. Line panics if lines is below 1.
func Line(seed uint64, lines int) int {
	if lines < 1 {
		panic(fmt.Sprintf("deals: a list of %d lines", lines))
	}
	sequence, n := Number(seed)
	cycle, at := uint64(n)/uint64(lines), uint64(n)%uint64(lines)
	return int(permuted(at, uint64(lines), engines.Seed(uint64(sequence), cycle)))
}

// permuted returns the place of i in a pseudorandom permutation of [0, n) that key selects. It
// applies a balanced Feistel network of four rounds until the result is below n (cycle walking,
// Black and Rogaway, "Ciphers with arbitrary finite domains", CT-RSA 2002).
func permuted(i, n, key uint64) uint64 {
	half := 1
	for uint64(1)<<(2*half) < n {
		half++
	}
	mask := uint64(1)<<half - 1
	for {
		left, right := i>>half, i&mask
		for round := range uint64(4) {
			left, right = right, left^engines.Seed(key, round, right)&mask
		}
		if i = left<<half | right; i < n {
			return i
		}
	}
}

// mix scrambles the bits of a number, one-to-one. It is the output function of the random number
// generator SplitMix64; see [engines.Seed].
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// unmix is the inverse of mix. It reverses the steps of mix one by one. A multiplication is
// reversed by the multiplicative inverse of the constant modulo 2^64.
func unmix(z uint64) uint64 {
	z ^= z>>31 ^ z>>62
	z *= 0x319642b2d24d8ec3
	z ^= z>>27 ^ z>>54
	z *= 0x96de1b173f119089
	return z ^ z>>30 ^ z>>60
}
