package risk

import (
	"math/bits"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/search"
)

var _ search.LeafEvaluator[state, engines.Move] = (*tree)(nil)

// Leaf returns the value of the position after move m without making the move. An attack changes
// the evaluation's sums around two territories. A placement of units changes them around the
// territories that receive units.
func (t *tree) Leaf(s *state, m engines.Move, seat int, alpha, beta float64) float64 {
	e, a, loser := s.holdings(int8(seat)), s.sums, int8(-1)
	if m != stop {
		e, a = t.attacked(s, e, m)
		if s.left > 1 {
			return t.appraise(e, a)
		}
		_, y, _ := attackOf(m)
		if loser = s.owner[y&cellMask]; s.count[loser] == 1 {
			return t.afterAll(s, m, seat) // another seat may draft, or none
		}
	}
	p := s.next(s.turn)
	units := int32(s.count[p])
	if p == loser {
		units--
	}
	// New units of another seat can only reduce this seat's defence, and its own new units can
	// only increase its defence. So the value without the new units is a bound, and a bound
	// outside the search window is sufficient.
	e.total += units
	if p == t.seat {
		e.units += units
	}
	territories, held, defence, density := t.b.features(e, a)
	bound := t.weights.weigh(territories, held, defence, density)
	if p != t.seat && bound <= alpha || p == t.seat && bound >= beta {
		return bound
	}
	if !t.ranked {
		t.base.rank(s, p)
		t.ranked = true
	}
	if m == stop {
		a.defence += t.drafted(t.base.keys[:min(t.base.n, keep(s.count[p]))], s, units)
	} else {
		a.defence += t.draftedAfter(s, m, p, units)
	}
	return t.weights.weigh(territories, held, a.mean(), density)
}

// draftedAfter returns how much the sum for the feature defence changes if seat p places its new
// units after attack m. It carries out only those changes of the attack that affect the result,
// and then reverts them.
func (t *tree) draftedAfter(s *state, m engines.Move, p int8, units int32) int64 {
	x, y, _ := attackOf(m)
	x, y = x&cellMask, y&cellMask
	from, to := s.garrison(x), s.garrison(y)
	u, v := predicted(from.units, to.units)
	kept := s.count[p]
	gone := -to.units
	if s.owner[y] == p {
		kept--
		gone = 0
	}
	keys := t.rerank(s, p, x, y, u-from.units, v+gone, keep(kept))
	s.station(x, garrisonOf(from.code&own, u))
	s.station(y, garrisonOf(from.code&own, v))
	change := t.drafted(keys, s, units)
	s.station(x, from)
	s.station(y, to)
	return change
}

// rerank returns the ranking keys of seat p's most threatened territories after an attack from x on
// y, at most limit of them. The attack changes only the threats to neighbours of x and y, by known
// amounts. So only these territories are ranked again; they are then merged with the others of the
// ranking before the attack.
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
		m += 1 - int(changed[z>>6&1]>>(z&63)&1)
	}
	few[n], rest[m] = 0, 0
	return merge(t.drafter.keys.keys[:min(limit, n+m)], rest, few)
}

// merge fills dst with the highest keys of two lists, which are in descending order and end with
// 0. It does not branch on the comparison of keys, which the processor could not predict.
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

// drafted returns how much the sum for the feature defence changes when one seat places new units
// on the territories in keys. None of these territories is an enemy of another, so their changes
// add up.
func (t *tree) drafted(keys []uint64, s *state, units int32) int64 {
	change := int64(0)
	if len(keys) == 0 {
		return 0 // no territory of the two seats is adjacent
	}
	for _, d := range t.drafter.share(keys, units) {
		x := int(d.cell)
		change += s.rearm(t.b, x, garrisonOf(s.codes[x&cellMask]&own, s.cells[x&cellMask].units+d.units))
	}
	return change
}

// afterAll returns the value of the position after an attack that ends the turn and eliminates a
// seat. Unlike other leaves it is computed by making the move on a copy of the position, because
// such an attack changes too much.
func (t *tree) afterAll(s *state, m engines.Move, seat int) float64 {
	t.Play(s, &t.leaf, m)
	return t.Value(&t.leaf, seat, 0)
}

// attacked returns the territories and units of a seat after attack m, and the sums from which
// its features are computed.
func (t *tree) attacked(s *state, e holdings, m engines.Move) (holdings, sums) {
	x, y, _ := attackOf(m)
	from, to := s.garrison(x), s.garrison(y)
	u, v := predicted(from.units, to.units)
	side := from.code & own
	e.total += u + v - from.units - to.units
	switch uint8(own) {
	case side:
		e.count++
		e.units += u + v - from.units
	case to.code & own:
		e.count--
		e.units -= to.units
	}
	change := s.rearm(t.b, x, garrisonOf(side, u))
	s.station(x, garrisonOf(side, u)) // the pair of x and y changes twice
	a := s.conquer(t.b, y, garrisonOf(side, v))
	s.station(x, from)
	return e, sums{s.sums.pairs + a.pairs, s.sums.defence + a.defence + change, s.sums.open + a.open}
}

// appraise returns the value of a leaf of the search for the searching seat. e contains the
// seat's territories and units, and a the sums from which its features are computed.
func (t *tree) appraise(e holdings, a sums) float64 {
	switch int(e.count) {
	case 0:
		return search.Loss(0)
	case t.b.n:
		return search.Win(0)
	}
	return t.weights.weigh(t.b.features(e, a))
}
