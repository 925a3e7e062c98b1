package gamefile

import "bytes"

// openingPlies is the number of first plies by which games without a FEN are compared. If these
// plies are equal, the games count as begun from the same start.
const openingPlies = 4

// content computes hashes of the start position and of the moves of a game while its file is
// read.
type content struct {
	hash     uint64 // of the position and of the moves read so far
	position uint64 // of the position, 0 for the standard start
	start    uint64 // of the position, or of the first openingPlies moves; 0 until it is known
	plies    int
}

// These are the parameters of the 64-bit hash function FNV-1a.
const (
	fnvBasis = 14695981039346656037
	fnvPrime = 1099511628211
)

// startPosition is the FEN of the standard start of chess, without its move counters. Some
// programs write it in every game.
var startPosition = []byte("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -")

func (c *content) fen(position []byte) {
	if bytes.HasPrefix(position, startPosition) {
		return
	}
	c.hash = hashed(position)
	c.position, c.start = c.hash, c.hash
}

// moves adds the moves at the beginning of a line of text to the hash, up to the first special
// character. It returns the index of this character, or the length of the text. It ignores move
// numbers, numeric annotations, results, and the marks of check, mate and quality.
func (c *content) moves(text []byte) int {
	at := 0
	for at < len(text) {
		if wordEnd[text[at]] {
			if special[text[at]] {
				break
			}
			at++
			continue
		}
		word, bytes := at, uint64(0)
		for at < len(text) && !wordEnd[text[at]] {
			bytes = bytes<<8 | uint64(text[at])
			at++
		}
		if isLetter(text[word]) && at-word <= 8 {
			for isMark(byte(bytes)) {
				bytes >>= 8
			}
			c.move(mixed(c.hash ^ bytes))
			continue
		}
		move := withoutNumber(text[word:at])
		if len(move) == 0 || move[0] == '$' || isResult(move) {
			continue
		}
		c.move(hashedMove(c.hash, withoutMarks(move)))
	}
	return at
}

// move counts a move of the game. next is the hash of all moves up to this one.
func (c *content) move(next uint64) {
	c.hash = next
	if c.plies++; c.plies == openingPlies && c.start == 0 {
		c.start = c.hash
	}
}

// hashedMove continues a hash with the bytes of a move, eight at a time, and returns the new hash.
func hashedMove(hash uint64, move []byte) uint64 {
	for {
		bytes := uint64(0)
		for _, c := range move[:min(len(move), 8)] {
			bytes = bytes<<8 | uint64(c)
		}
		hash = mixed(hash ^ bytes)
		if len(move) <= 8 {
			return hash
		}
		move = move[8:]
		hash++ // so that the parts of a long move are not the same as several moves
	}
}

func isLetter(c byte) bool { return c|' ' >= 'a' && c|' ' <= 'z' }

func isMark(c byte) bool { return c == '+' || c == '#' || c == '!' || c == '?' }

// known returns a hash of the start and the moves of the game, or 0 if no moves have been read.
func (c *content) known() uint64 {
	if c.plies == 0 {
		return 0
	}
	return max(c.hash, 1)
}

// setContent sets the field Content to a hash by which repeated games are recognized. The hash
// covers the start, the moves, the players and their places. If the moves are unknown, Content is
// not changed.
func (g *Game) setContent() {
	if g.moves == 0 {
		return
	}
	hash := g.moves
	for i, p := range g.Players {
		hash = mixed(hash ^ uint64(p)<<8 ^ uint64(g.Places[i]))
	}
	g.Content = max(hash, 1)
}

// hashed returns the FNV hash of a word followed by a blank.
func hashed(word []byte) uint64 {
	hash := uint64(fnvBasis)
	for _, c := range word {
		hash = (hash ^ uint64(c)) * fnvPrime
	}
	return (hash ^ ' ') * fnvPrime
}

// mixed distributes the bits of a number over all 64 bits. It is the finalizer of SplitMix64
// (Steele, Lea and Flood, OOPSLA 2014).
func mixed(z uint64) uint64 {
	z += 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// withoutNumber removes the move number at the beginning of a word of PGN text, such as "12." or
// "12...". It returns an empty word for a number alone.
func withoutNumber(word []byte) []byte {
	move := word
	for len(move) > 0 && move[0] >= '0' && move[0] <= '9' {
		move = move[1:]
	}
	if len(move) > 0 && move[0] != '.' {
		return word
	}
	for len(move) > 0 && move[0] == '.' {
		move = move[1:]
	}
	return move
}

func withoutMarks(move []byte) []byte {
	for n := len(move); n > 0; n-- {
		if !isMark(move[n-1]) {
			return move[:n]
		}
	}
	return nil
}

func isResult(word []byte) bool {
	switch string(word) {
	case "1-0", "0-1", "1/2-1/2", "*":
		return true
	}
	return false
}
