package risk

import (
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/search"
)

// tree is the game tree that an agent searches; it implements [search.Tree]. A ply is an attack,
// which always succeeds as predicted, or a stop. At the end of a turn, the next seat places its new
// units by border security and may then make all its attacks. The tree ignores the limit of rounds.
//
// A tree evaluates positions for one seat, the searching seat, and updates the sums for it from ply
// to ply.
type tree struct {
	b       *board
	seat    int8
	attacks int8 // attacks per turn
	filter  filter
	weights features
	drafter drafter

	everyOrder bool // search independent attacks in every order; see [tree.skip]

	// The following fields are buffers. leaf is a position. base is the ranking of the territories of
	// the seat that places units next, at the node whose leaves are being evaluated; ranked reports
	// whether base is valid. few contains the keys of the territories beside an attack and rest the
	// keys of the others; see [tree.rerank]. end is the last leaf that ended a turn.
	leaf   state
	base   ranking
	list   attackList
	few    [maxTerritories + 1]uint64
	rest   [maxTerritories + 1]uint64
	ranked bool
	end    turnEnd
}

var _ search.Tree[state, engines.Move] = (*tree)(nil)

// setSeat sets the seat for which the tree evaluates positions. It computes the codes and sums of
// position s for this seat, which Play then updates.
func (t *tree) setSeat(b *board, s *state, seat int8) {
	t.b, t.seat = b, seat
	s.encode(b, seat)
	s.sums = s.codedSums(b, seat)
}

// fewChanges is the largest number of changed territories for which [tree.follow] updates the sums
// of the evaluation instead of computing them from scratch.
const fewChanges = 6

// follow copies the position s into root, the root of a search for the seat to move. If only a few
// territories have changed since the last call, it updates the data for the evaluation. Otherwise,
// as at the first attack of a turn, it computes these data from scratch.
func (t *tree) follow(b *board, root, s *state) {
	if t.b != b || t.seat != s.turn || s.left == t.attacks {
		s.copyPosition(root, b.n)
		t.setSeat(b, root, s.turn)
		return
	}
	var changed [slots]uint8
	n := root.differences(s, b.n, &changed)
	if n <= fewChanges {
		for _, x := range changed[:n] {
			now := garrisonOf(s.sideOf(x, t.seat), s.cells[x].units)
			root.sums.add(root.conquestChange(b, int(x), now))
			root.setGarrison(int(x), now)
		}
	}
	s.copyPosition(root, b.n)
	if n > fewChanges {
		t.setSeat(b, root, s.turn)
	}
}

// Turn returns the seat to move.
func (t *tree) Turn(s *state) int { return int(s.turn) }

// Over reports whether the search ends at a position, because the given seat owns all territories
// or none.
func (t *tree) Over(s *state, seat int) bool {
	n := int(s.count[seat])
	return n == 0 || n == t.b.n
}

// Moves appends the attacks that the agent considers to dst, and then stop, which ends the turn.
// stop is left out if the agent must attack and considers an attack.
func (t *tree) Moves(s *state, dst []engines.Move) []engines.Move {
	t.ranked = false
	before := len(dst)
	dst = t.filter.attacks(t.b, s, &t.list, dst)
	if !s.stop && len(dst) > before {
		return dst
	}
	return append(dst, stop)
}

// Value returns the value of position s for a seat: the weighted sum of its features, or the value
// of a win or a loss if it owns all territories or none. left is the number of plies that remain to
// the search; it makes an early win better than a late one.
func (t *tree) Value(s *state, seat, left int) float64 {
	switch int(s.count[seat]) {
	case 0:
		return search.Loss(left)
	case t.b.n:
		return search.Win(left)
	}
	return t.weights.weigh(t.b.features(s.holdings(int8(seat)), s.sums))
}

// Play stores the position after move m in next. An attack succeeds with the losses that
// [predicted] assumes. In next, the seat to move may stop even if the setting force_attack_after
// requires an attack at the root.
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

// handOver gives the turn to the next seat and places its new units by border security; see
// [drafter].
func (t *tree) handOver(s *state) {
	s.turn = s.next(s.turn)
	s.left = t.attacks
	s.skipped = set{}
	for _, p := range t.drafter.draft(s, s.turn, newUnits(s.count[s.turn])) {
		x := int(p.cell)
		now := garrisonOf(s.codes[x]&own, s.cells[x].units+p.units)
		s.sums.defence += s.garrisonChange(t.b, x, now)
		s.change(t.b, x, p.units)
		s.codes[x] = now.code
	}
}

// attack makes attack m with its predicted result, and updates the data for the evaluation.
func (t *tree) attack(s *state, m engines.Move) {
	x, y, _ := attackOf(m)
	u, v := predicted(s.cells[x].units, s.cells[y].units)
	from, to := garrisonOf(s.codes[x]&own, u), garrisonOf(s.codes[x]&own, v)
	s.sums.defence += s.garrisonChange(t.b, x, from)
	s.change(t.b, x, u-s.cells[x].units)
	s.codes[x] = from.code
	s.sums.add(s.conquestChange(t.b, y, to))
	s.capture(t.b, y, s.turn, v)
	s.codes[y] = to.code
	t.skip(s, x, y)
}

// skip adds to s.skipped the territories from which the search need not attack after an attack from
// x on y. s is the position after this attack.
//
// Two attacks of a turn that share no territory lead to the same position in either order, so one
// order is enough. The search lists attacks by territory, as [tree.Moves] does. It has already
// tried each attack from a territory before x, followed by the attack from x on y. So skip omits
// those territories. The set is a sleep set (Godefroid, "Partial-order methods for the verification
// of concurrent systems", LNCS 1032, 1996).
//
// Attacks whose result or choice the attack on y may have changed are not omitted. These are
// attacks from x and y. If agents attack only the weakest enemy, they are also attacks from the
// neighbours of y, whose weakest enemy may be another one now.
func (t *tree) skip(s *state, x, y int) {
	if t.everyOrder {
		return
	}
	s.skipped.addBelow(x)
	s.skipped.remove(y)
	if t.filter.weakest {
		s.skipped.removeAll(t.b.around[y])
	}
}
