package risk

import (
	"math/bits"

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
func army(source, target int32) int32 { return (source + target + 1) / 2 }

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
// the index of the source and then by the order of its neighbours. It appends every neighbour and
// removes the neighbours that are not attacked, because the processor could not predict a branch on the
// owner.
func (f filter) attacks(b *board, s *state, dst []engines.Move) []engines.Move {
	p := s.turn
	for w, word := range s.own[p] {
		for ; word != 0; word &= word - 1 {
			x := w<<6 + bits.TrailingZeros64(word)
			c := s.cells[x&cellMask]
			if c.threat == 0 || c.units <= f.minDiff {
				continue
			}
			if f.weakest {
				dst = f.weakestBeside(b, s, x, dst)
				continue
			}
			for _, y := range b.near[x&cellMask] {
				u, keep := s.cells[y&cellMask].units, 1
				if s.owner[y&cellMask] == p {
					keep = 0
				}
				if c.units-u < f.minDiff {
					keep = 0
				}
				dst = append(dst, attackMove(x, int(y), army(c.units, u)))
				dst = dst[:len(dst)-1+keep]
			}
		}
	}
	return dst
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
