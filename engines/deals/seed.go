package deals

import "github.com/lanista/lanista/engines"

// Listed is implemented by engines that choose the start of a game from a list, such as a
// book of openings, with [Line].
type Listed interface {
	// Deals returns the length of the list under the present settings, or 0 if the number of
	// different deals is large or unknown.
	Deals() int
}

// Seed returns the seed of deal number n of a sequence of deals, which it encodes without
// loss: [Number] returns the sequence and n of a seed. Engines that choose the start of a
// game from a list call [Line] with the seed and so play every line of the list once before
// any line a second time.
func Seed(sequence, n uint32) uint64 {
	return mix(uint64(sequence)<<32 | uint64(n))
}

// Number is the inverse of [Seed]. A seed that was not made by Seed has a sequence and a
// number like any other.
func Number(seed uint64) (sequence, n uint32) {
	state := unmix(seed)
	return uint32(state >> 32), uint32(state)
}

// Line returns the index, in [0, lines), of the line of a list that a seed chooses. The
// deals 0 to lines-1 of a sequence choose every line once, in an order that depends on
// the sequence. The next deals choose every line once more in another order. Line panics if
// lines is below 1.
func Line(seed uint64, lines int) int {
	sequence, n := Number(seed)
	cycle, at := uint64(n)/uint64(lines), uint64(n)%uint64(lines)
	return int(permuted(at, uint64(lines), engines.Seed(uint64(sequence), cycle)))
}

// permuted returns the image of i under a pseudorandom permutation of [0, n) that key
// selects: a balanced Feistel network of four rounds on the smallest even number of bits
// that holds n, applied again while the result is outside of the range (cycle walking,
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

// mix is the finaliser of SplitMix64, a one-to-one function; see [engines.Seed].
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// unmix is the inverse of mix. It reverses each step of mix: the multiplications by the
// multiplicative inverses of the constants modulo 2^64.
func unmix(z uint64) uint64 {
	z ^= z>>31 ^ z>>62
	z *= 0x319642b2d24d8ec3
	z ^= z>>27 ^ z>>54
	z *= 0x96de1b173f119089
	return z ^ z>>30 ^ z>>60
}
