package risk

import (
	"math"
	"math/bits"
)

// ranking contains the keys of threatened territories, highest first.
type ranking struct {
	n    int
	keys [maxTerritories]uint64
}

// rank ranks the threatened territories of a seat. The others receive nothing in a draft, unless
// no territory is threatened. It sorts by insertion, because successive drafts in a tree are
// similar.
func (r *ranking) rank(s *state, p int8) {
	n := 0
	for w, word := range s.own[p] {
		for ; word != 0; word &= word - 1 {
			x := w<<6 + bits.TrailingZeros64(word)
			c := &s.cells[x&cellMask]
			if c.threat == 0 {
				continue
			}
			key, at := keyOf(x, c.threat, c.units), n
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

// rerank returns the keys of p's threatened territories after an attack from x on y, up to a
// number. The attack changes the threats beside x and y only, by known amounts. These territories
// are ranked again and merged with the others of the base ranking.
func (t *tree) rerank(s *state, p int8, x, y int, besideX, besideY int32, most int) []uint64 {
	byX, byY := &t.b.around[x], &t.b.around[y]
	changed := set{byX[0] | byY[0], byX[1] | byY[1]}
	few, n := &t.few, 0
	for w, word := range changed {
		for word &= s.own[p][w]; word != 0; word &= word - 1 {
			bit := bits.TrailingZeros64(word)
			z := (w<<6 + bit) & cellMask
			if z == y {
				continue
			}
			threat := s.cells[z].threat + besideX&-int32(byX[w]>>bit&1) + besideY&-int32(byY[w]>>bit&1)
			key := keyOf(z, threat, s.cells[z].units)
			for i, k := range few[:n] {
				few[i], key = max(k, key), min(k, key)
			}
			few[n] = key
			n++
		}
	}
	rest, m := &t.rest, 0
	for _, key := range t.base.keys[:min(t.base.n, most+n+1)] {
		z := cellOf(key)
		rest[m&cellMask] = key
		m += 1 - int(changed[z>>6&1]>>(z&63)&1)
	}
	few[n], rest[m] = 0, 0
	return merge(t.drafter.keys.keys[:min(most, n+m)], rest, few)
}

// merge fills dst with the highest keys of two descending lists that end with 0. It does not
// branch on the comparison, which is unpredictable.
func merge(dst []uint64, one, other *[maxTerritories + 1]uint64) []uint64 {
	i, j := 0, 0
	for k := range dst {
		a, b := one[i&cellMask], other[j&cellMask]
		dst[k] = max(a, b)
		first := int((b - a) >> 63) // keys are below 2^63
		i += first
		j += 1 - first
	}
	return dst
}

// keyOf returns the key of a territory: it is higher for a higher BSR, and at equal BSR for a
// lower index. Units stay below 2^17 (see maxUnits), so that two different ratios differ by more
// than 2^-34 of their size. A float64 whose last 7 bits contain the index therefore still
// separates them.
func keyOf(x int, threat, units int32) uint64 {
	bsr := math.Float64bits(float64(threat) / float64(units))
	return bsr&^cellMask | uint64(cellMask-x)
}

func cellOf(key uint64) int32 { return int32(cellMask - key&cellMask) }

// bsrOf returns the BSR of a key with 13 correct digits.
func bsrOf(key uint64) float64 { return math.Float64frombits(key &^ cellMask) }
