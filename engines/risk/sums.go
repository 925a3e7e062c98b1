package risk

import (
	"math/bits"
	"sync"
)

// The sums from which the features defence and density are computed depend on the number of units
// on each territory, and on whether the searching seat owns it. The code of a territory contains
// both in a byte. The table pairShares contains the term for every pair of codes. So the terms of a
// territory are read from one row of the table, at the codes of its neighbours. No branch depends
// on an owner, because the processor could not predict it.

// These constants describe the code of a territory, a byte. Bits 0 to 5 are the number of units, or
// manyUnits for that number and more. Bit 6, own, is set if the searching seat owns the territory.
// The code 0 stands for missing neighbours in [board.sides].
const (
	manyUnits = 1<<6 - 1
	own       = 1 << sideBit
	sideBit   = 6
	codeMask  = 1<<7 - 1
)

// pairShares contains the term of the feature defence for the border between two territories. The
// indices are the codes of both, bytes that encode owner and units. The term is the searching
// seat's share of their units, in units of 1/shareScale, or 0 if the seat owns both or none. It is
// unknownShare if a code does not contain the exact number of units.
var pairShares [codeMask + 1][slots]int64

// fillPairShares computes the table pairShares. Only the first call has an effect. Every function
// that creates a game calls it, so that programs without games of Risk do not need the time.
var fillPairShares = sync.OnceFunc(func() {
	t := &pairShares
	for u := range int32(manyUnits + 1) {
		for v := range int32(manyUnits + 1) {
			switch {
			case u == 0 || v == 0:
				continue
			case u == manyUnits || v == manyUnits:
				t[own|u][v] = unknownShare
			default:
				t[own|u][v] = wideShare(u, v)
			}
			t[v][own|u] = t[own|u][v]
		}
	}
})

// unknownShare is the entry of pairShares for territories with too many units for an exact code. It
// exceeds any sum of other entries over the neighbours of a territory, so a sum shows whether it
// contains this entry.
const unknownShare = 1 << 55

// garrison contains the number of units on a territory and its code, a byte that encodes the units
// and the owner.
type garrison struct {
	units int32
	code  uint8
}

// garrisonOf returns a garrison: the given number of units with the code that encodes them and the
// owner. side is own if the searching seat owns the territory, otherwise 0.
func garrisonOf(side uint8, units int32) garrison {
	return garrison{units, side | uint8(min(units, manyUnits))}
}

func (s *state) garrison(x int) garrison {
	return garrison{s.cells[x&cellMask].units, s.codes[x&cellMask]}
}

// setGarrison sets the units of territory x and its code, the byte that encodes the units and the
// owner. It does not update sums, totals and threats.
func (s *state) setGarrison(x int, g garrison) {
	s.cells[x&cellMask].units, s.codes[x&cellMask] = g.units, g.code
}

// sideOf returns the part of territory x's code that stands for the owner: own if seat owns the
// territory, otherwise 0.
func (s *state) sideOf(x uint8, seat int8) uint8 {
	side := int32(0) // not a byte, for which the compiler makes a branch that the processor cannot predict
	if s.owner[x] == seat {
		side = own
	}
	return uint8(side)
}

// encode computes the codes of all territories, bytes that encode the units and whether the given
// seat owns the territory.
func (s *state) encode(b *board, seat int8) {
	for x := range b.n {
		x := uint8(x)
		s.codes[x] = garrisonOf(s.sideOf(x, seat), s.cells[x].units).code
	}
	s.codes[uint8(b.n)] = 0
}

// garrisonChange returns how much the searching seat's sum for the feature defence changes if
// territory x gets the units of g. The owner must not change.
func (s *state) garrisonChange(b *board, x int, g garrison) int64 {
	x &= cellMask
	after, before := &pairShares[g.code&codeMask], &pairShares[s.codes[x]&codeMask]
	gained, lost := int64(0), int64(0)
	for _, f := range b.sides[x] {
		i, j, k, l := f.split()
		i, j, k, l = s.codes[i], s.codes[j], s.codes[k], s.codes[l]
		gained += after[i] + after[j] + after[k] + after[l]
		lost += before[i] + before[j] + before[k] + before[l]
	}
	if gained|lost >= unknownShare {
		return s.exposure(b, x, g) - s.exposure(b, x, s.garrison(x))
	}
	return gained - lost
}

// conquestChange returns how much the searching seat's [sums], for the features defence and
// density, change if territory y gets the owner and units of g.
func (s *state) conquestChange(b *board, y int, g garrison) sums {
	y &= cellMask
	then := s.codes[y]
	after, before := &pairShares[g.code&codeMask], &pairShares[then&codeMask]
	gained, lost, held := int64(0), int64(0), int64(0)
	for _, f := range b.sides[y] {
		i, j, k, l := f.split()
		held += s.held(b, i) + s.held(b, j) + s.held(b, k) + s.held(b, l)
		i, j, k, l = s.codes[i], s.codes[j], s.codes[k], s.codes[l]
		gained += after[i] + after[j] + after[k] + after[l]
		lost += before[i] + before[j] + before[k] + before[l]
	}
	change := gained - lost
	if gained|lost >= unknownShare {
		change = s.exposure(b, y, g) - s.exposure(b, y, s.garrison(y))
	}
	a := b.ownerChange(y, held, g.code>>sideBit, then>>sideBit)
	a.defence = change
	return a
}

// ownerChange returns the changes of two sums of the searching seat if territory y gets another owner:
// the number of hostile borders (pairs) and the sum of the shares of hostile neighbours (open); see
// [sums]. after and before are 1 if the seat owns y after and before the change, otherwise 0. held is
// the sum of [board.weight] over the neighbours of y that the seat owns.
func (b *board) ownerChange(y int, held int64, after, before uint8) sums {
	mine, turn := held&pairMask, int64(after)-int64(before)
	others := int64(len(b.near[y])) - mine
	return sums{pairs: turn * (others - mine), open: turn * (others*b.part[y] - held>>pairBits)}
}

// afterAttack returns how much the searching seat's [sums], for the features defence and density,
// change if the owner of territory x conquers territory y. from and to are the codes of x and y
// after the attack; see [garrisonOf].
func (s *state) afterAttack(b *board, x, y int, from, to uint8) sums {
	x, y = x&cellMask, y&cellMask
	source, target := s.codes[x], s.codes[y]
	after, before := &pairShares[from&codeMask], &pairShares[source&codeMask]
	// The loops count the pair of x and y once too often before the attack, and once with the new
	// code of x and the old one of y.
	gained, lost, held := before[target], after[target], int64(0)
	for _, f := range b.sides[x] {
		i, j, k, l := f.split()
		i, j, k, l = s.codes[i], s.codes[j], s.codes[k], s.codes[l]
		gained += after[i] + after[j] + after[k] + after[l]
		lost += before[i] + before[j] + before[k] + before[l]
	}
	after, before = &pairShares[to&codeMask], &pairShares[target&codeMask]
	for _, f := range b.sides[y] {
		i, j, k, l := f.split()
		held += s.held(b, i) + s.held(b, j) + s.held(b, k) + s.held(b, l)
		i, j, k, l = s.codes[i], s.codes[j], s.codes[k], s.codes[l]
		gained += after[i] + after[j] + after[k] + after[l]
		lost += before[i] + before[j] + before[k] + before[l]
	}
	if gained|lost >= unknownShare {
		return s.afterWideAttack(b, x, y)
	}
	a := b.ownerChange(y, held, to>>sideBit, target>>sideBit)
	a.defence = gained - lost
	return a
}

// afterWideAttack returns how much the searching seat's [sums], for the features defence and
// density, change if the owner of territory x conquers territory y. It is slower than
// [state.afterAttack] but works for any number of units.
func (s *state) afterWideAttack(b *board, x, y int) sums {
	source := s.garrison(x)
	u, v := predicted(source.units, s.cells[y&cellMask].units)
	from, to := garrisonOf(source.code&own, u), garrisonOf(source.code&own, v)
	change := s.garrisonChange(b, x, from)
	s.setGarrison(x, from) // conquestChange requires the new garrison of x
	a := s.conquestChange(b, y, to)
	s.setGarrison(x, source)
	a.defence += change
	return a
}

// held returns the [board.weight] of territory x if the searching seat owns it, and otherwise 0.
func (s *state) held(b *board, x uint8) int64 { return b.weight[x] & -int64(s.codes[x]>>sideBit) }

// exposure returns what territory x with garrison g adds to the searching seat's sum for the
// feature defence. It computes what the table pairShares contains, but for any number of units.
func (s *state) exposure(b *board, x int, g garrison) int64 {
	total := int64(0)
	for _, z := range b.near[x] {
		switch w := s.cells[z].units; {
		case (g.code^s.codes[z])&own == 0:
		case g.code&own != 0:
			total += share(g.units, w)
		default:
			total += share(w, g.units)
		}
	}
	return total
}

// codedSums computes the [sums] of the searching seat, for the features defence and density, from
// the codes of all territories.
func (s *state) codedSums(b *board, seat int8) sums {
	defence, pairs, open, largest := int64(0), int64(0), int64(0), int64(0)
	for w, word := range s.own[seat] {
		for ; word != 0; word &= word - 1 {
			x := (w<<6 + bits.TrailingZeros64(word)) & cellMask
			shares, mine := s.exposed(b.sides[x], s.codes[x])
			enemies := int64(len(b.near[x])) - mine
			defence += shares
			largest = max(largest, shares)
			pairs += enemies
			open += enemies * b.part[x]
		}
	}
	if largest >= unknownShare {
		return sum(b, s, seat)
	}
	return sums{pairs, defence, open}
}

// exposed returns two sums over the neighbours of a territory, which sides lists. shares is what
// the territory adds to the searching seat's sum for the feature defence; code encodes its owner
// and units. mine is the number of neighbours that the seat owns.
func (s *state) exposed(sides []four, code uint8) (shares, mine int64) {
	row := &pairShares[code&codeMask]
	for _, f := range sides {
		i, j, k, l := f.split()
		i, j, k, l = s.codes[i], s.codes[j], s.codes[k], s.codes[l]
		shares += row[i] + row[j] + row[k] + row[l]
		mine += int64(i>>sideBit + j>>sideBit + k>>sideBit + l>>sideBit)
	}
	return shares, mine
}
