package othello

import (
	"fmt"
	"math/bits"

	"github.com/lanista/lanista/engines"
)

// classNames names the ten classes of squares that the symmetries of the
// board leave: the corner, C, A and B squares of the edge, X, and so on.
var classNames = [10]string{"a1", "b1", "c1", "d1", "b2", "c2", "d2", "c3", "d3", "d4"}

// classDocs says in words which squares a class has.
var classDocs = [10]string{
	"corners", "C squares, next to a corner on the edge", "A squares of the edge", "B squares, the middle of the edge",
	"X squares, next to a corner on the diagonal", "c2 and its images", "d2 and its images",
	"c3 and its images, the corners of the middle", "d3 and its images", "the four central squares",
}

var (
	classOf   = makeClassOf()   // by square
	classMask = makeClassMask() // by class
)

func makeClassOf() (t [64]uint8) {
	index := map[[2]int]uint8{
		{0, 0}: 0, {0, 1}: 1, {0, 2}: 2, {0, 3}: 3, {1, 1}: 4, {1, 2}: 5, {1, 3}: 6, {2, 2}: 7, {2, 3}: 8, {3, 3}: 9,
	}
	for sq := range t {
		x, y := min(sq&7, 7-sq&7), min(sq>>3, 7-sq>>3)
		t[sq] = index[[2]int{min(x, y), max(x, y)}]
	}
	return t
}

func makeClassMask() (t [10]uint64) {
	for sq, class := range classOf {
		t[class] |= 1 << sq
	}
	return t
}

// squareBound is the largest weight of a square.
const squareBound = 10

// wpcSpace is a weight per square; its defaults are the standard heuristic.
func wpcSpace() engines.Space {
	space := make(engines.Space, 64)
	for sq, v := range mustTable(swh) {
		space[sq] = engines.Weight{
			Name: square(sq), Doc: fmt.Sprintf("a disc on %s", square(sq)),
			Min: -squareBound, Max: squareBound, Default: v,
		}
	}
	return space
}

// wpc10Space is a weight per class of squares, by default those of the
// standard heuristic.
func wpc10Space() engines.Space {
	space := make(engines.Space, 10)
	table := mustTable(swh)
	for class, name := range classNames {
		space[class] = engines.Weight{
			Name: name, Doc: "a disc on " + classDocs[class],
			Min: -squareBound, Max: squareBound, Default: table[bits.TrailingZeros64(classMask[class])],
		}
	}
	return space
}

// spread turns ten class weights into 64 square weights.
func spread(w engines.Weights) engines.Weights {
	out := make(engines.Weights, 64)
	for sq := range out {
		out[sq] = w[classOf[sq]]
	}
	return out
}

// tally is own's discs less the opponent's on a set of squares.
func tally(own, opp, set uint64) int {
	return bits.OnesCount64(own&set) - bits.OnesCount64(opp&set)
}

// squareFeatures has +1 for an own disc on a square, -1 for the opponent's.
func squareFeatures(own, opp uint64, dst []float64) {
	for sq := range dst {
		dst[sq] = float64(tally(own, opp, 1<<sq))
	}
}

// classFeatures has own's discs less the opponent's for every class.
func classFeatures(own, opp uint64, dst []float64) {
	for class := range dst {
		dst[class] = float64(tally(own, opp, classMask[class]))
	}
}
