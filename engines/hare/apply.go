package hare

import "github.com/lanista/lanista/engines"

// apply carries out a legal move of the player to move; c are the choices that
// it was taken from. After a forward move onto a hare the card is still to be
// drawn, and the turn stays with the player until it is (see state.draw).
func (s *state) apply(b *board, m engines.Move, c *choices) {
	p := s.turn
	if m == moveForced {
		s.applyForced(b)
		s.pass()
		return
	}
	if s.flag[p] == choosing {
		s.flag[p] = free
	}
	s.carrots[p] += c.due
	switch {
	case m == moveTake:
		s.carrots[p] += 10
	case m == moveGive:
		s.carrots[p] -= 10
	case m < 0:
		s.move(p, int(s.square[p])+int(m))
		s.carrots[p] += int32(-10 * m)
	default:
		cost := costOf(int(m))
		s.carrots[p] -= int32(cost)
		s.land(b, p, int(s.square[p])+int(m))
		if b.hares.has(int(s.square[p])) {
			s.drawing, s.paid = true, uint16(cost)
			return
		}
	}
	s.pass()
}

// applyForced eats, misses a turn, declines a choice or, where nothing else is
// left, goes back to the start with fresh carrots and the same lettuces.
func (s *state) applyForced(b *board) {
	p := s.turn
	switch {
	case s.flag[p] == free:
		s.move(p, 0)
		s.carrots[p] = b.start[s.seats]
	case s.eats(b, p):
		s.lettuces[p]--
		s.carrots[p] += int32(10 * s.rank(p))
	}
	s.flag[p] = free
}

// land puts a piece on a square that it has moved forward to, or that a card
// has moved it to.
func (s *state) land(b *board, p uint8, to int) {
	if to == finish {
		s.finish(p)
		return
	}
	s.move(p, to)
	if b.kinds[to] == lettuceSquare {
		s.flag[p] = pending
	}
}
