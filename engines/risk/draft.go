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
	keys ranking
	plan [maxTerritories]placement
}

// ranking holds keys of threatened territories, highest first.
type ranking struct {
	n    int
	keys [maxTerritories]uint64
}

// halfUp makes float64 shares that are an exact half of a unit round up.
const halfUp = 0.5 + 1e-9

// draft plans how seat p places a number of units, in BSR order. The result is
// valid until the next call.
func (d *drafter) draft(s *state, p int8, units int32) []placement {
	d.keys.rank(s, p)
	return d.share(&d.keys, s, p, units)
}

// share plans a draft from the ranking of the seat's territories.
func (d *drafter) share(r *ranking, s *state, p int8, units int32) []placement {
	if r.n == 0 {
		return d.spread(s, p, units)
	}
	keys := r.keys[:min(r.n, keep(s.count[p]))]
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

// rank ranks the threatened territories of a seat. The others get nothing of a
// draft, unless all are without a threat. Insertion is quick here: in a tree one
// draft is much like the last, and the processor learns its branches.
func (r *ranking) rank(s *state, p int8) {
	r.n = 0
	r.insert(s, s.own[p])
}

// insert adds the threatened ones of some territories.
func (r *ranking) insert(s *state, cells set) {
	n := r.n
	for w, word := range cells {
		for ; word != 0; word &= word - 1 {
			x := w<<6 + bits.TrailingZeros64(word)
			c := &s.cells[x&cellMask]
			if c.threat == 0 {
				continue
			}
			key, at := keyOf(x, c), n
			for at > 0 && r.keys[(at-1)&cellMask] < key {
				r.keys[at&cellMask] = r.keys[(at-1)&cellMask]
				at--
			}
			r.keys[at&cellMask] = key
			n++
		}
	}
	r.n = n
}

// without sets r to another ranking without some territories.
func (r *ranking) without(other *ranking, cells *set) {
	n := 0
	for _, key := range other.keys[:other.n] {
		x := cellOf(key)
		r.keys[n&cellMask] = key
		n += 1 - int(cells[x>>6&1]>>(x&63)&1)
	}
	r.n = n
}

// keyOf orders territories: the higher key has the higher BSR or, where they
// are equal, the lower index. Units stay below 2^17 (see maxUnits), so that two
// different ratios differ by more than 2^-34 of their size: a float64 still
// tells them apart when it gives up its last 7 bits to the index.
func keyOf(x int, c *cell) uint64 {
	bsr := math.Float64bits(float64(c.threat) / float64(c.units))
	return bsr&^cellMask | uint64(cellMask-x)
}

func cellOf(key uint64) int32 { return int32(cellMask - key&cellMask) }

// bsrOf is good to 13 digits.
func bsrOf(key uint64) float64 { return math.Float64frombits(key &^ cellMask) }

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
