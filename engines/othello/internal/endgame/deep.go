package endgame

import (
	"math/bits"

	"github.com/lanista/lanista/engines/othello/internal/board"
)

const (
	infinite = 127

	// cutoffEmpties is from how many empty squares on the children's table
	// entries are asked for a cutoff before any child is searched.
	cutoffEmpties = 8

	// pollMask says how often, in nodes of deep, limits are looked at.
	pollMask = 1<<10 - 1
)

// stableFrom is, by empty squares, the alpha from which the opponent's stable
// discs are likely enough to keep the score below it to be worth counting.
var stableFrom = [65]int{
	99, 99, 99, 99, 99, 0, 2, 4, 6, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 40, 42, 42, 44, 44, 46,
}

// child is a move and the position after it.
type child struct {
	own, opp, replies uint64
	order             int32
	sq                uint8
}

// deep is the score with more than shallowEmpties empty squares left, in a window of
// one disc.
func (s *search) deep(own, opp, moves uint64, n, alpha, beta int) int {
	s.nodes++
	if s.polls++; s.polls&pollMask == 0 {
		s.poll()
	}
	if s.stop {
		return alpha
	}
	if alpha >= stableFrom[n] {
		upper := 64 - 2*bits.OnesCount64(board.Stable(opp, own))
		if upper <= alpha {
			return upper
		}
	}
	if -beta >= stableFrom[n] {
		lower := 2*bits.OnesCount64(board.Stable(own, opp)) - 64
		if lower >= beta {
			return lower
		}
	}
	if moves == 0 {
		if moves = board.Moves(opp, own); moves == 0 {
			return board.FinalScore(own, opp)
		}
		return -s.deep(opp, own, moves, n, -beta, -alpha)
	}
	hashMove := uint8(noMove)
	if e := s.tableOf(n).find(own, opp); e != nil {
		lower, upper := int(e.lower), int(e.upper)
		switch {
		case lower >= beta || lower == upper:
			return lower
		case upper <= alpha:
			return upper
		}
		hashMove = e.move
	}
	children := s.expand(own, opp, moves, n, alpha, hashMove)
	if children == nil {
		return 64
	}
	if n >= cutoffEmpties {
		if v, ok := s.knownCutoff(children, n-1, beta); ok {
			return v
		}
	}
	best, move := s.tryAll(children, n-1, alpha, beta)
	if !s.stop {
		s.tableOf(n).store(own, opp, n, alpha, beta, best, move)
	}
	return best
}

// tryAll searches the children of a position, each with n empty squares, in
// order.
func (s *search) tryAll(children []child, n, alpha, beta int) (best int, move uint8) {
	best, move = -infinite, noMove
	for i := range children {
		c := next(children, i)
		if v := -s.score(c, n, -beta, -alpha); v > best {
			if best, move = v, c.sq; best >= beta {
				break
			}
		}
	}
	return best, move
}

// score searches a child by the layer that its empty squares call for.
func (s *search) score(c *child, n, alpha, beta int) int {
	if n > shallowEmpties {
		return s.deep(c.own, c.opp, c.replies, n, alpha, beta)
	}
	return s.shallow(c.own, c.opp, c.replies, parityOf(^(c.own | c.opp)), n, alpha, beta)
}

// knownCutoff looks for a child whose stored bounds already refute the
// position (enhanced transposition cutoff; Schaeffer and Plaat, 1996).
func (s *search) knownCutoff(children []child, n, beta int) (int, bool) {
	t := s.tableOf(n)
	for i := range children {
		c := &children[i]
		if e := t.find(c.own, c.opp); e != nil && -int(e.upper) >= beta {
			return -int(e.upper), true
		}
	}
	return 0, false
}

// next brings the best of the children not yet tried to place i.
func next(children []child, i int) *child {
	best := i
	for j := i + 1; j < len(children); j++ {
		if children[j].order > children[best].order {
			best = j
		}
	}
	children[i], children[best] = children[best], children[i]
	return &children[i]
}
