package risk

import (
	"fmt"
)

const maxTerritories = 128

// board is a map of territories, numbered from 0, and the borders between them. It is immutable
// and shared by all games on the map.
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
	// around contains, for each territory, a set with the territory itself and its neighbours.
	around [maxTerritories]set

	// scale is a common multiple of the numbers of neighbours that territories have. part
	// contains, for each territory, scale divided by its number of neighbours. So sums of the
	// fractions enemies/neighbours can be computed with integers.
	scale int64
	part  [maxTerritories]int64
}

// maxScale is the largest value of scale. It ensures that sums over all territories are exact in
// a float64.
const maxScale = 1 << 45

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

// measure computes the fields of the board that follow from the lists of neighbours in near. If the
// numbers of neighbours have no small common multiple, scale is maxScale, and sums of fractions are
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
		if d := int64(len(near)); d > 0 {
			b.part[x] = b.scale / d
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
