package game2048

import "github.com/lanista/lanista/engines"

// The features, in the order of the weights. A tile counts by its exponent: 1
// for a 2, 2 for a 4, 3 for an 8.
const (
	empty = iota
	merges
	monotonicity
	smoothness
	tiles
	featureCount
)

// space describes the weights. All of them are good to have, and the more of a
// weight the more a player cares; only their proportions matter. The defaults
// are no recommendation: they are where tuning begins.
var space = engines.Space{
	empty:        weight("empty", "empty squares"),
	merges:       weight("merges", "pairs of equal tiles with nothing but empty squares between them, in a row or column"),
	monotonicity: weight("monotonicity", "less an eighth of what rows and columns go against their slope, in squared exponents: the lesser of all rises and all falls"),
	smoothness:   weight("smoothness", "less the differences between the exponents of neighbouring tiles"),
	tiles:        weight("tiles", "less an eighth of the squared exponents of all tiles: few large tiles in place of many small ones"),
}

func weight(name, doc string) engines.Weight {
	return engines.Weight{Name: name, Doc: doc, Min: 0, Max: 10, Default: 1}
}

// lineFeatures are the features of one row or column but for the empty squares,
// four numbers of sixteen bits. Those of the eight lines of a board are added
// without one flowing over into the next.
type lineFeatures uint64

// The places of the numbers in a lineFeatures, in bits.
const (
	mergesAt       = 0
	monotonicityAt = 16
	smoothnessAt   = 32
	tilesAt        = 48
)

func (f lineFeatures) at(place int) float64 { return float64(f >> place & 0xffff) }

func featuresOfLine(r row) lineFeatures {
	var equal, rises, falls, differences, sizes int
	before, last := 0, 0 // the square before, and the last tile
	for i := range side {
		tile := int(r >> (4 * i) & 15)
		sizes += tile * tile
		if i > 0 {
			step := tile*tile - before*before
			rises += max(step, 0)
			falls += max(-step, 0)
		}
		if tile > 0 && last > 0 {
			differences += max(tile-last, last-tile)
			if tile == last {
				equal++
			}
		}
		before = tile
		if tile > 0 {
			last = tile
		}
	}
	return lineFeatures(equal)<<mergesAt | lineFeatures(min(rises, falls))<<monotonicityAt |
		lineFeatures(differences)<<smoothnessAt | lineFeatures(sizes)<<tilesAt
}

// features are those of a board.
func (t *rowTables) features(b board) [featureCount]float64 {
	r0, r1, r2, r3 := b.lines()
	c0, c1, c2, c3 := b.transposed().lines()
	sum := t.lines[r0] + t.lines[r1] + t.lines[r2] + t.lines[r3] + t.lines[c0] + t.lines[c1] + t.lines[c2] + t.lines[c3]
	return [featureCount]float64{
		empty:        float64(b.free()),
		merges:       sum.at(mergesAt),
		monotonicity: -sum.at(monotonicityAt) / 8,
		smoothness:   -sum.at(smoothnessAt),
		tiles:        -sum.at(tilesAt) / 16, // every tile stands in a row and in a column
	}
}
