package risk

import (
	"math/bits"

	"github.com/lanista/lanista/engines"
)

// filter selects the legal attacks that an agent considers, for example only those on weak
// neighbours.
type filter struct {
	minDiff int32 // smallest difference between the units of source and target
	weakest bool  // only the weakest enemy beside each source, the first of equal ones
}

// army returns the number of units with which an agent attacks: half of the units of source and
// target together, rounded up. This rule comes from the report that the package comment cites. See
// odds for the probability of success.
func army(source, target int32) int32 { return int32(uint32(source+target+1) / 2) }

// predicted returns the units on source and target after an attack, as the search assumes them. The
// attack succeeds, each defender costs the army one unit, and the rest of the army moves to the
// target. At least one unit stays on the source, even if the whole source attacks.
func predicted(source, target int32) (sourceLeft, targetLeft int32) {
	a := army(source, target)
	return max(source-a, 1), a - target
}

// attacks appends the attacks that the agent considers for the seat to move. They are ordered by
// the number of the source, and then as in the list of its neighbours. l is a buffer.
func (f filter) attacks(b *board, s *state, l *attackList, dst []engines.Move) []engines.Move {
	for _, x := range l.sources[:f.sources(s, &l.sources)] {
		l.n = 0
		f.list(b, s, x, l)
		for i := range l.n {
			x, y := l.at(i)
			dst = append(dst, attackMove(x, y, army(s.cells[x].units, s.cells[y].units)))
		}
	}
	return dst
}

// attackList is a list of n attacks: attack i leads from territory from[i] to territory to[i].
// sources is a buffer for the territories from which attacks are possible.
type attackList struct {
	n        int
	from, to [slots]uint8
	sources  [slots]uint8
}

// fullList is the largest length of an attackList in which there is still room for all attacks from
// one more territory.
const fullList = slots - maxTerritories

func (l *attackList) at(i int) (x, y int) { return int(l.from[uint8(i)]), int(l.to[uint8(i)]) }

// sources stores the territories from which the seat to move may attack in dst and returns their
// number. They have an enemy neighbour and enough units. For speed, no branch depends on these
// conditions: every territory of the seat is written, and unsuitable ones are overwritten.
func (f filter) sources(s *state, dst *[slots]uint8) int {
	n := 0
	for w, word := range s.own[s.turn] {
		for word &^= s.skipped[w]; word != 0; word &= word - 1 {
			x := uint8(w<<6 + bits.TrailingZeros64(word))
			c, possible := &s.cells[x], 1
			if c.threat == 0 {
				possible = 0
			}
			if c.units <= f.minDiff {
				possible = 0
			}
			dst[uint8(n)] = x
			n += possible
		}
	}
	return n
}

// list appends the attacks from territory x that the agent considers to l, in the order of the
// neighbours. x comes from [filter.sources]. For speed, no branch depends on the owner of a
// neighbour: every attack is written, and unsuitable ones are overwritten.
func (f filter) list(b *board, s *state, x uint8, l *attackList) {
	if f.weakest {
		f.weakestBeside(b, s, x, l)
		return
	}
	strongest := uint32(s.cells[x].units - f.minDiff) // units of a neighbour that the agent attacks
	turn, n := s.turn, l.n
	for _, f := range b.sides[x&cellMask] {
		for range 4 {
			y := uint8(f)
			f >>= 8
			u := s.cells[y].units
			if s.owner[y] == turn {
				u = 0
			}
			l.from[uint8(n)], l.to[uint8(n)] = x, y
			if uint32(u-1) < strongest { // 0 is an own territory or no territory
				n++
			}
		}
	}
	l.n = n
}

// weakestBeside appends the attack from territory x on its enemy neighbour with the fewest units,
// unless this neighbour is too strong for the agent.
func (f filter) weakestBeside(b *board, s *state, x uint8, l *attackList) {
	least, target := int32(1<<30), uint8(0)
	for _, y := range b.near[x&cellMask] {
		if u := s.cells[y].units; s.owner[y] != s.turn && u < least {
			least, target = u, y
		}
	}
	l.from[uint8(l.n)], l.to[uint8(l.n)] = x, target
	if s.cells[x].units-least >= f.minDiff {
		l.n++
	}
}
