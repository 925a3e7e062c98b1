package board

// The random numbers that make up a position's key (Zobrist, "A new hashing method
// with application for game playing", 1970). They come from SplitMix64 and never
// change.
var (
	pieceKeys    [16][64]uint64
	castlingKeys [16]uint64
	passantKeys  [8]uint64
	blackKey     uint64
)

func init() {
	state := uint64(0x4c616e69737461)
	next := func() uint64 {
		state += 0x9e3779b97f4a7c15
		z := state
		z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
		z = (z ^ z>>27) * 0x94d049bb133111eb
		return z ^ z>>31
	}
	for i := range pieceKeys {
		for s := range pieceKeys[i] {
			pieceKeys[i][s] = next()
		}
	}
	for i := range castlingKeys {
		castlingKeys[i] = next()
	}
	for i := range passantKeys {
		passantKeys[i] = next()
	}
	blackKey = next()
}

// rehash computes the key from nothing.
func (p *Position) rehash() {
	p.Key = castlingKeys[p.Castling&15]
	for s, x := range p.squares {
		if x != 0 {
			p.Key ^= pieceKeys[x&15][s]
		}
	}
	if p.Passant != NoSquare {
		p.Key ^= passantKeys[p.Passant&7]
	}
	if p.Side == Black {
		p.Key ^= blackKey
	}
}
