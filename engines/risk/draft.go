package risk

import (
	"math/bits"
)

// placement is the number of new units that a seat places on a territory.
type placement struct {
	cell  int32
	units int32
}

// drafter plans the placement of new units by border security (F. Hahn, "Evaluating heuristics in
// the game Risk", Maastricht University 2010). The border security threat (BST) of a territory is
// the number of enemy units on its neighbours. Its border security ratio (BSR) is BST divided by
// the units on the territory. The half of a seat's territories with the highest BSR get the new
// units in proportion to their BSR. The others get none.
//
// A drafter keeps its buffers between calls. Only one goroutine may use it at a time.
type drafter struct {
	keys ranking
	plan [maxTerritories]placement
}

// halfUp is added to a number before it is rounded down. It is slightly above 0.5, so that float64
// errors do not prevent an exact half from being rounded up.
const halfUp = 0.5 + 1e-9

// draft returns how seat p places its new units. The placements are ordered by the border security
// ratio of their territories: enemy units beside a territory, divided by its own units. The slice
// is valid until the next call.
func (d *drafter) draft(s *state, p int8, units int32) []placement {
	r := &d.keys
	if r.rank(s, p); r.n == 0 {
		return d.spread(s, p, units)
	}
	return d.share(r.keys[:min(r.n, draftCount(s.count[p]))], units)
}

// share distributes new units over territories in proportion to their border security ratio: enemy
// units beside a territory, divided by its own units. keys contains the territories, highest ratio
// first; see [keyOf].
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

// draftCount returns the number of territories that get new units, for a seat with n territories:
// half of them, but at least 1.
func draftCount(n int16) int { return max(1, int(n)/2) }

// spread returns how a seat without enemy neighbours places its new units: in about equal shares on
// the half of its territories with the lowest numbers.
func (d *drafter) spread(s *state, p int8, units int32) []placement {
	kept := draftCount(s.count[p])
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
