package risk

import "math/bits"

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
	keys ranking
	plan [maxTerritories]placement
}

// halfUp makes float64 shares that are an exact half of a unit round up.
const halfUp = 0.5 + 1e-9

// draft plans how seat p places a number of units, in BSR order. The result is
// valid until the next call.
func (d *drafter) draft(s *state, p int8, units int32) []placement {
	r := &d.keys
	if r.rank(s, p); r.n == 0 {
		return d.spread(s, p, units)
	}
	return d.share(r.keys[:min(r.n, keep(s.count[p]))], units)
}

// share plans a draft on territories, given by their keys, highest first.
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

// keep is how many of n territories share a draft.
func keep(n int16) int { return max(1, int(n)/2) }

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
