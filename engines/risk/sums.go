package risk

// The functions here keep the sums of a tree's seat when a territory changes.
// Most armies are small; for these, shares are read from rows of a table by one
// loop that does not branch on who owns a neighbour, which no processor can
// guess. If an army turns out to be large, the loop is done again with care.

// sumsAfter is what the sums become when the seat to move takes y from x, and u
// and v units are left on them.
func (t *tree) sumsAfter(s *state, x, y int, u, v int32) sums {
	a, change := s.sums, t.rearm(s, x, u)
	before, held := s.cells[x&cellMask].units, s.cells[y&cellMask].units
	switch t.seat {
	case s.owner[x&cellMask]: // rearm has counted the pair with y, which goes
		g := t.turnOver(s, y, v, held)
		change += g.defence - share(u, held) + share(before, held)
		return sums{a.pairs + g.pairs, a.defence + change, a.open + g.open}
	case s.owner[y&cellMask]:
		g := t.turnOver(s, y, held, v)
		change -= g.defence + share(held, u) - share(held, before)
		return sums{a.pairs - g.pairs, a.defence + change, a.open - g.open}
	}
	a.defence += change + t.rearm(s, y, v)
	return a
}

// rearm is how the defence sum changes when x has u units. What a pair gains
// seen from its one side it loses seen from the other.
func (t *tree) rearm(s *state, x int, u int32) int64 {
	c, mine := s.cells[x&cellMask].units, s.owner[x&cellMask] == t.seat
	change, all := s.rearmSmall(t.b.near[x&cellMask], t.seat, mine, u, c)
	if all > smallMask {
		change = t.rearmLarge(s, x, u)
	}
	if mine {
		return change
	}
	return -change
}

// rearmSmall sums over the pairs of a territory with its neighbours, and returns
// the union of the bits of all armies.
func (s *state) rearmSmall(near []uint8, seat int8, mine bool, u, old int32) (change int64, all int32) {
	now, then := shareRow(u), shareRow(old)
	all = u | old
	for _, z := range near {
		w := s.cells[z&cellMask].units
		all |= w
		d := now[w&smallMask] - then[w&smallMask]
		if (s.owner[z&cellMask] == seat) == mine {
			d = 0
		}
		change += d
	}
	return change, all
}

func (t *tree) rearmLarge(s *state, x int, u int32) int64 {
	old, mine, change := s.cells[x].units, s.owner[x] == t.seat, int64(0)
	for _, z := range t.b.near[x] {
		if w := s.cells[z].units; (s.owner[z] == t.seat) != mine {
			change += share(u, w) - share(old, w)
		}
	}
	return change
}

// turnOver is what y adds to the sums when it comes to the tree's seat: its
// pairs with others, held with mine units, less the pairs that the seat's
// territories had with it, held by another with theirs. It is what y takes away
// when it goes.
func (t *tree) turnOver(s *state, y int, mine, theirs int32) sums {
	y &= cellMask
	near := t.b.near[y]
	defence, lost, own, all := s.turnOverSmall(near, &t.b.part, t.seat, mine, theirs)
	if all > smallMask {
		defence = t.turnOverLarge(s, y, mine, theirs)
	}
	others := int64(len(near)) - own
	return sums{others - own, defence, others*t.b.part[y] - lost}
}

// turnOverSmall returns the change of defence, the parts of the seat's territories
// among the neighbours, their number, and the union of the bits of all armies.
// What one loop needs here just fits the registers.
func (s *state) turnOverSmall(near []uint8, parts *[maxTerritories]int64, seat int8, mine, theirs int32) (defence, lost, own int64, all int32) {
	ours, others := shareRow(mine), shareRow(theirs)
	all = mine | theirs
	for _, z := range near {
		w := s.cells[z&cellMask].units
		all |= w
		d, part, one := others[w&smallMask]-shareScale, parts[z&cellMask], int64(1)
		if s.owner[z&cellMask] != seat {
			d, part, one = ours[w&smallMask], 0, 0
		}
		own += one
		defence += d
		lost += part
	}
	return defence, lost, own, all
}

func (t *tree) turnOverLarge(s *state, y int, mine, theirs int32) int64 {
	defence := int64(0)
	for _, z := range t.b.near[y] {
		if w := s.cells[z].units; s.owner[z] == t.seat {
			defence -= share(w, theirs)
		} else {
			defence += share(mine, w)
		}
	}
	return defence
}
