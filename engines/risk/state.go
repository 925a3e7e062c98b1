package risk

import (
	"math/bits"
)

const maxSeats = 6

// noOwner is the owner of the unused entry after the last territory. This entry stands for missing
// neighbours in [board.sides].
const noOwner = -1

// cell contains the units on a territory and the threat to it, the number of enemy units on its
// neighbours.
type cell struct {
	units  int32
	threat int32 // units of all neighbours that another seat owns (BST)
}

type set [maxTerritories / 64]uint64

func (s *set) add(x int)    { s[x>>6] |= 1 << (x & 63) }
func (s *set) remove(x int) { s[x>>6] &^= 1 << (x & 63) }

// addBelow adds all numbers below x.
func (s *set) addBelow(x int) {
	s[x>>6] |= 1<<(x&63) - 1
	if x >= 64 {
		s[0] = ^uint64(0)
	}
}

func (s *set) removeAll(t set) {
	for w := range s {
		s[w] &^= t[w]
	}
}

// state is a position: owners, units and the turn. An assignment makes an independent copy. copyTo
// is faster, because it copies only the entries of existing territories.
type state struct {
	turn  int8 // seat to move
	left  int8 // attacks left in this turn
	seats int8
	stop  bool // the seat to move may stop even if it could attack

	// sums and codes belong to the seat for which a search evaluates positions. [tree.setSeat]
	// selects this seat. skipped contains the territories from which the search omits attacks; see
	// [tree.skip].
	sums    sums
	skipped set

	count [maxSeats]int16 // territories of each seat
	units [maxSeats]int32 // units of each seat
	total int32           // units of all seats
	own   [maxSeats]set   // territories of each seat
	codes [slots]uint8    // of all territories, for the seat to which sums belongs; see [garrisonOf]
	owner [slots]int8
	cells [slots]cell
}

// sums contains, for one seat, the sums over territories from which the features defence and
// density are computed; featureCount has the formulas. A change of one territory changes only its
// terms and those of its neighbours, so a search can update the sums. They are integers, so that
// the order of changes does not matter.
type sums struct {
	pairs   int64 // pairs of a territory of the seat and a neighbour of another
	defence int64 // sum over pairs of share
	open    int64 // sum over territories of enemies/neighbours, times the board's scale
}

func (a *sums) add(b sums) {
	a.pairs += b.pairs
	a.defence += b.defence
	a.open += b.open
}

// holdings contains the number of territories (count) and units of a seat, and the number of units
// of all seats (total).
type holdings struct{ count, units, total int32 }

func (s *state) holdings(p int8) holdings {
	return holdings{count: int32(s.count[p]), units: s.units[p], total: s.total}
}

func (s *state) copyTo(t *state, n int) {
	s.copyPosition(t, n)
	t.sums, t.skipped = s.sums, s.skipped
	copy(t.codes[:n+1], s.codes[:n+1])
}

// copyPosition copies the owners, the units and the turn of s to t. It omits the fields that depend
// on the seat for which a search evaluates positions. n is the number of territories.
func (s *state) copyPosition(t *state, n int) {
	t.turn, t.left, t.seats, t.stop = s.turn, s.left, s.seats, s.stop
	t.count, t.units, t.total, t.own = s.count, s.units, s.total, s.own
	copy(t.owner[:n+1], s.owner[:n+1])
	copy(t.cells[:n+1], s.cells[:n+1])
}

// differences stores the territories whose owner or units differ between s and t in dst and returns
// their number. n is the number of territories.
func (s *state) differences(t *state, n int, dst *[slots]uint8) int {
	k := 0
	for x := range s.cells[:n] {
		differ := (s.cells[x].units ^ t.cells[x].units) | int32(s.owner[x]^t.owner[x])
		dst[uint8(k)] = uint8(x)
		if differ != 0 {
			k++
		}
	}
	return k
}

// settle computes all fields that follow from the owners and units of the territories, such as
// threats.
func (s *state) settle(b *board) {
	s.count, s.units, s.own, s.total = [maxSeats]int16{}, [maxSeats]int32{}, [maxSeats]set{}, 0
	s.owner[b.n] = noOwner
	for x := range b.n {
		p := s.owner[x]
		s.count[p]++
		s.units[p] += s.cells[x].units
		s.total += s.cells[x].units
		s.own[p].add(x)
		s.cells[x].threat = s.threatTo(b, x)
	}
}

func (s *state) threatTo(b *board, x int) int32 {
	threat := int32(0)
	for _, y := range b.near[x] {
		if s.owner[y] != s.owner[x] {
			threat += s.cells[y].units
		}
	}
	return threat
}

// change adds units to territory x and updates the totals and the threats to its neighbours. by may
// be negative. The threat of the unused entry for missing neighbours changes too, and has no
// meaning.
func (s *state) change(b *board, x int, by int32) {
	p := s.owner[x]
	s.cells[x].units += by
	s.units[p] += by
	s.total += by
	for _, f := range b.sides[x&cellMask] {
		for range 4 {
			y, more := uint8(f), by
			if s.owner[y] == p {
				more = 0 // a branch on the owner would be unpredictable
			}
			s.cells[y].threat += more
			f >>= 8
		}
	}
}

// capture gives territory y, with the given units, to seat p and updates the totals and the
// threats.
func (s *state) capture(b *board, y int, p int8, units int32) {
	q, old := s.owner[y], s.cells[y].units
	threat := int32(0)
	for _, z := range b.near[y] {
		c := &s.cells[z]
		if r := s.owner[z]; r == p {
			c.threat -= old
		} else {
			threat += c.units
			c.threat += units
			if r != q {
				c.threat -= old
			}
		}
	}
	s.owner[y] = p
	s.cells[y] = cell{units, threat}
	s.own[q].remove(y)
	s.own[p].add(y)
	s.count[q]--
	s.count[p]++
	s.units[q] -= old
	s.units[p] += units
	s.total += units - old
}

// next returns the next seat after p that owns a territory. It returns p if no other seat does.
func (s *state) next(p int8) int8 {
	for range s.seats {
		if p++; p >= s.seats {
			p = 0
		}
		if s.count[p] > 0 {
			return p
		}
	}
	return p
}

func (s *state) conquered(n int) bool { return int(s.count[s.turn]) == n }

func (s *state) territories(p int8, dst []int) []int {
	for w, word := range s.own[p] {
		for ; word != 0; word &= word - 1 {
			dst = append(dst, w<<6+bits.TrailingZeros64(word))
		}
	}
	return dst
}
