package risk

import (
	"math"
	"math/bits"
)

// ranking lists the territories of a seat that have an enemy beside them, as keys in descending
// order; see [keyOf]. The order is that in which they receive new units.
type ranking struct {
	n    int
	keys [maxTerritories]uint64
}

// rank fills r with the keys of seat p's threatened territories, those with an enemy neighbour,
// highest first. Only these receive new units, if there are any.
func (r *ranking) rank(s *state, p int8) {
	n := 0
	for w, word := range s.own[p] {
		for ; word != 0; word &= word - 1 {
			x := w<<6 + bits.TrailingZeros64(word)
			c := &s.cells[x&cellMask]
			if c.threat == 0 {
				continue
			}
			key := keyOf(x, c.threat, c.units)
			// No branch depends on a comparison, because the processor could not predict it.
			for i, k := range r.keys[:n] {
				r.keys[i], key = max(k, key), min(k, key)
			}
			r.keys[n&cellMask] = key
			n++
		}
	}
	r.n = n
}

// keyOf returns the ranking key of a territory. A territory with a higher border security ratio,
// threat/units, has a higher key. Of two with equal ratios, the one with the lower index has the
// higher key. A key is the ratio as a float64 whose last 7 bits encode the index. Different ratios
// stay in order, because they differ by more than 2^-34 of their size (see maxUnits).
func keyOf(x int, threat, units int32) uint64 {
	bsr := math.Float64bits(float64(threat) / float64(units))
	return bsr&^cellMask | uint64(cellMask-x)
}

func cellOf(key uint64) int32 { return int32(cellMask - key&cellMask) }

// bsrOf returns the border security ratio of a territory from its key (see [keyOf]), with 13
// correct digits. The ratio is the number of enemy units beside the territory, divided by its own
// units.
func bsrOf(key uint64) float64 { return math.Float64frombits(key &^ cellMask) }
