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

const (
	// probedEmpties is from how many empty squares on a position is probed for a
	// wipe-out before it is solved.
	probedEmpties = 20

	// A probe may visit so many positions for a move, all of them in some tenths of
	// a second.
	probeNodes = 1 << 16
)

// probe asks whether the side to move wins or loses every disc. Such positions may
// have forty empty squares and be decided within ten plies: with a window of one
// disc and moves ordered by how few replies they leave they take a millisecond, and
// hours with the whole window and an order that looks ahead. That a move does not
// win all may be as hard to show as any other score, so moves may stay open. ok is
// false if neither is shown.
func (s *search) probe(own, opp, moves uint64, n int, all bool) (r Result, ok bool) {
	s.probing = true
	defer func() { s.probing = false }()
	r.Score = most
	for set := moves; set != 0 && !s.stop; set &= set - 1 {
		v, known := s.within(own, opp, bits.TrailingZeros64(set), n, -most)
		switch {
		case !known:
			r.Open |= set & -set
		case v == most:
			r.Best |= set & -set
			if !all {
				return Result{Score: most, Best: r.Best}, true
			}
		}
	}
	if r.Best != 0 || s.stop {
		return r, !s.stop
	}
	for set := moves; set != 0; set &= set - 1 {
		if v, known := s.within(own, opp, bits.TrailingZeros64(set), n, most-1); !known || v > -most {
			return r, false
		}
	}
	if !all {
		moves &= -moves
	}
	return Result{Score: -most, Best: moves}, true
}

// within searches a move with a limit of nodes of its own, in the window of one
// disc above alpha as the other side sees it. The score is the mover's.
func (s *search) within(own, opp uint64, sq, n, alpha int) (v int, known bool) {
	o, p := board.Play(own, opp, board.Flips(own, opp, sq), sq)
	s.until = s.nodes + probeNodes
	v = -s.score(&child{own: o, opp: p, replies: board.Moves(o, p), sq: uint8(sq)}, n-1, alpha, alpha+1)
	known = !s.stop
	s.stop, s.until = false, 0
	s.poll()
	return v, known
}

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
