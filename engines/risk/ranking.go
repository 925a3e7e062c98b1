package risk

import (
	"math"
	"math/bits"
)

// ranking holds keys of threatened territories, highest first.
type ranking struct {
	n    int
	keys [maxTerritories]uint64
}

// rank ranks the threatened territories of a seat. The others get nothing of a
// draft, unless all are without a threat. Insertion is quick here: in a tree one
// draft is much like the last, and the processor learns its branches.
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

// rerank returns the keys of p's threatened territories after an attack from x
// on y, at most so many. The attack changes the threat beside x and beside y
// only, by known numbers; these territories are ranked anew and merged with the
// others of the base ranking.
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

// merge fills dst with the highest of two descending lists that end with a 0. It
// does not branch on which of them is higher, which no processor can guess.
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

// keyOf orders territories: the higher key has the higher BSR or, where they
// are equal, the lower index. Units stay below 2^17 (see maxUnits), so that two
// different ratios differ by more than 2^-34 of their size: a float64 still
// tells them apart when it gives up its last 7 bits to the index.
func keyOf(x int, threat, units int32) uint64 {
	bsr := math.Float64bits(float64(threat) / float64(units))
	return bsr&^cellMask | uint64(cellMask-x)
}

func cellOf(key uint64) int32 { return int32(cellMask - key&cellMask) }

// bsrOf is good to 13 digits.
func bsrOf(key uint64) float64 { return math.Float64frombits(key &^ cellMask) }
