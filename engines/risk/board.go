package risk

import (
	"fmt"
	"slices"
)

const maxTerritories = 128

// slots is the length of arrays that are indexed by territory. Every uint8 is a valid index.
const slots = 256

// board is a map: the territories, numbered from 0, and their borders. It is immutable and shared
// by all games on the map.
type board struct {
	name       string
	names      []string // of the territories; nil on a grid
	rows, cols int      // of a grid; 0 otherwise
	n          int      // number of territories
	groups     []string // continents, for drawings; nil on a grid
	places     []point  // centres, for drawings; nil if the map gives none

	// near contains the neighbours of each territory, in the order of the map file. On a grid the
	// order is left, right, up, down.
	near [maxTerritories][]uint8
	// sides contains the neighbours of each territory in groups of four. The last group is filled up
	// with the number n, which stands for no territory: entry n of a position has no owner and no
	// units. So the loops over neighbours have the same length for most territories, and the
	// processor can predict their ends.
	sides [maxTerritories][]four
	// around contains, for each territory, a set with the territory itself and its neighbours.
	around [maxTerritories]set

	// scale is a common multiple of the numbers of neighbours that territories have. part
	// contains, for each territory, scale divided by its number of neighbours. So sums of the
	// fractions enemies/neighbours can be computed with integers.
	scale int64
	part  [maxTerritories]int64
	// weight contains, for each territory, its part above the lowest pairBits bits, and the number 1
	// in these bits. So a sum of weights contains the sum of the parts and the number of territories.
	weight [slots]int64
}

// maxScale is the upper limit of [board.scale]. It keeps sums over all territories exact in a
// float64.
const maxScale = 1 << 45

// These constants describe sums of [board.weight], which contain two numbers. The lowest pairBits
// bits, which pairMask selects, are a number of territories. The bits above them are a sum of
// fractions in units of 1/scale.
const (
	pairBits = 7
	pairMask = 1<<pairBits - 1
)

// four contains the numbers of four territories, one per byte, the first in the lowest byte.
type four uint32

// fourOf packs the numbers of up to four territories into one integer. Unused bytes are set to
// rest.
func fourOf(numbers []uint8, rest uint8) four {
	f := four(0)
	for i := range 4 {
		y := rest
		if i < len(numbers) {
			y = numbers[i]
		}
		f |= four(y) << (8 * i)
	}
	return f
}

func (f four) split() (first, second, third, fourth uint8) {
	return uint8(f), uint8(f >> 8), uint8(f >> 16), uint8(f >> 24)
}

func newGrid(rows, cols int) (*board, error) {
	if rows < 1 || cols < 1 || rows*cols > maxTerritories {
		return nil, fmt.Errorf("a grid of %d x %d territories; the total must be within [1, %d]", rows, cols, maxTerritories)
	}
	b := &board{name: "grid", rows: rows, cols: cols, n: rows * cols}
	for x := range b.n {
		row, col := x/cols, x%cols
		if col > 0 {
			b.near[x] = append(b.near[x], uint8(x-1))
		}
		if col < cols-1 {
			b.near[x] = append(b.near[x], uint8(x+1))
		}
		if row > 0 {
			b.near[x] = append(b.near[x], uint8(x-cols))
		}
		if row < rows-1 {
			b.near[x] = append(b.near[x], uint8(x+cols))
		}
	}
	b.measure()
	return b, nil
}

// measure computes the fields that follow from the lists of neighbours, b.near. It chooses scale as
// the least common multiple of all numbers of neighbours, so that sums of fractions such as
// enemies/neighbours are exact. If it exceeds maxScale, scale is maxScale, and the sums are
// rounded.
func (b *board) measure() {
	b.scale = 1
	for _, near := range b.near[:b.n] {
		if d := int64(len(near)); d > 0 && b.scale <= maxScale {
			b.scale *= d / gcd(b.scale, d)
		}
	}
	if b.scale > maxScale {
		b.scale = maxScale
	}
	for x, near := range b.near[:b.n] {
		b.around[x].add(x)
		for _, y := range near {
			b.around[x].add(int(y))
		}
		for group := range slices.Chunk(near, 4) {
			b.sides[x] = append(b.sides[x], fourOf(group, uint8(b.n)))
		}
		if d := int64(len(near)); d > 0 {
			b.part[x] = b.scale / d
			b.weight[x] = b.part[x]<<pairBits | 1
		}
	}
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func (b *board) label(x int) string {
	if b.names == nil {
		return fmt.Sprint(x)
	}
	return b.names[x]
}

func (b *board) borders(x, y int) bool {
	for _, z := range b.near[x] {
		if int(z) == y {
			return true
		}
	}
	return false
}
