package endgame

import (
	"math/bits"

	"github.com/lanista/lanista/engines/othello/internal/board"
	"github.com/lanista/lanista/engines/othello/internal/pattern"
)

const (
	// From foreseenEmpties empty squares on a position's score is expected from a
	// search of its own, of one ply for every two squares more, at most mostForeseen.
	foreseenEmpties = 10
	mostForeseen    = 8

	// judgedDisc is what a disc of the final score is about worth to judge.
	judgedDisc = 16
)

// expect guesses the score of a position with n empty squares: an even number of
// discs, rather too few than too many, since a test that fails takes every move.
func (s *search) expect(own, opp uint64, n int) int {
	depth := min(max((n-foreseenEmpties)/2, 0), mostForeseen)
	v := s.foresee(own, opp, depth, -certain, certain)
	return min(max((v+most*pattern.Unit)/(2*pattern.Unit)*2-most, 2-most), most)
}

// foresee is the worth of a position after a few plies, by alpha-beta, in the unit of
// the patterns. Without any, judge says it.
func (s *search) foresee(own, opp uint64, depth, alpha, beta int) int {
	s.nodes++
	if depth == 0 {
		if s.settings.Patterns == nil {
			return judge(own, opp) * pattern.Unit / judgedDisc
		}
		return s.settings.Patterns.Evaluate(own, opp)
	}
	if s.looks++; s.looks&pollMask == 0 && s.ctx.Err() != nil {
		s.stop = true
	}
	if s.stop {
		return alpha
	}
	moves := board.Moves(own, opp)
	if moves == 0 {
		if board.Moves(opp, own) == 0 {
			return pattern.Unit * board.FinalScore(own, opp)
		}
		return -s.foresee(opp, own, depth, -beta, -alpha)
	}
	best := -certain
	for ; moves != 0; moves &= moves - 1 {
		sq := bits.TrailingZeros64(moves)
		o, p := board.Play(own, opp, board.Flips(own, opp, sq), sq)
		best = max(best, -s.foresee(o, p, depth-1, -beta, -max(alpha, best)))
		if best >= beta {
			break
		}
	}
	return best
}
