package gamefile

import "bytes"

// openingPlies is how many plies tell openings apart where no position is given.
const openingPlies = 4

// opening is a digest of how a game began: of a position, or of the first moves.
type opening struct {
	hash  uint64
	plies int
}

// The parameters of the hash FNV-1a of 64 bits.
const (
	fnvBasis = 14695981039346656037
	fnvPrime = 1099511628211
)

// known reports whether anything is known of the opening.
func (o opening) known() bool { return o.plies > 0 }

// complete reports whether all is known.
func (o opening) complete() bool { return o.plies >= openingPlies }

// fen takes the position that a game began from.
func (o *opening) fen(position []byte) {
	*o = opening{}
	o.add(position)
	o.plies = openingPlies + 1 // no line of moves
}

// moves takes the first plies of a text of moves: without numbers, results and
// annotations.
func (o *opening) moves(text []byte) {
	for !o.complete() {
		text = trimBlank(text)
		if len(text) == 0 {
			return
		}
		end := 0
		for end < len(text) && text[end] > ' ' {
			end++
		}
		if move := withoutNumber(text[:end]); len(move) > 0 && move[0] != '$' && !isResult(move) {
			o.add(move)
			o.plies++
		}
		text = text[end:]
	}
}

func (o *opening) add(word []byte) {
	if o.hash == 0 {
		o.hash = fnvBasis
	}
	for _, c := range word {
		o.hash = (o.hash ^ uint64(c)) * fnvPrime
	}
	o.hash = (o.hash ^ ' ') * fnvPrime
}

// withoutNumber cuts the number of a move: 12. or 12... or a number alone.
func withoutNumber(word []byte) []byte {
	move := bytes.TrimLeft(word, "0123456789")
	if len(move) == 0 {
		return nil
	}
	if len(move) < len(word) && move[0] == '.' || move[0] == '.' {
		return bytes.TrimLeft(move, ".")
	}
	return word
}

func isResult(word []byte) bool {
	switch string(word) {
	case "1-0", "0-1", "1/2-1/2", "*":
		return true
	}
	return false
}
