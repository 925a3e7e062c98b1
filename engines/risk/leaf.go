package risk

import (
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/search"
)

var _ search.Leafer[state, engines.Move] = (*tree)(nil)

// Leaf is the value of the position after m, without setting it up: an attack
// changes the sums around two territories, a draft those around the
// territories that get units, and nothing else need be known of a leaf.
func (t *tree) Leaf(s *state, m engines.Move, seat int) float64 {
	e := s.estate(int8(seat))
	if m == stop {
		t.drafted(s, &e)
		return t.appraise(&e)
	}
	if s.left == 1 {
		s.copyTo(&t.leaf, t.b.n)
		t.attack(&t.leaf, m)
		e = t.leaf.estate(int8(seat))
		if !t.leaf.conquered(t.b.n) {
			t.drafted(&t.leaf, &e)
		}
		return t.appraise(&e)
	}
	t.attacked(s, &e, m)
	return t.appraise(&e)
}

// attacked changes an estate as attack would.
func (t *tree) attacked(s *state, e *estate, m engines.Move) {
	x, y, _ := attackOf(m)
	a, d := s.cells[x&cellMask].units, s.cells[y&cellMask].units
	u, v := predicted(a, d)
	e.sums = t.sumsAfter(s, x, y, u, v)
	e.total += u + v - a - d
	switch t.seat {
	case s.turn:
		e.count++
		e.units += u + v - a
	case s.owner[y&cellMask]:
		e.count--
		e.units -= d
	}
}

// drafted changes an estate as handOver would: territories that one seat drafts
// on do not border on each other as enemies, so that their changes add up.
func (t *tree) drafted(s *state, e *estate) {
	p := s.next(s.turn)
	n := int32(s.count[p])
	for _, d := range t.drafter.draft(s, p, n) {
		x := int(d.cell)
		e.sums.defence += t.rearm(s, x, s.cells[x&cellMask].units+d.units)
	}
	e.total += n
	if p == t.seat {
		e.units += n
	}
}

// appraise is Value at a leaf.
func (t *tree) appraise(e *estate) float64 {
	switch int(e.count) {
	case 0:
		return search.Loss(0)
	case t.b.n:
		return search.Win(0)
	}
	f := t.b.features(e)
	return f.weigh(&t.weights)
}
