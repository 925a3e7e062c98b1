package risk

import (
	"math/bits"
)

// placement is a number of units for a territory.
type placement struct {
	cell  int32
	units int32
}

// drafter plans drafts by border security (F. Hahn, "Evaluating heuristics in the game Risk",
// Maastricht University 2010). The border security threat BST of a territory is the number of
// enemy units beside it, and its ratio BSR is BST divided by its own units. The half of a seat's
// territories with the highest BSR share the new units in proportion to their BSR (NBSR). The
// others receive none.
//
// A drafter keeps its buffers. One goroutine uses it at a time.
type drafter struct {
	keys ranking
	plan [maxTerritories]placement
}

// halfUp is added to shares, so that an exact half of a unit is rounded up in float64.
const halfUp = 0.5 + 1e-9

// draft returns the placements of a number of units of seat p, in the order of BSR. The result is
// valid until the next call.
func (d *drafter) draft(s *state, p int8, units int32) []placement {
	r := &d.keys
	if r.rank(s, p); r.n == 0 {
		return d.spread(s, p, units)
	}
	return d.share(r.keys[:min(r.n, keep(s.count[p]))], units)
}

// share returns the draft on territories, given by their keys, highest first.
func (d *drafter) share(keys []uint64, units int32) []placement {
	plan := d.plan[:len(keys)]
	sum := 0.0
	for i, key := range keys {
		plan[i] = placement{cell: cellOf(key)}
		sum += bsrOf(key)
	}
	used := 0
	for left := units; left > 0; {
		unit := float64(left) / sum
		for i, key := range keys {
			k := min(max(int32(float64(bsrOf(key)*unit)+halfUp), 1), left)
			plan[i].units += k
			used = max(used, i+1)
			if left -= k; left == 0 {
				break
			}
		}
	}
	return plan[:used]
}

// keep returns the number of territories, of n, that share a draft.
func keep(n int16) int { return max(1, int(n)/2) }

// spread returns the draft of a seat without a threatened territory: equal shares for the first
// half of its territories.
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
