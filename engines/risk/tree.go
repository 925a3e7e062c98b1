package risk

import (
	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/search"
)

// tree is the game as an agent foresees it, for the search. A ply is one attack
// that succeeds as predicted, or a stop. A stop, and the last attack of a turn,
// hand the turn on within the same ply: the next seat drafts by border security
// and has all its attacks before it. The board's round cap is not foreseen.
//
// A tree looks from one seat, whose evaluation it keeps up to date from ply to
// ply. It implements search.Judge.
type tree struct {
	b       *board
	seat    int8
	attacks int8 // attacks per turn
	filter  filter
	weights features
	drafter drafter
}

var _ search.Judge[state, engines.Move] = (*tree)(nil)

// watch points the tree at the seat to move in s and prepares the sums that Play
// keeps up to date.
func (t *tree) watch(b *board, s *state) {
	t.b, t.seat = b, s.turn
	s.sums = sum(b, s, t.seat)
}

// Turn is the seat to move.
func (t *tree) Turn(s *state) int { return int(s.turn) }

// Over reports whether seat has everything or nothing.
func (t *tree) Over(s *state, seat int) bool {
	n := int(s.count[seat])
	return n == 0 || n == t.b.n
}

// Moves appends the candidate attacks, and stop.
func (t *tree) Moves(s *state, dst []engines.Move) []engines.Move {
	before := len(dst)
	dst = t.filter.attacks(t.b, s, dst)
	if !s.stop && len(dst) > before {
		return dst
	}
	return append(dst, stop)
}

// Value is the weighted sum of the features of seat, or a win or a loss.
func (t *tree) Value(s *state, seat, left int) float64 {
	switch int(s.count[seat]) {
	case 0:
		return search.Loss(left)
	case t.b.n:
		return search.Win(left)
	}
	f := featuresOf(t.b, s, int8(seat), &s.sums)
	return f.weigh(&t.weights)
}

// Play sets next to what is foreseen after m.
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

// handOver ends the turn: the next seat drafts.
func (t *tree) handOver(s *state) {
	s.turn = s.next(s.turn)
	s.left = t.attacks
	for _, p := range t.drafter.draft(s, s.turn, int32(s.count[s.turn])) {
		t.place(s, int(p.cell), p.units)
	}
}

// place adds units to a territory and keeps the sums.
func (t *tree) place(s *state, x int, units int32) {
	s.sums.defence += t.defenceAfter(s, x, units)
	s.change(t.b, x, units)
}

// defenceAfter is how the defence sum would change with more units on x.
func (t *tree) defenceAfter(s *state, x int, units int32) int64 {
	p, u, change := s.owner[x], s.cells[x].units, int64(0)
	for _, y := range t.b.near[x] {
		switch q := s.owner[y]; {
		case q == p:
		case p == t.seat:
			v := s.cells[y].units
			change += share(u+units, v) - share(u, v)
		case q == t.seat:
			v := s.cells[y].units
			change += share(v, u+units) - share(v, u)
		}
	}
	return change
}

// attack moves the army of m into its target and keeps the sums.
func (t *tree) attack(s *state, m engines.Move) {
	x, y, _ := attackOf(m)
	u, v := predicted(s.cells[x].units, s.cells[y].units)
	s.sums = t.sumsAfter(s, x, y, u, v)
	s.change(t.b, x, u-s.cells[x].units)
	s.capture(t.b, y, s.turn, v)
}

// sumsAfter is what the sums become when the seat to move takes y from x, and u
// and v units are left on them.
func (t *tree) sumsAfter(s *state, x, y int, u, v int32) sums {
	a := s.sums
	t.leave(s, &a, x, y)
	t.leave(s, &a, y, x)
	taker, loser := s.owner[x] == t.seat, s.owner[y] == t.seat
	if taker {
		a.drop(share(s.cells[x].units, s.cells[y].units), t.b.part[x])
	} else if loser {
		a.drop(share(s.cells[y].units, s.cells[x].units), t.b.part[y])
	}
	t.join(s, &a, x, y, taker, u)
	t.join(s, &a, y, x, taker, v)
	return a
}

// leave takes the pairs of x out of the sums, but for the one with except.
func (t *tree) leave(s *state, a *sums, x, except int) {
	mine, u := s.owner[x] == t.seat, s.cells[x].units
	for _, z := range t.b.near[x] {
		if theirs := s.owner[z] == t.seat; int(z) == except || theirs == mine {
			continue
		}
		if mine {
			a.drop(share(u, s.cells[z].units), t.b.part[x])
		} else {
			a.drop(share(s.cells[z].units, u), t.b.part[z])
		}
	}
}

// join puts the pairs of x into the sums, but for the one with except, as if x
// belonged to the seat watched or not and had u units.
func (t *tree) join(s *state, a *sums, x, except int, mine bool, u int32) {
	for _, z := range t.b.near[x] {
		if theirs := s.owner[z] == t.seat; int(z) == except || theirs == mine {
			continue
		}
		if mine {
			a.add(share(u, s.cells[z].units), t.b.part[x])
		} else {
			a.add(share(s.cells[z].units, u), t.b.part[z])
		}
	}
}

func (a *sums) add(share, part int64) {
	a.pairs++
	a.defence += share
	a.open += part
}

func (a *sums) drop(share, part int64) {
	a.pairs--
	a.defence -= share
	a.open -= part
}
