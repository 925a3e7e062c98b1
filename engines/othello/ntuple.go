package othello

import (
	"fmt"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/othello/internal/board"
)

// The model ntuple evaluates every straight pair of neighbouring squares. Each square of
// a pair is empty, own or the opponent's: nine states. Pairs that a symmetry of the board
// maps to each other form a class. Every class and state has a weight (W. Jaskowski,
// "Systematic n-tuple networks for Othello position evaluation", ICGA Journal 37, 2014:
// the network all-2 of 32 classes and 288 weights).

// pair is an ordered pair of neighbouring squares with the number of its class. Symmetries of the
// board map the pairs of a class to each other. The order of the squares matters for the number of
// the pair's content; see pairStates.
type pair struct {
	a, b  uint8
	class uint8
}

// pairs lists all pairs of neighbouring squares by class; symmetries of the board map the pairs of
// a class to each other. A pair whose squares a symmetry exchanges is listed in both orders, so
// that symmetric positions have equal values.
var pairs = makePairs()

// pairClasses is the number of classes of pairs of neighbouring squares. Pairs that a symmetry of
// the board maps to each other form a class and share weights.
const pairClasses = 32

// pairStates is the number of possible contents of a pair of squares a, b. The number of a content
// is 3*a+b, where an empty square is 0, an own disc 1, and a disc of the opponent 2.
const pairStates = 9

func makePairs() []pair {
	var list []pair
	var seen [64][64]bool
	class := uint8(0)
	for a := range uint8(64) {
		for b := range uint8(64) {
			dx, dy := int(a&7)-int(b&7), int(a>>3)-int(b>>3)
			if max(dx, -dx, dy, -dy) != 1 || seen[a][b] || seen[b][a] {
				continue
			}
			for s := range 8 {
				x, y := board.Image(a, s), board.Image(b, s)
				if !seen[x][y] {
					seen[x][y] = true
					list = append(list, pair{x, y, class})
				}
			}
			class++
		}
	}
	return list
}

const pairBound = 10

// ntupleSpace lists the weights of the model ntuple: one for each content of each class of pairs of
// squares. The defaults spread a published table of square weights (the standard heuristic) over
// the pairs, so that the model plays like the table.
func ntupleSpace() engines.Space {
	table := mustTable(swh)
	var members [64]float64
	for _, p := range pairs {
		members[p.a]++
		members[p.b]++
	}
	worth := [3]float64{0, 1, -1}
	space := make(engines.Space, pairClasses*pairStates)
	for i, p := range pairs {
		if i > 0 && p.class == pairs[i-1].class { // only the first pair of a class gives it its name
			continue
		}
		for state := range pairStates {
			a, b := state/3, state%3
			space[int(p.class)*pairStates+state] = engines.Weight{
				Name:    fmt.Sprintf("%s%s_%c%c", square(int(p.a)), square(int(p.b)), "exo"[a], "exo"[b]),
				Doc:     fmt.Sprintf("%s %s and %s %s, or an image of them", square(int(p.a)), stateDocs[a], square(int(p.b)), stateDocs[b]),
				Min:     -pairBound,
				Max:     pairBound,
				Default: worth[a]*table[p.a]/members[p.a] + worth[b]*table[p.b]/members[p.b],
			}
		}
	}
	return space
}

var stateDocs = [3]string{"empty", "own", "the opponent's"}

func pairFeatures(own, opp uint64, dst []float64) {
	clear(dst)
	for _, p := range pairs {
		dst[int(p.class)*pairStates+3*stateOf(own, opp, p.a)+stateOf(own, opp, p.b)]++
	}
}

func stateOf(own, opp uint64, sq uint8) int {
	return int(own>>(sq&63)&1 | opp>>(sq&63)&1<<1)
}
