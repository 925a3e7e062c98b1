package endgame

import (
	"math/bits"

	"github.com/lanista/lanista/engines/othello/internal/board"
)

// shallowEmpties is the largest number of empty squares that shallow is given.
const shallowEmpties = 5

// shallow is the score with few empty squares left: no hash table, no sorting, odd
// regions first.
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

// four hands the last four empty squares to leaf4, those in odd quadrants
// first.
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
