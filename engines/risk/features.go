package risk

import (
	"math/bits"
)

// featureCount is the number of features. The evaluation of a position for a seat is their
// weighted sum, as in the report that the package comment cites. Each is in [0, 1]:
//
//	territories  own territories / all territories
//	units        own units / all units
//	defence      mean of u(x)/(u(x)+u(y)) over all pairs of an own territory x
//	             and a neighbour y of another seat, u the units on a territory;
//	             1 if there is no such pair
//	density      1 - mean over own territories of enemy neighbours / neighbours
//
// All features of a seat without territories are 0. The formula for density differs from the one in
// the report, which can leave the range that the report itself states.
//
// Below its root the search never computes a feature from a whole position. [tree.Value] and the
// leaves (leaf.go) combine holdings and sums, which attack and handOver (tree.go) and the leaves
// update by what a move changes. The search relies on two properties. Each term of the sums depends on
// one territory and its neighbours. Of what new units change, only defence depends on where they are
// placed (endTurn). A feature without these properties, such as the size of a connected region, needs
// another evaluation of leaves.
const featureCount = 4

// features contains one value per feature, in the order of the weights. The same type holds a
// vector of weights.
type features [featureCount]float64

// shareScale is the integer that represents 1 in sums of shares u/(u+v), where u and v are numbers
// of units. It is a multiple of all numbers up to 24, so shares of at most 24 units are exact. Sums
// over any map, of at most 64*64 pairs, are exact in a float64.
const shareScale = 5354228880 << 7

// share returns the fraction u/(u+v) in units of 1/shareScale, for u and v units on two
// neighbouring territories.
func share(u, v int32) int64 {
	if max(u, v) >= manyUnits {
		return wideShare(u, v)
	}
	return pairShares[own|u&manyUnits][v&manyUnits]
}

// wideShare returns the fraction u/(u+v) in units of 1/shareScale, for any numbers of units. It is
// slower than share, which uses a table. wideShare(u, v) and wideShare(v, u) add up to shareScale.
func wideShare(u, v int32) int64 {
	if u > v {
		return shareScale - wideShare(v, u)
	}
	w := int64(u) + int64(v)
	return (shareScale*int64(u) + w/2) / w
}

// sum computes, from all territories of a seat, the [sums] for its features defence and density. A
// search updates them after each move instead.
func sum(b *board, s *state, seat int8) sums {
	var t sums
	for w, word := range s.own[seat] {
		for ; word != 0; word &= word - 1 {
			x := (w<<6 + bits.TrailingZeros64(word)) & cellMask
			if s.cells[x].threat == 0 {
				continue
			}
			u, pairs := s.cells[x].units, int64(0)
			for _, y := range b.near[x] {
				d, one := share(u, s.cells[y&cellMask].units), int64(1)
				if s.owner[y&cellMask] == seat {
					d, one = 0, 0
				}
				t.defence += d
				pairs += one
			}
			t.pairs += pairs
			t.open += pairs * b.part[x]
		}
	}
	return t
}

// features returns the four features of a seat, each in [0, 1]. e contains the seat's numbers of
// territories and units, and a its sums for defence and density. All features are 0 if the seat has
// no territory.
func (b *board) features(e holdings, a sums) (territories, units, defence, density float64) {
	if e.count == 0 {
		return 0, 0, 0, 0
	}
	own := float64(e.count)
	territories, units = own/float64(b.n), float64(e.units)/float64(e.total)
	most := float64(own * float64(b.scale))
	return territories, units, a.mean(), (most - float64(a.open)) / most
}

// mean returns the feature defence: the mean of own units/(own + enemy units) over all pairs of an
// own territory and an enemy neighbour. It is 1 if there is no such pair.
func (a sums) mean() float64 {
	if a.pairs == 0 {
		return 1
	}
	return float64(a.defence) / float64(a.pairs*shareScale)
}

// weigh returns the sum of the features, each multiplied by its weight in w. The order of the terms
// is fixed, and type conversions prevent fused multiplication, so that the sum is the same on every
// machine.
func (w *features) weigh(territories, units, defence, density float64) float64 {
	return float64(territories*w[0]) + float64(units*w[1]) + float64(defence*w[2]) + float64(density*w[3])
}

// featuresAt computes the features of a seat from scratch.
func featuresAt(b *board, s *state, seat int8) features {
	var f features
	f[0], f[1], f[2], f[3] = b.features(s.holdings(seat), sum(b, s, seat))
	return f
}

func static(g *game, w *features) []float64 {
	values := make([]float64, g.Seats())
	for p := range values {
		f := featuresAt(g.table.board, &g.state, int8(p))
		values[p] = w.weigh(f[0], f[1], f[2], f[3])
	}
	return values
}
