package risk

import (
	"math"
	"math/bits"
)

// placement is a number of units for a territory.
type placement struct {
	cell  int32
	units int32
}

// drafter plans drafts by border security (F. Hahn, "Evaluating heuristics in
// the game Risk", Maastricht University 2010). The border security threat BST
// of a territory is the number of enemy units beside it, its ratio BSR is BST
// over its own units. The upper half of a seat's territories by BSR share the
// new units in proportion to it, NBSR; the others get none.
//
// A drafter keeps its working space; one goroutine uses it at a time.
type drafter struct {
	keys [maxTerritories]uint64
	plan [maxTerritories]placement
}

// halfUp makes float64 shares that are an exact half of a unit round up.
const halfUp = 0.5 + 1e-9

// Draft plans how seat p places a number of units, in BSR order. The result is
// valid until the next call.
func (d *drafter) draft(s *state, p int8, units int32) []placement {
	keys, sum := d.rank(s, p)
	if sum == 0 {
		return d.spread(s, p, units)
	}
	plan := d.plan[:len(keys)]
	for i, key := range keys {
		plan[i] = placement{cell: cellOf(key)}
	}
	used := 0
	for left := units; left > 0; {
		unit := float64(left) / sum
		for i := range plan {
			c := &s.cells[plan[i].cell]
			share := float64(float64(c.threat)/float64(c.units)) * unit
			k := min(max(int32(share+halfUp), 1), left)
			plan[i].units += k
			used = max(used, i+1)
			if left -= k; left == 0 {
				break
			}
		}
	}
	return plan[:used]
}

// rank returns the keys of the territories that share a draft, highest BSR
// first, and the sum of their BSRs. Those without a threat are left out: they
// get nothing, unless all are without.
func (d *drafter) rank(s *state, p int8) (keys []uint64, sum float64) {
	m := 0
	for w, word := range s.own[p] {
		for ; word != 0; word &= word - 1 {
			x := w<<6 + bits.TrailingZeros64(word)
			if c := &s.cells[x&cellMask]; c.threat > 0 {
				d.insert(m, key(x, c))
				m++
			}
		}
	}
	keys = d.keys[:min(m, keep(s.count[p]))]
	for _, k := range keys {
		c := &s.cells[cellOf(k)]
		sum += float64(c.threat) / float64(c.units)
	}
	return keys, sum
}

// keep is how many of n territories share a draft.
func keep(n int16) int { return max(1, int(n)/2) }

// key orders territories: the higher key has the higher BSR or, where they are
// equal, the lower index. Units stay below 2^17 (see maxUnits), so that two
// different ratios differ by more than 2^-34 of their size and a float64 that
// gives up its last 7 bits for the index still tells them apart.
func key(x int, c *cell) uint64 {
	bsr := math.Float64bits(float64(c.threat) / float64(c.units))
	return bsr&^cellMask | uint64(cellMask-x)
}

func cellOf(key uint64) int32 { return int32(cellMask - key&cellMask) }

// insert puts a key in its place among the first m.
func (d *drafter) insert(m int, key uint64) {
	for m > 0 && d.keys[m-1] < key {
		d.keys[m] = d.keys[m-1]
		m--
	}
	d.keys[m] = key
}

// spread plans the draft of a seat without a threatened territory: equal shares
// for its first half.
func (d *drafter) spread(s *state, p int8, units int32) []placement {
	kept := keep(s.count[p])
	n := 0
	for w, word := range s.own[p] {
		for ; word != 0 && n < kept; word &= word - 1 {
			d.plan[n] = placement{cell: int32(w<<6 + bits.TrailingZeros64(word))}
			n++
		}
	}
	plan := d.plan[:n]
	used := 0
	for left := units; left > 0; {
		share := max(1, (2*left+int32(n))/(2*int32(n)))
		for i := range plan {
			k := min(share, left)
			plan[i].units += k
			used = max(used, i+1)
			if left -= k; left == 0 {
				break
			}
		}
	}
	return plan[:used]
}
