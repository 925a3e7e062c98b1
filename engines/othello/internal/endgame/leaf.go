package endgame

import (
	"math/bits"

	"github.com/lanista/lanista/engines/othello/internal/board"
)

// leaf1 is the final score of a position whose only empty square is sq.
func leaf1(own uint64, sq int) int {
	mine := 2*bits.OnesCount64(own) - 64
	if n := board.LastFlips(own, sq); n != 0 {
		return mine + 2*n + 2
	}
	opp := ^own &^ (1 << (uint(sq) & 63))
	if n := board.LastFlips(opp, sq); n != 0 {
		return mine - 2*n
	}
	// Nobody can play: the square goes to the winner, and 63 discs never tie.
	if mine >= 0 {
		return mine + 2
	}
	return mine
}

// flips is board.Flips behind the cheap question whether an opponent stands
// next to the square at all.
func flips(own, opp uint64, sq int) uint64 {
	if opp&board.Near[sq&63] == 0 {
		return 0
	}
	return board.Flips(own, opp, sq)
}

// leaf2 is the score with two empty squares left. Like all searches here it is
// fail-soft: a result within (alpha, beta) is exact, others are bounds.
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

// leaf3 is the score with three empty squares left.
func (s *search) leaf3(own, opp uint64, a, b, c, alpha, beta int, passed bool) int {
	s.nodes++
	// A square alone in its quadrant comes before a pair.
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

// leaf4 is the score with four empty squares left, tried in the order given.
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
