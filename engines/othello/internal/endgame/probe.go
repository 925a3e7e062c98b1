package endgame

import (
	"math/bits"

	"github.com/lanista/lanista/engines/othello/internal/board"
)

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
