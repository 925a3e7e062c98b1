package risk

import (
	"math"
	"math/bits"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/search"
)

var _ search.LeafEvaluator[state, engines.Move] = (*tree)(nil)

// LastPly returns the best move at position s for the last ply of a search; see
// [search.LeafEvaluator]. If alpha or beta is finite, the search may end early. LastPly then lists
// and evaluates the attacks from one territory at a time, and otherwise lists all attacks first.
func (t *tree) LastPly(s *state, seat int, alpha, beta float64, maxLeaves int) (best engines.Move, index, leaves int, value float64) {
	t.ranked = false
	w := window{alpha: alpha, beta: beta, mover: s.turn == int8(seat), index: -1}
	chunk := 1
	if math.IsInf(alpha, -1) && math.IsInf(beta, 1) {
		chunk = fullList
	}
	l := &t.list
	l.n = 0
	sources := l.sources[:t.filter.sources(s, &l.sources)]
	for i, x := range sources {
		t.filter.list(t.b, s, x, l)
		if l.n < chunk && i+1 < len(sources) {
			continue
		}
		if w.leaves+l.n >= maxLeaves {
			return stop, -1, 0, 0
		}
		for k := range l.n {
			x, y := l.at(k)
			if w.narrow(t.attackLeaf(s, x, y, w.alpha, w.beta)) {
				w.from, w.to = x, y
				if w.alpha >= w.beta {
					return w.result(s)
				}
			}
		}
		l.n = 0
	}
	if w.leaves > 0 && !s.stop {
		return w.result(s)
	}
	if w.leaves >= maxLeaves {
		return stop, -1, 0, 0
	}
	if w.narrow(t.stopLeaf(s, w.alpha, w.beta)) {
		w.from, w.to = 0, 0
	}
	return w.result(s)
}

// window is the state of [tree.LastPly]: the search window, the number of leaves so far, and the
// best move so far.
type window struct {
	alpha, beta float64
	mover       bool // the searching seat is to move
	leaves      int  // visited so far
	index       int  // of the best move; -1 for none
	from, to    int  // the best move; equal if it is stop
}

// narrow counts a leaf with the value v and reports whether v is the best value so far for the seat
// to move. If it is, narrow moves this seat's side of the search window to v and stores the index
// of the leaf.
func (w *window) narrow(v float64) bool {
	w.leaves++
	if w.mover {
		if v <= w.alpha {
			return false
		}
		w.alpha = v
	} else {
		if v >= w.beta {
			return false
		}
		w.beta = v
	}
	w.index = w.leaves - 1
	return true
}

// result returns the results of [tree.LastPly] at position s.
func (w *window) result(s *state) (best engines.Move, index, leaves int, value float64) {
	best = stop
	if w.from != w.to {
		best = attackMove(w.from, w.to, army(s.cells[w.from].units, s.cells[w.to].units))
	}
	if w.mover {
		return best, w.index, w.leaves, w.alpha
	}
	return best, w.index, w.leaves, w.beta
}

// Leaf returns the value of the position after move m for the searching seat, without making the
// move. A value outside the window from alpha to beta may be only a bound.
func (t *tree) Leaf(s *state, m engines.Move, _ int, alpha, beta float64) float64 {
	if m == stop {
		return t.stopLeaf(s, alpha, beta)
	}
	x, y, _ := attackOf(m)
	return t.attackLeaf(s, x, y, alpha, beta)
}

// attackLeaf returns the value of the position after an attack from territory x on territory y,
// without making the attack. It recomputes only the terms of the evaluation around these two
// territories. A value outside the window from alpha to beta may be only a bound.
func (t *tree) attackLeaf(s *state, x, y int, alpha, beta float64) float64 {
	x, y = x&cellMask, y&cellMask
	from, to := s.garrison(x), s.garrison(y)
	u, v := predicted(from.units, to.units)
	side := from.code & own
	e := s.holdings(t.seat)
	e.total += u + v - from.units - to.units
	if side == own {
		e.count++
		e.units += u + v - from.units
	} else if to.code&own == own {
		e.count--
		e.units -= to.units
	}
	a := s.afterAttack(t.b, x, y, garrisonOf(side, u).code, garrisonOf(side, v).code)
	a.add(s.sums)
	if s.left > 1 {
		return t.appraise(e, a)
	}
	return t.lastAttackLeaf(s, x, y, e, a, alpha, beta)
}

// lastAttackLeaf returns the value of the position after an attack from x on y that ends the turn.
// The next seat has then placed its new units. e and a are the searching seat's holdings and sums
// before these placements. s is changed temporarily. A value outside the window from alpha to beta
// may be only a bound.
func (t *tree) lastAttackLeaf(s *state, x, y int, e holdings, a sums, alpha, beta float64) float64 {
	loser := s.owner[y]
	if s.count[loser] == 1 {
		return t.eliminationLeaf(s, attackMove(x, y, 0)) // another seat may draft, or none
	}
	p := s.next(s.turn)
	n := s.count[p]
	if p == loser {
		n--
	}
	units := newUnits(n)
	if t.endTurn(s, p, units, e, a, alpha, beta) {
		return t.end.bound
	}
	from, to := s.garrison(x), s.garrison(y)
	u, v := predicted(from.units, to.units)
	gone := -to.units
	if p == loser {
		gone = 0
	}
	keys := t.rerank(s, p, x, y, u-from.units, v+gone, draftCount(n))
	s.setGarrison(x, garrisonOf(from.code&own, u))
	s.setGarrison(y, garrisonOf(from.code&own, v))
	value := t.drafted(s, keys, units)
	s.setGarrison(x, from)
	s.setGarrison(y, to)
	return value
}

// stopLeaf returns the value of the position after the move stop, which ends the turn, when the
// next seat has placed its new units. A value outside the window from alpha to beta may be only a
// bound.
func (t *tree) stopLeaf(s *state, alpha, beta float64) float64 {
	p := s.next(s.turn)
	units := newUnits(s.count[p])
	if t.endTurn(s, p, units, s.holdings(t.seat), s.sums, alpha, beta) {
		return t.end.bound
	}
	return t.drafted(s, t.base.keys[:min(t.base.n, draftCount(s.count[p]))], units)
}

// turnEnd describes a leaf at the end of a turn, before the next seat has placed its new units. The
// choice of territories for these units affects only the feature defence. So the other terms of the
// value are computed once and stored here.
type turnEnd struct {
	bound       float64 // the value before the placements
	first, last float64 // the sums of the terms of the value before and after the term of the feature defence
	weight      float64 // of the feature defence
	defence     int64   // the sum for the feature defence
	borders     float64 // the value of this sum at which the feature is 1
	enough      int64   // with a sum of at most enough, the value is at most low, which is at most alpha
	low         float64
}

// value returns the value of a leaf at the end of a turn. defence is the sum for the feature
// defence after the placements. The terms are added in the order of [features.weigh], so that both
// are rounded in the same way.
func (e *turnEnd) value(defence int64) float64 {
	return e.first + float64(float64(defence)/e.borders*e.weight) + e.last
}

// endTurn prepares the evaluation of a leaf at which seat p is to place the given number of new
// units. It stores in t.end the parts of the value that do not depend on the placements. e and a
// are the searching seat's holdings and sums without the new units.
//
// The value without placements is a bound: new units of another seat can only reduce the searching
// seat's defence, and its own can only increase it. endTurn returns true if the caller can use this
// bound as the value, because it is outside of the search window or because no placement changes
// it. Otherwise it ranks the territories of seat p, unless they are ranked already.
func (t *tree) endTurn(s *state, p int8, units int32, e holdings, a sums, alpha, beta float64) bool {
	e.total += units
	if p == t.seat {
		e.units += units
	}
	territories, held, defence, density := t.b.features(e, a)
	w, end := &t.weights, &t.end
	end.first, end.last = float64(territories*w[0])+float64(held*w[1]), float64(density*w[3])
	end.bound = end.first + float64(defence*w[2]) + end.last
	if p != t.seat && end.bound <= alpha || p == t.seat && end.bound >= beta || a.pairs == 0 {
		return true
	}
	end.weight, end.defence, end.borders = w[2], a.defence, float64(a.pairs*shareScale)
	end.enough = math.MinInt64
	if p != t.seat {
		// The difference of 16 outweighs float64 errors, except for extreme weights.
		enough := int64((alpha-end.first-end.last)/w[2]*end.borders) - 16
		if end.low = end.value(enough); end.low <= alpha {
			end.enough = enough
		}
	}
	if !t.ranked {
		t.base.rank(s, p)
		t.ranked = true
	}
	return false
}

// rerank returns the keys by which seat p's territories are ranked for new units (see [keyOf]),
// after an attack from x on y. It returns at most limit keys, highest first. The attack adds
// besideX to the threat to the neighbours of x, and besideY to the threat to the neighbours of y.
// All other territories keep their keys.
func (t *tree) rerank(s *state, p int8, x, y int, besideX, besideY int32, limit int) []uint64 {
	byX, byY := &t.b.around[x], &t.b.around[y]
	changed := set{byX[0] | byY[0], byX[1] | byY[1]}
	few, n := &t.few, 0
	for w, word := range changed {
		for word &= s.own[p][w]; word != 0; word &= word - 1 {
			bit := bits.TrailingZeros64(word)
			z := (w<<6 + bit) & cellMask
			if z == y {
				continue
			}
			threat := s.cells[z].threat + besideX&-int32(byX[w]>>bit&1) + besideY&-int32(byY[w]>>bit&1)
			key := keyOf(z, threat, s.cells[z].units)
			for i, k := range few[:n] {
				few[i], key = max(k, key), min(k, key)
			}
			few[n] = key
			n++
		}
	}
	rest, m := &t.rest, 0
	for _, key := range t.base.keys[:min(t.base.n, limit+n+1)] {
		z := cellOf(key)
		rest[m&cellMask] = key
		if changed[z>>6&1]&(1<<(z&63)) == 0 {
			m++
		}
	}
	few[n], rest[m] = 0, 0
	return merge(t.drafter.keys.keys[:min(limit, n+m)], rest, few)
}

// merge fills dst with the highest keys of two lists. Both lists are in descending order and end
// with 0. For speed, no branch depends on a comparison of keys.
func merge(dst []uint64, one, other *[maxTerritories + 1]uint64) []uint64 {
	i, j := 0, 0
	for k := range dst {
		a, b := one[i&cellMask], other[j&cellMask]
		dst[k] = max(a, b)
		first := int((b - a) >> 63) // keys are below 2^63
		i += first
		j += 1 - first
	}
	return dst
}

// drafted returns the value of the leaf t.end after the next seat has placed its new units on the
// territories in keys. It adds up the changes of the feature defence, which are independent,
// because no two of these territories are enemies. A value below the search window may be only a
// bound.
func (t *tree) drafted(s *state, keys []uint64, units int32) float64 {
	if len(keys) == 0 {
		return t.end.bound // no territory of the two seats is adjacent
	}
	defence := t.end.defence
	for _, d := range t.drafter.share(keys, units) {
		x := int(d.cell)
		defence += s.garrisonChange(t.b, x, garrisonOf(s.codes[x&cellMask]&own, s.cells[x&cellMask].units+d.units))
		if defence <= t.end.enough {
			return t.end.low
		}
	}
	return t.end.value(defence)
}

// eliminationLeaf returns the value of the position after an attack that ends the turn and
// eliminates a seat. Such an attack changes too much for the other functions of leaves, so it is
// made on a copy of the position.
func (t *tree) eliminationLeaf(s *state, m engines.Move) float64 {
	t.Play(s, &t.leaf, m)
	return t.Value(&t.leaf, int(t.seat), 0)
}

// appraise returns the value of a leaf for the searching seat. e contains the seat's numbers of
// territories and units, and a its sums for the features defence and density.
func (t *tree) appraise(e holdings, a sums) float64 {
	switch int(e.count) {
	case 0:
		return search.Loss(0)
	case t.b.n:
		return search.Win(0)
	}
	return t.weights.weigh(t.b.features(e, a))
}
