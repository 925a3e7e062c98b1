package game2048

import "github.com/lanista/lanista/engines"

// These are the indices of the features, in the order of the weights. The size of a tile in a
// feature is its exponent: 1 for a 2, 2 for a 4, 3 for an 8.
const (
	empty = iota
	merges
	monotonicity
	smoothness
	tiles
	featureCount
)

// space describes the weights. Higher values of all features are better, and only the
// proportions of the weights matter. The defaults are start values for tuning, not a
// recommendation.
var space = engines.Space{
	empty:        weight("empty", "number of empty squares"),
	merges:       weight("merges", "pairs of equal tiles in a row or column with only empty squares between them"),
	monotonicity: weight("monotonicity", "-1/8 times, for each row and column, the smaller of all rises and all falls of the squared exponents"),
	smoothness:   weight("smoothness", "minus the differences between the exponents of neighbouring tiles"),
	tiles:        weight("tiles", "-1/8 times the squared exponents of all tiles; higher for few large tiles than for many small ones"),
}

func weight(name, doc string) engines.Weight {
	return engines.Weight{Name: name, Doc: doc, Min: 0, Max: 10, Default: 1}
}

// lineFeatures contains four features of one row or column, packed as four numbers of sixteen
// bits. Their sums over the eight rows and columns of a board do not overflow. The number of
// empty squares is counted separately.
type lineFeatures uint64

// These are the bit positions of the four features in a [lineFeatures], which has 16 bits for each.
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

func (t *rowTables) features(b board) [featureCount]float64 {
	r0, r1, r2, r3 := b.lines()
	c0, c1, c2, c3 := b.transposed().lines()
	sum := t.lines[r0] + t.lines[r1] + t.lines[r2] + t.lines[r3] + t.lines[c0] + t.lines[c1] + t.lines[c2] + t.lines[c3]
	return [featureCount]float64{
		empty:        float64(b.free()),
		merges:       sum.at(mergesAt),
		monotonicity: -sum.at(monotonicityAt) / 8,
		smoothness:   -sum.at(smoothnessAt),
		tiles:        -sum.at(tilesAt) / 16, // every tile is counted in a row and in a column
	}
}
