package risk

import (
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/search"
)

// tree is the game of the search, a [search.Tree]. A ply is one attack that succeeds as
// predicted, or a stop. A stop and the last attack of a turn pass the turn within the same ply:
// the next seat drafts by border security and has all its attacks left. The tree ignores the
// round cap of the game.
//
// A tree evaluates positions for one seat and updates the sums of this seat from ply to ply.
type tree struct {
	b       *board
	seat    int8
	attacks int8 // attacks per turn
	filter  filter
	weights features
	drafter drafter

	// Buffers of Leaf. leaf is a position. base is the ranking of the seat that drafts next at
	// the node whose leaves are evaluated; ranked is true if base is valid. few and rest are the
	// keys of the territories beside an attack and of the others; see rerank.
	leaf   state
	base   ranking
	few    [maxTerritories + 1]uint64
	rest   [maxTerritories + 1]uint64
	ranked bool
}

var _ search.Tree[state, engines.Move] = (*tree)(nil)

// watch selects the seat to move in s and computes the sums that Play updates.
func (t *tree) watch(b *board, s *state) {
	t.b, t.seat = b, s.turn
	s.sums = sum(b, s, t.seat)
}

// Turn returns the seat to move.
func (t *tree) Turn(s *state) int { return int(s.turn) }

// Over reports whether seat owns all territories or none.
func (t *tree) Over(s *state, seat int) bool {
	n := int(s.count[seat])
	return n == 0 || n == t.b.n
}

// Moves appends the candidate attacks, and stop.
func (t *tree) Moves(s *state, dst []engines.Move) []engines.Move {
	t.ranked = false
	before := len(dst)
	dst = t.filter.attacks(t.b, s, dst)
	if !s.stop && len(dst) > before {
		return dst
	}
	return append(dst, stop)
}

// Value returns the weighted sum of the features of seat, or the value of a win or a loss.
func (t *tree) Value(s *state, seat, left int) float64 {
	switch int(s.count[seat]) {
	case 0:
		return search.Loss(left)
	case t.b.n:
		return search.Win(left)
	}
	return t.weights.weigh(t.b.features(s.holdings(int8(seat)), s.sums))
}

// Play sets next to the predicted position after m.
func (t *tree) Play(s, next *state, m engines.Move) {
	s.copyTo(next, t.b.n)
	next.stop = true
	if m != stop {
		t.attack(next, m)
		if next.left--; next.left > 0 || next.conquered(t.b.n) {
			return
		}
	}
	t.handOver(next)
}

// handOver ends the turn, and the next seat drafts.
func (t *tree) handOver(s *state) {
	s.turn = s.next(s.turn)
	s.left = t.attacks
	for _, p := range t.drafter.draft(s, s.turn, int32(s.count[s.turn])) {
		x := int(p.cell)
		s.sums.defence += t.rearm(s, x, s.cells[x].units+p.units)
		s.change(t.b, x, p.units)
	}
}

// attack makes the attack m and updates the sums.
func (t *tree) attack(s *state, m engines.Move) {
	x, y, _ := attackOf(m)
	u, v := predicted(s.cells[x].units, s.cells[y].units)
	s.sums = t.sumsAfter(s, x, y, u, v)
	t.move(s, x, y)
}

// move moves an army from x into y as predicted.
func (t *tree) move(s *state, x, y int) {
	u, v := predicted(s.cells[x].units, s.cells[y].units)
	s.change(t.b, x, u-s.cells[x].units)
	s.capture(t.b, y, s.turn, v)
}
