package endgame

import (
	"math/bits"

	"github.com/lanista/lanista/engines/othello/internal/board"
)

// shallowEmpties is the largest number of empty squares for the function shallow. With more, the
// function deep searches a position.
const shallowEmpties = 5

// shallow returns the score of a position with n empty squares, at most shallowEmpties, for the
// side to move. It uses no hash table and does not sort moves. It tries squares in quadrants with
// an odd number of empty squares first; parity has a bit for each such quadrant.
func (s *search) shallow(own, opp, moves uint64, parity uint, n, alpha, beta int) int {
	s.nodes++
	if alpha >= stableFrom[n] {
		if upper := 64 - 2*bits.OnesCount64(board.Stable(opp, own)); upper <= alpha {
			return upper
		}
	}
	if -beta >= stableFrom[n] {
		if lower := 2*bits.OnesCount64(board.Stable(own, opp)) - 64; lower >= beta {
			return lower
		}
	}
	if moves == 0 {
		if moves = board.Moves(opp, own); moves == 0 {
			return board.FinalScore(own, opp)
		}
		return -s.shallow(opp, own, moves, parity, n, -beta, -alpha)
	}
	best := -infinite
	odd := moves & oddSquares[parity&15]
	for _, set := range [2]uint64{odd, moves &^ odd} {
		for ; set != 0; set &= set - 1 {
			sq := bits.TrailingZeros64(set)
			o, p := board.Play(own, opp, board.Flips(own, opp, sq), sq)
			var v int
			if n == 5 {
				v = -s.four(o, p, parity^quadrant(sq), -beta, -max(alpha, best))
			} else {
				v = -s.shallow(o, p, board.Moves(o, p), parity^quadrant(sq), n-1, -beta, -max(alpha, best))
			}
			if v > best {
				if best = v; best >= beta {
					return best
				}
			}
		}
	}
	return best
}

// four returns the score of a position with four empty squares. It calls leaf4 with the squares in
// the best order: those in quadrants with an odd number of empty squares first.
func (s *search) four(own, opp uint64, parity uint, alpha, beta int) int {
	empty := ^(own | opp)
	var sq [4]int
	i := 0
	odd := empty & oddSquares[parity&15]
	for set := odd; set != 0; set &= set - 1 {
		sq[i&3] = bits.TrailingZeros64(set)
		i++
	}
	for set := empty &^ odd; set != 0; set &= set - 1 {
		sq[i&3] = bits.TrailingZeros64(set)
		i++
	}
	return s.leaf4(own, opp, sq[0], sq[1], sq[2], sq[3], alpha, beta, false)
}

// leaf1 returns the final score of a position whose only empty square is sq, for the side with the
// discs own, which is to move.
func leaf1(own uint64, sq int) int {
	mine := 2*bits.OnesCount64(own) - 64
	if n := board.LastFlips(own, sq); n != 0 {
		return mine + 2*n + 2
	}
	opp := ^own &^ (1 << (uint(sq) & 63))
	if n := board.LastFlips(opp, sq); n != 0 {
		return mine - 2*n
	}
	// Neither side can play. The empty square counts for the winner, and 63 discs cannot be
	// divided evenly, so there is no draw.
	if mine >= 0 {
		return mine + 2
	}
	return mine
}

// flips returns the result of [board.Flips]. It is faster if the opponent has no disc next to the
// square.
func flips(own, opp uint64, sq int) uint64 {
	if opp&board.Near[sq&63] == 0 {
		return 0
	}
	return board.Flips(own, opp, sq)
}

// leaf2 returns the score of a position with the empty squares a and b. A score between alpha and
// beta is exact, and any other may be only a bound.
func (s *search) leaf2(own, opp uint64, a, b, alpha, beta int) int {
	s.nodes++
	best := -infinite
	if f := flips(own, opp, a); f != 0 {
		s.nodes++
		best = -leaf1(opp&^f, b)
		if best >= beta {
			return best
		}
	}
	if f := flips(own, opp, b); f != 0 {
		s.nodes++
		best = max(best, -leaf1(opp&^f, a))
	}
	if best > -infinite {
		return best
	}

	worst := infinite
	if f := flips(opp, own, a); f != 0 {
		s.nodes++
		worst = leaf1(own&^f, b)
		if worst <= alpha {
			return worst
		}
	}
	if f := flips(opp, own, b); f != 0 {
		s.nodes++
		worst = min(worst, leaf1(own&^f, a))
	}
	if worst < infinite {
		return worst
	}
	return board.FinalScore(own, opp)
}

func (s *search) leaf3(own, opp uint64, a, b, c, alpha, beta int, passed bool) int {
	s.nodes++
	// A square that is the only empty one in its quadrant is tried before a pair.
	if sameQuadrant(a, b) {
		a, c = c, a
	} else if sameQuadrant(a, c) {
		a, b = b, a
	}
	best := -infinite
	if f := flips(own, opp, a); f != 0 {
		o, p := board.Play(own, opp, f, a)
		best = -s.leaf2(o, p, b, c, -beta, -alpha)
		if best >= beta {
			return best
		}
	}
	if f := flips(own, opp, b); f != 0 {
		o, p := board.Play(own, opp, f, b)
		best = max(best, -s.leaf2(o, p, a, c, -beta, -max(alpha, best)))
		if best >= beta {
			return best
		}
	}
	if f := flips(own, opp, c); f != 0 {
		o, p := board.Play(own, opp, f, c)
		best = max(best, -s.leaf2(o, p, a, b, -beta, -max(alpha, best)))
	}
	switch {
	case best > -infinite:
		return best
	case passed:
		return board.FinalScore(own, opp)
	}
	return -s.leaf3(opp, own, a, b, c, -beta, -alpha, true)
}

// leaf4 returns the score of a position with the four empty squares a, b, c and d, which it tries
// in this order. passed states that the opponent has just passed. A score outside the window from
// alpha to beta may be only a bound.
func (s *search) leaf4(own, opp uint64, a, b, c, d, alpha, beta int, passed bool) int {
	s.nodes++
	best := -infinite
	if f := flips(own, opp, a); f != 0 {
		o, p := board.Play(own, opp, f, a)
		best = -s.leaf3(o, p, b, c, d, -beta, -alpha, false)
		if best >= beta {
			return best
		}
	}
	if f := flips(own, opp, b); f != 0 {
		o, p := board.Play(own, opp, f, b)
		best = max(best, -s.leaf3(o, p, a, c, d, -beta, -max(alpha, best), false))
		if best >= beta {
			return best
		}
	}
	if f := flips(own, opp, c); f != 0 {
		o, p := board.Play(own, opp, f, c)
		best = max(best, -s.leaf3(o, p, a, b, d, -beta, -max(alpha, best), false))
		if best >= beta {
			return best
		}
	}
	if f := flips(own, opp, d); f != 0 {
		o, p := board.Play(own, opp, f, d)
		best = max(best, -s.leaf3(o, p, a, b, c, -beta, -max(alpha, best), false))
	}
	switch {
	case best > -infinite:
		return best
	case passed:
		return board.FinalScore(own, opp)
	}
	return -s.leaf4(opp, own, a, b, c, d, -beta, -alpha, true)
}

// The side that plays last into a region gains by it, so squares in regions with an odd
// number of empty squares are tried first. Each quadrant of the board counts as a region.
// A parity word has one bit per quadrant, set if the quadrant has an odd number of empty
// squares.

// quadrant returns the bit that stands for a square's quadrant of the board in the results of
// parityOf.
func quadrant(sq int) uint { return 1 << (sq>>2&1 | sq>>4&2) }

func sameQuadrant(a, b int) bool { return (a^b)&0b100100 == 0 }

// oddSquares contains the squares of the quadrants of the board that have an odd number of empty
// squares. Its index is the result of parityOf.
var oddSquares = makeOddSquares()

func makeOddSquares() (t [16]uint64) {
	for parity := range t {
		for sq := range 64 {
			if uint(parity)&quadrant(sq) != 0 {
				t[parity] |= 1 << sq
			}
		}
	}
	return t
}

// parityOf returns a word with one bit for each quadrant of the board. The bit is set if the
// quadrant has an odd number of squares in the set empty.
func parityOf(empty uint64) uint {
	empty ^= empty >> 1
	empty ^= empty >> 2
	empty ^= empty >> 8
	empty ^= empty >> 16
	return uint(empty&1 | empty>>3&2 | empty>>30&4 | empty>>33&8)
}
