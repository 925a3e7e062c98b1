package endgame

import (
	"math/bits"

	"github.com/lanista/lanista/engines/othello/internal/board"
	"github.com/lanista/lanista/engines/othello/internal/pattern"
)

// expand returns the positions after all moves, each with a score by which the function next sorts
// them. The move hashMove has the highest score. expand returns nil if a move turns all discs of
// the opponent, which wins at once.
func (s *search) expand(own, opp, moves uint64, n, alpha int, hashMove uint8) []child {
	children := s.stack[n][:0]
	odd := oddSquares[parityOf(^(own|opp))&15]
	for set := moves; set != 0; set &= set - 1 {
		sq := bits.TrailingZeros64(set)
		f := board.Flips(own, opp, sq)
		if f == opp {
			return nil
		}
		o, p := board.Play(own, opp, f, sq)
		c := child{own: o, opp: p, replies: board.Moves(o, p), sq: uint8(sq)}
		if c.sq == hashMove {
			c.order = 1 << 20
		} else {
			c.order = s.order(&c, n, alpha)
			if odd>>sq&1 != 0 && !s.probing {
				c.order += oddBonus
			}
		}
		children = append(children, c)
	}
	return children
}

const (
	// oddBonus is added to the order value of a move into a region with an odd number of empty
	// squares. The unit is a sixteenth of a reply.
	oddBonus = 6

	// judgedEmpties is the smallest number of empty squares at which a short search, the function
	// look, orders the moves. Its depth is 0 below lookEmpties empty squares, 1 from there on, and
	// one ply more for every further pliesEvery empty squares.
	judgedEmpties = 11
	lookEmpties   = 15
	pliesEvery    = 2

	// quickLookEmpties replaces lookEmpties in the function SolveLine with patterns, and
	// quickPatternEmpties is the smallest number of empty squares at which it uses the patterns.
	// Evaluating them takes longer than what they save nearer to the end.
	quickLookEmpties    = 17
	quickPatternEmpties = 13

	// wipeoutAlpha is the smallest alpha at which the order of moves also depends on how many discs
	// they turn. The opponent may lose all discs then.
	wipeoutAlpha = 40
)

// order returns the score by which the position after a move is sorted; the search tries higher
// scores first. The score is high if the opponent has few replies; replies to corners count twice.
// It is also high if few empty squares are next to the mover's discs. From judgedEmpties empty
// squares on, it includes an estimate by the function look.
func (s *search) order(c *child, n, alpha int) int32 {
	own, opp, replies := c.own, c.opp, c.replies
	if s.probing {
		return -int32(bits.OnesCount64(replies) + bits.OnesCount64(replies&board.Corners))
	}
	score := -32 * (bits.OnesCount64(replies) + bits.OnesCount64(replies&board.Corners))
	score -= 4 * bits.OnesCount64(board.Dilate(opp)&^(own|opp))
	if n >= judgedEmpties {
		depth, from := 0, lookEmpties
		s.patterns = s.settings.Patterns
		if s.quick && s.patterns != nil {
			from = quickLookEmpties
			if n < quickPatternEmpties {
				s.patterns = nil
			}
		}
		if n >= from {
			depth = 1 + (n-from)/pliesEvery
		}
		if alpha >= wipeoutAlpha || alpha < -wipeoutAlpha {
			depth = max(0, depth-1)
		}
		if s.patterns == nil {
			score /= 2
		}
		score -= s.look(own, opp, depth, -certain, certain, false)
	}
	if alpha >= wipeoutAlpha {
		score -= 8 * bits.OnesCount64(own)
	}
	return int32(score)
}

// certain is the score for sorting moves with a known result. It exceeds all results of judge and
// look.
const certain = 1 << 20

// judge returns a static evaluation of a position for the side to move, by which moves are sorted.
// It compares the legal moves of the sides, the empty squares next to the opponent's discs,
// corners, and stable discs. It also compares discs next to empty squares and next to empty
// corners. A legal move counts 16.
func judge(own, opp uint64) int {
	empty := ^(own | opp)
	mine, theirs := board.Moves(own, opp), board.Moves(opp, own)
	exposed, open := board.Dilate(empty), empty&board.Corners
	score := 16*(bits.OnesCount64(mine)-bits.OnesCount64(theirs)) +
		16*(bits.OnesCount64(mine&board.Corners)-bits.OnesCount64(theirs&board.Corners)) +
		8*(bits.OnesCount64(board.Dilate(opp)&empty)-bits.OnesCount64(board.Dilate(own)&empty)) +
		48*(bits.OnesCount64(own&board.Corners)-bits.OnesCount64(opp&board.Corners)) +
		16*(bits.OnesCount64(board.Stable(own, opp))-bits.OnesCount64(board.Stable(opp, own))) -
		4*(bits.OnesCount64(own&exposed)-bits.OnesCount64(opp&exposed))
	if open != 0 {
		xs := board.Diagonal(open)
		cs := board.Dilate(open) &^ xs
		score -= 48*(bits.OnesCount64(own&xs)-bits.OnesCount64(opp&xs)) +
			8*(bits.OnesCount64(own&cs)-bits.OnesCount64(opp&cs))
	}
	return score
}

// patternDisc is the weight of a disc of the pattern evaluation when the function look adds it to
// the result of judge.
const patternDisc = 20

// look estimates the value of a position for the side to move by a search of depth plies. If
// inDiscs is true, the value is in units of 1/pattern.Unit disc. Otherwise it is in the unit of
// judge and serves to sort moves. look stops when the context ends, but ignores the node limit.
func (s *search) look(own, opp uint64, depth, alpha, beta int, inDiscs bool) int {
	s.nodes++
	if depth == 0 {
		if inDiscs {
			return s.inDiscs(own, opp)
		}
		worth := judge(own, opp)
		if s.patterns != nil {
			worth += s.patterns.Evaluate(own, opp) * patternDisc / pattern.Unit
		}
		return worth
	}
	if s.looks++; s.looks&pollMask == 0 && s.ctx.Err() != nil {
		s.stop = true
	}
	if s.stop {
		return alpha
	}
	moves := board.Moves(own, opp)
	if moves == 0 {
		switch {
		case board.Moves(opp, own) != 0:
			return -s.look(opp, own, depth, -beta, -alpha, inDiscs)
		case inDiscs:
			return pattern.Unit * board.FinalScore(own, opp)
		}
		return certain / 128 * board.FinalScore(own, opp)
	}
	best := -certain
	for ; moves != 0; moves &= moves - 1 {
		sq := bits.TrailingZeros64(moves)
		o, p := board.Play(own, opp, board.Flips(own, opp, sq), sq)
		best = max(best, -s.look(o, p, depth-1, -beta, -max(alpha, best), inDiscs))
		if best >= beta {
			break
		}
	}
	return best
}

// inDiscs evaluates a position for the side to move, in units of 1/pattern.Unit disc of the final
// score. It uses the solver's pattern weights, or the function judge if there are none.
func (s *search) inDiscs(own, opp uint64) int {
	if s.settings.Patterns == nil {
		return judge(own, opp) * pattern.Unit / judgedDisc
	}
	return s.settings.Patterns.Evaluate(own, opp)
}

const (
	// foreseenEmpties is the number of empty squares beyond which the function expect searches a
	// position: one ply for every two further squares, at most mostForeseen plies.
	foreseenEmpties = 10
	mostForeseen    = 8

	// judgedDisc is the approximate value of one disc of the final score in the unit of the
	// function judge.
	judgedDisc = 16
)

// expect estimates the score of a position with n empty squares, as an even number of discs. The
// exact search tests this score first. The estimate is rounded down, because testing a score that
// is too high takes longer: every move must be searched.
func (s *search) expect(own, opp uint64, n int) int {
	depth := min(max((n-foreseenEmpties)/2, 0), mostForeseen)
	v := s.look(own, opp, depth, -certain, certain, true)
	return min(max((v+most*pattern.Unit)/(2*pattern.Unit)*2-most, 2-most), most)
}
