package engines

// DealCounter is implemented by engines that choose the start of a game from a list, such as
// a book of openings, with [Line].
type DealCounter interface {
	// Deals returns the length of the list under the present settings, or 0 if the number of
	// different deals is large or unknown.
	Deals() int
}

// DealSeed returns the seed of deal number n of a sequence of deals. The function is
// one-to-one: [DealNumber] returns the sequence and the number of any seed. Games that
// choose their start from a list use it, through [Line], to play every line of the list
// once before any line a second time.
func DealSeed(sequence, n uint32) uint64 {
	return mix(uint64(sequence)<<32 | uint64(n))
}

// DealNumber is the inverse of [DealSeed]. A seed that was not made by DealSeed has a
// sequence and a number like any other.
func DealNumber(seed uint64) (sequence, n uint32) {
	state := unmix(seed)
	return uint32(state >> 32), uint32(state)
}

// Line returns the index, in [0, lines), of the line of a list that a seed chooses. The
// deals 0 to lines-1 of a sequence choose every line once, in an order that depends on
// the sequence; the next deals choose every line once more in another order. It
// panics if lines is below 1.
func Line(seed uint64, lines int) int {
	sequence, n := DealNumber(seed)
	cycle, at := uint64(n)/uint64(lines), uint64(n)%uint64(lines)
	return int(permuted(at, uint64(lines), Seed(uint64(sequence), cycle)))
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
			left, right = right, left^Seed(key, round, right)&mask
		}
		if i = left<<half | right; i < n {
			return i
		}
	}
}

// unmix is the inverse of mix: it undoes each of its steps, the multiplications by the
// multiplicative inverses of its constants modulo 2^64.
func unmix(z uint64) uint64 {
	z ^= z>>31 ^ z>>62
	z *= 0x319642b2d24d8ec3
	z ^= z>>27 ^ z>>54
	z *= 0x96de1b173f119089
	return z ^ z>>30 ^ z>>60
}
