package risk

import (
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/search"
)

var _ search.Leafer[state, engines.Move] = (*tree)(nil)

// Leaf is the value of the position after m, without setting it up: an attack
// changes the sums around two territories, a draft those around the
// territories that get units, and nothing else need be known of a leaf.
func (t *tree) Leaf(s *state, m engines.Move, seat int, alpha, beta float64) float64 {
	e := s.estate(int8(seat))
	p := s.next(s.turn)
	units := int32(s.count[p])
	if m != stop {
		loser := t.attacked(s, &e, m)
		switch {
		case s.left > 1:
			return t.appraise(&e)
		case s.count[loser] == 1:
			return t.afterAll(s, m, seat) // who drafts, if anybody, has changed
		case loser == p:
			units--
		}
	}
	// Units that another seat drafts only make defence smaller, units of the
	// tree's own seat only make it larger. So the value without that effect is
	// a bound, and a bound outside the window will do.
	e.total += units
	if p == t.seat {
		e.units += units
	}
	bound := t.appraise(&e)
	switch {
	case p != t.seat && bound <= alpha, p == t.seat && bound >= beta:
		return bound
	case m != stop:
		return t.afterAll(s, m, seat)
	}
	e.sums.defence += t.drafted(s, p, units)
	return t.appraise(&e)
}

// afterAll is the value after an attack that ends the turn.
func (t *tree) afterAll(s *state, m engines.Move, seat int) float64 {
	s.copyTo(&t.leaf, t.b.n)
	t.attack(&t.leaf, m)
	e := t.leaf.estate(int8(seat))
	if !t.leaf.conquered(t.b.n) {
		p := t.leaf.next(t.leaf.turn)
		units := int32(t.leaf.count[p])
		e.sums.defence += t.drafted(&t.leaf, p, units)
		e.total += units
		if p == t.seat {
			e.units += units
		}
	}
	return t.appraise(&e)
}

// drafted is how the draft of p changes the defence sum. Territories that one
// seat drafts on do not border on each other as enemies, so the changes add up.
func (t *tree) drafted(s *state, p int8, units int32) int64 {
	change := int64(0)
	for _, d := range t.drafter.draft(s, p, units) {
		x := int(d.cell)
		change += t.rearm(s, x, s.cells[x&cellMask].units+d.units)
	}
	return change
}

// attacked changes an estate as attack would, and says who loses a territory.
func (t *tree) attacked(s *state, e *estate, m engines.Move) (loser int8) {
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
	return s.owner[y&cellMask]
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
