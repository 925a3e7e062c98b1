package hare

import (
	"fmt"
	"strconv"

	"github.com/lanista/lanista/engines"
)

// These are the codes of the special moves. Any other code is a number of squares: positive for a
// move forward, and negative for a move back to a hedgehog. moveZero is legal only if no other move
// is, or if a card lets the player take or give ten carrots.
const (
	moveZero engines.Move = 0    // eat, miss a turn, take and give nothing, or go back to the start
	moveTake engines.Move = 1001 // stay on a carrot square and take ten
	moveGive engines.Move = 1002 // stay on a carrot square and give ten back
)

// maxMoves is an upper bound of the number of legal moves in a position. Exported agents contain
// the same number under the name Most.
const maxMoves = finish + 4

// choices contains the legal moves in one position.
type choices struct {
	forward    squares // squares that can be entered
	back       int     // the hedgehog that can be reached backwards, or 0
	take, give bool
	zero       bool  // moveZero is legal
	due        int32 // carrots that a number square pays before the move
}

// choose returns the legal moves of the player to move. The game must not be over, and no card may
// be left to draw (see state.drawing).
func (s *state) choose(b *board) (c choices) {
	p := s.turn
	switch s.flag[p] {
	case pending, eating:
		c.zero = true
		return c
	case choosing:
		c.zero, c.take, c.give = true, true, s.carrots[p] >= 10
		return c
	}
	at := int(s.square[p])
	c.due = s.payout(b, p)
	carrots := s.carrots[p] + c.due

	steps := min(reach(int(carrots)), finish-at)
	c.forward = (squares(1)<<steps - 1) << at
	c.forward &^= b.hedgehogs | s.occupied
	if s.lettuces[p] == 0 {
		c.forward &^= b.lettuces
	}
	if c.forward.has(finish) && !s.mayFinish(p, carrots-int32(costOf(finish-at))) {
		c.forward &^= square(finish)
	}
	if h := b.hedgehogs.before(at).highest(); h > 0 && !s.occupied.has(h) {
		c.back = h
	}
	if b.kinds[at] == carrotSquare {
		c.take, c.give = true, carrots >= 10
	}
	c.zero = c.forward == 0 && c.back == 0 && !c.take
	return c
}

func (c *choices) count() int {
	n := c.forward.count()
	for _, yes := range [...]bool{c.back > 0, c.take, c.give, c.zero} {
		if yes {
			n++
		}
	}
	return n
}

// list appends the legal moves of a player on the given square to dst. Moves forward come first,
// the shortest before the others. Then follow the move back, taking ten carrots, giving ten
// carrots, and the move 0. [tree.Expand] and exported agents use the same order.
func (c *choices) list(square int, dst []engines.Move) []engines.Move {
	for f := c.forward; f != 0; f &= f - 1 {
		dst = append(dst, engines.Move(f.lowest()-square))
	}
	if c.back > 0 {
		dst = append(dst, engines.Move(c.back-square))
	}
	if c.take {
		dst = append(dst, moveTake)
	}
	if c.give {
		dst = append(dst, moveGive)
	}
	if c.zero {
		dst = append(dst, moveZero)
	}
	return dst
}

func (c *choices) allows(at int, m engines.Move) bool {
	switch {
	case m == moveZero:
		return c.zero
	case m == moveTake:
		return c.take
	case m == moveGive:
		return c.give
	case m > 0 && int(m) <= finish-at:
		return c.forward.has(at + int(m))
	}
	return m < 0 && c.back > 0 && at+int(m) == c.back
}

// formatMove returns the code of a move as decimal text.
func formatMove(m engines.Move) string { return strconv.Itoa(int(m)) }

// parseMove parses the code of a move, such as "7", "+7" or "-3". It returns an error for a number
// that is no code. It does not check whether the move is legal.
func parseMove(text string) (engines.Move, error) {
	n, err := strconv.ParseInt(text, 10, 32)
	m := engines.Move(n)
	if err != nil || m != moveTake && m != moveGive && (m < -finish || m > finish) {
		return 0, fmt.Errorf("%.20q is not a move (0, squares forward, minus squares back, 1001, 1002)", text)
	}
	return m, nil
}

// apply makes a legal move of the player to move. c contains the legal moves. If the move enters a
// hare square, apply sets s.drawing and does not end the turn; the caller must then call draw.
func (s *state) apply(b *board, m engines.Move, c *choices) {
	p := s.turn
	if m == moveZero {
		s.applyZero(b)
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

// applyZero makes the move 0. The player eats a lettuce, misses a turn, or takes and gives nothing.
// If none of these is due, the player returns to the start with new carrots and the same lettuces.
func (s *state) applyZero(b *board) {
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

// land puts the piece of player p on a square after a move forward or by a card. It also applies
// the effects of the finish and of lettuce squares.
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
