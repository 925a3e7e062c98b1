package endgame

import (
	"math/bits"

	"github.com/lanista/lanista/engines/othello/internal/board"
)

// closeIn finds the score of a position with moves by tests of whether it reaches
// some number of discs, each in a window of one disc, the first where the score is
// expected (A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, "Best-first
// fixed-depth minimax algorithms", Artificial Intelligence 87, 1996). Scores are even:
// what is left of the board goes to the winner. Of the best moves it returns the
// one that comes first in the moves' order, or all.
func (s *search) closeIn(own, opp, moves uint64, n int, all bool) Result {
	children := s.root(own, opp, moves, n)
	for i := range children {
		s.upper[i] = most
	}
	low, high, first := -most, most, 0
	for goal := s.expect(own, opp, n); low < high; {
		i, v := s.reach(children, n-1, goal)
		switch {
		case s.stop:
			return Result{}
		case v >= goal:
			low, first, goal = v, i, v+2
		default:
			high, goal = v, v
		}
	}
	r := Result{Score: low, Best: 1 << children[first].sq}
	if !all {
		return r
	}
	for i := first + 1; i < len(children); i++ {
		if int(s.upper[i]) >= low && (low == -most || -s.score(&children[i], n-1, -low, -low+1) >= low) {
			r.Best |= 1 << children[i].sq
		}
	}
	return r
}

// reach returns the first move that brings a number of discs, and a lower bound of
// its score; or an upper bound of the score of all moves. It lowers the upper
// bounds of moves that do not bring as many.
func (s *search) reach(children []child, n, goal int) (move, v int) {
	best := -most
	for i := range children {
		if int(s.upper[i]) >= goal {
			v := -s.score(&children[i], n, -goal, -goal+1)
			if v >= goal || s.stop {
				return i, v
			}
			s.upper[i] = int8(v)
		}
		best = max(best, int(s.upper[i]))
	}
	return 0, best
}

// root lists the moves of the position to solve, the best first by a deeper look
// than elsewhere.
func (s *search) root(own, opp, moves uint64, n int) []child {
	depth := min(max((n-12)/2, 0), 6)
	children := s.stack[n][:0]
	for ; moves != 0; moves &= moves - 1 {
		sq := bits.TrailingZeros64(moves)
		o, p := board.Play(own, opp, board.Flips(own, opp, sq), sq)
		children = append(children, child{own: o, opp: p, replies: board.Moves(o, p), order: int32(-s.look(o, p, depth, -certain, certain)), sq: uint8(sq)})
	}
	for i := range children {
		next(children, i)
	}
	return children
}
