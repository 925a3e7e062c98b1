package endgame

import (
	"math/bits"

	"github.com/lanista/lanista/engines/othello/internal/board"
)

// closeIn returns the exact score of a position with at least one move. It tests repeatedly whether
// the score reaches a certain number of discs, beginning with the expected score, until only one
// score is possible (MTD(f): A. Plaat, J. Schaeffer, W. Pijls and A. de Bruin, "Best-first
// fixed-depth minimax algorithms", Artificial Intelligence 87, 1996). Scores are even, because
// empty squares count for the winner. If all is set, closeIn returns all best moves, otherwise the
// first one in the order of the search.
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

// closeInAll returns the exact score of a position and all best moves. It finds the score of one
// move and then tests whether other moves reach it, so most moves are searched only once. The
// result equals that of closeIn with all set. A player with a node limit must use closeIn, because
// its moves depend on which positions the search visits.
func (s *search) closeInAll(own, opp, moves uint64, n int) Result {
	children := s.root(own, opp, moves, n)
	for i := range children {
		s.upper[i] = most
	}
	low, first := -most, -1
	for goal := s.expect(own, opp, n); first < 0; {
		i, v := s.reach(children, n-1, goal)
		switch {
		case s.stop:
			return Result{}
		case v >= goal:
			low, first = v, i
		case v == -most:
			return Result{Score: -most, Best: moves}
		default:
			goal = v
		}
	}
	var ties uint64
	for first >= 0 {
		low = s.raise(&children[first], first, n-1, low)
		ties = 1 << children[first].sq
		first, low = s.surpass(children, first, n-1, low, &ties)
	}
	return Result{Score: low, Best: ties}
}

// raise returns the exact score of root move i, in discs, for the side that makes it. c is the
// position after the move, and n the number of empty squares in it. low is a known lower bound of
// the score.
func (s *search) raise(c *child, i, n, low int) int {
	for low < int(s.upper[i]) && !s.stop {
		if v := -s.score(c, n, -low-2, -low-1); v > low {
			low = v
		} else {
			s.upper[i] = int8(v)
		}
	}
	return low
}

// surpass looks for a root move that scores more than low discs, without the move at the index
// except, which scores low. It returns the index of the first such move and a lower bound of its
// score, or -1 and low if there is none. Moves that score exactly low are added to ties.
func (s *search) surpass(children []child, except, n, low int, ties *uint64) (first, score int) {
	for i := range children {
		if i == except || int(s.upper[i]) < low {
			continue
		}
		v := -s.score(&children[i], n, -low, -low+1)
		if v == low {
			v = s.raise(&children[i], i, n, low)
		}
		switch {
		case s.stop:
			return -1, low
		case v > low:
			return i, v
		case v == low:
			*ties |= 1 << children[i].sq
		default:
			s.upper[i] = int8(v)
		}
	}
	return -1, low
}

// reach looks for a root move that scores at least goal discs. If there is one, it returns the
// index of the first such move and a lower bound of its score. Otherwise v is an upper bound of all
// scores, below goal. It also lowers s.upper, the upper bounds of the moves' scores.
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

// root returns the positions after all moves of the root position, the most promising first. It
// sorts them by a deeper search than expand does.
func (s *search) root(own, opp, moves uint64, n int) []child {
	depth := min(max((n-12)/2, 0), 6)
	children := s.stack[n][:0]
	s.patterns = s.settings.Patterns
	for ; moves != 0; moves &= moves - 1 {
		sq := bits.TrailingZeros64(moves)
		o, p := board.Play(own, opp, board.Flips(own, opp, sq), sq)
		children = append(children, child{own: o, opp: p, replies: board.Moves(o, p), order: int32(-s.look(o, p, depth, -certain, certain, false)), sq: uint8(sq)})
	}
	for i := range children {
		next(children, i)
	}
	return children
}

const (
	// probedEmpties is the smallest number of empty squares for which the solver first tests
	// whether one side loses all its discs.
	probedEmpties = 20

	// probeNodes is the largest number of positions that the test for a loss of all discs visits
	// for one move.
	probeNodes = 1 << 16
)

// probe tests, by short searches, whether the side to move can win all discs or must lose all of
// its own. Moves for which the test reaches its node limit are returned in Result.Open. ok is false
// if neither is proved.
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

// within tests whether the opponent can score more than alpha discs after a move to square sq. v is
// then the score for the side that makes the move, or a bound that decides the test. known is false
// if the test stopped at its limit of about probeNodes positions.
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

	// cutoffEmpties is the smallest number of empty squares at which the search first looks up
	// all next positions in the hash table. A stored bound may make further search unnecessary.
	cutoffEmpties = 8

	// pollMask is a bit mask. The function deep checks the limits whenever these bits of the
	// number of visited positions are all 0.
	pollMask = 1<<10 - 1
)

// stableFrom contains, by the number of empty squares, the smallest alpha at which the search
// counts stable discs to bound the score. The value 99 means never. From 33 empty squares on it is
// 0.
var stableFrom = [65]int{
	99, 99, 99, 99, 99, 0, 2, 4, 6, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 40, 42, 42, 44, 44, 46,
}

type child struct {
	own, opp, replies uint64
	order             int32
	sq                uint8
}

// deep returns the score of a position with more than shallowEmpties empty squares, n, for the side
// to move. A score outside the window from alpha to beta may be only a bound.
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

// tryAll searches the positions after moves, in their order, until one has a value of at least
// beta. It returns the largest value and its move, for the side that moves. The positions have n
// empty squares.
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

// score returns the score of a position c with n empty squares for the side to move. It calls deep
// if n is above shallowEmpties, and otherwise shallow. A score outside the window from alpha to
// beta may be only a bound.
func (s *search) score(c *child, n, alpha, beta int) int {
	if n > shallowEmpties {
		return s.deep(c.own, c.opp, c.replies, n, alpha, beta)
	}
	return s.shallow(c.own, c.opp, c.replies, parityOf(^(c.own | c.opp)), n, alpha, beta)
}

// knownCutoff looks for a hash table entry that makes the search of a position unnecessary
// (enhanced transposition cutoff; J. Schaeffer and A. Plaat, 1996). children are the positions
// after all moves, with n empty squares. If the entry of one proves a score of at least beta,
// knownCutoff returns this score and true.
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

// next swaps the child with the highest order, of those from index i on, to index i and returns it.
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
