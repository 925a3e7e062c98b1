package risk

import (
	"math/bits"
	"slices"

	"github.com/lanista/lanista/engines"
)

// filter selects which of the legal attacks an agent considers, such as only those on weak
// neighbours.
type filter struct {
	minDiff int32 // smallest difference between the units of source and target
	weakest bool  // only the weakest enemy beside each source, the first of equal ones
}

// army returns the number of units with which an agent attacks: half of the units of source and
// target together, rounded up, as in the report that the package comment cites. It wins with
// probability 1/2 if the source has one or two units more than the target. With three or four
// more the probability is 3/4 against one defender and 0.59 against ten; see odds.
func army(source, target int32) int32 { return int32(uint32(source+target+1) / 2) }

// predicted returns the units on source and target after an attack, as the search predicts them. It
// assumes that the attack succeeds, that each defender costs the army one unit, and that the
// remaining army moves to the target. If the source has only one unit more than the target, the
// whole source attacks. The prediction is then the smallest victory, with one unit left on either
// territory.
func predicted(source, target int32) (sourceLeft, targetLeft int32) {
	a := army(source, target)
	if a == source {
		return 1, 1
	}
	return source - a, a - target
}

// attacks appends the attacks that the agent considers for the seat to move. They are ordered by
// the index of the source and then by the order of its neighbours.
func (f filter) attacks(b *board, s *state, dst []engines.Move) []engines.Move {
	var all [slots]uint8
	sources := all[:f.sources(s, &all)]
	if f.weakest {
		for _, x := range sources {
			dst = f.weakestBeside(b, s, int(x), dst)
		}
		return dst
	}
	dst = slices.Grow(dst, len(sources)*b.widest)
	n := len(dst)
	for _, x := range sources {
		n += s.attacksFrom(int(x), b.sides[x&cellMask], f.minDiff, dst[n:cap(dst)])
	}
	return dst[:n]
}

// sources writes the territories from which the seat to move may attack to dst and returns their
// number. It writes every territory of the seat, and overwrites those without enemies or with too
// few units, because the processor could not predict a branch.
func (f filter) sources(s *state, dst *[slots]uint8) int {
	n := 0
	for w, word := range s.own[s.turn] {
		for ; word != 0; word &= word - 1 {
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

// attacksFrom writes the attacks of the seat to move from territory x to dst and returns their
// number. It writes an attack on every neighbour, and overwrites those that the agent does not
// consider, because the processor could not predict a branch on the owner.
func (s *state) attacksFrom(x int, sides []four, minDiff int32, dst []engines.Move) int {
	units, n := s.cells[x&cellMask].units, 0
	most := uint32(units - minDiff) // units of a neighbour that the agent attacks
	for _, f := range sides {
		for range 4 {
			y := uint8(f)
			f >>= 8
			u := s.cells[y].units
			dst[n] = attackMove(x, int(y), army(units, u))
			if s.owner[y] == s.turn {
				u = 0
			}
			if uint32(u-1) < most { // 0 is an own territory or no territory
				n++
			}
		}
	}
	return n
}

// weakestBeside appends the attack from territory x on its weakest enemy neighbour, the one with
// the fewest units.
func (f filter) weakestBeside(b *board, s *state, x int, dst []engines.Move) []engines.Move {
	least, target := int32(1<<30), 0
	for _, y := range b.near[x] {
		if u := s.cells[y].units; s.owner[y] != s.turn && u < least {
			least, target = u, int(y)
		}
	}
	if u := s.cells[x].units; u-least >= f.minDiff {
		dst = append(dst, attackMove(x, target, army(u, least)))
	}
	return dst
}
