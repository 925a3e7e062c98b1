package risk

// The functions in this file update the sums of a tree's seat when a territory changes. For
// small armies, the usual case, one loop reads shares from rows of a table and does not branch
// on the owner of a neighbour, which is unpredictable. If an army is large, a second loop
// computes the sums without the table.

// sumsAfter returns the sums from which the features defence and density are computed, for the
// position after the seat to move has conquered territory y from x. Then u units are left on x, and
// v units are on y.
func (t *tree) sumsAfter(s *state, x, y int, u, v int32) sums {
	a, change := s.sums, t.rearm(s, x, u)
	before, held := s.cells[x&cellMask].units, s.cells[y&cellMask].units
	switch t.seat {
	case s.owner[x&cellMask]: // rearm has counted the pair with y, which no longer exists
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

// rearm returns how much the sum for the feature defence changes if the number of units on
// territory x becomes u. The shares of two enemy neighbours add up to 1, so what one of them gains,
// the other loses.
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

// rearmSmall returns how much the shares between a territory and its neighbours change when the
// units on the territory change from old to u. all is the bitwise or of all numbers of units,
// which shows whether they fit into the table of shares.
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

// turnOver returns how the sums for the evaluation change when the seat for which the tree
// evaluates positions gains territory y. The pairs of y with territories of other seats are added,
// with mine units on y. The pairs of the seat's own territories with y are removed, with theirs
// units on y. If the seat loses y instead, the change is the negative of this.
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

// turnOverSmall returns the parts of [tree.turnOver] for small armies: the change of the sum for
// defence, the parts of the seat's territories among the neighbours, and their number. all is the
// bitwise or of all numbers of units. The variables of the loop just fit into registers.
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
