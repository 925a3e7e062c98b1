package othello

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/othello/internal/board"
)

// classNames contains the names of the ten classes of squares, each the name of one of its squares.
// The squares of a class are mapped to each other by symmetries of the board.
var classNames = [10]string{"a1", "b1", "c1", "d1", "b2", "c2", "d2", "c3", "d3", "d4"}

// classDocs describes the squares of each class.
var classDocs = [10]string{
	"corners", "C squares, next to a corner on the edge", "A squares of the edge", "B squares, the middle of the edge",
	"X squares, next to a corner on the diagonal", "c2 and its images", "d2 and its images",
	"c3 and its images, the corners of the middle", "d3 and its images", "the four central squares",
}

const squareBound = 10

// wpcSpace lists the weights of the model wpc, one per square. The defaults are a published table,
// the standard heuristic.
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

// wpc10Space lists the weights of the model wpc10, one per class of squares. The defaults are a
// published table, the standard heuristic.
func wpc10Space() engines.Space {
	space := make(engines.Space, 10)
	table := mustTable(swh)
	for class, name := range classNames {
		space[class] = engines.Weight{
			Name: name, Doc: "a disc on " + classDocs[class],
			Min: -squareBound, Max: squareBound, Default: table[bits.TrailingZeros64(board.ClassMask[class])],
		}
	}
	return space
}

func spread(w engines.Weights) engines.Weights {
	out := make(engines.Weights, 64)
	for sq := range out {
		out[sq] = w[board.Class[sq]]
	}
	return out
}

func tally(own, opp, set uint64) int {
	return bits.OnesCount64(own&set) - bits.OnesCount64(opp&set)
}

func squareFeatures(own, opp uint64, dst []float64) {
	for sq := range dst {
		dst[sq] = float64(tally(own, opp, 1<<sq))
	}
}

func classFeatures(own, opp uint64, dst []float64) {
	for class := range dst {
		dst[class] = float64(tally(own, opp, board.ClassMask[class]))
	}
}

type squareTable struct {
	name    string
	weights engines.Weights
}

// squareTables returns the published weight tables that the Othello League uses for comparison:
//
//   - SWH, the standard heuristic (T. Yoshioka, S. Ishii and M. Ito, "Strategy
//     acquisition for the game Othello based on reinforcement learning", 1999)
//   - LR06, co-evolved (S. Lucas and T. Runarsson, "Temporal difference learning versus
//     co-evolution for acquiring Othello position evaluation", CIG 2006)
//   - SJK09, by co-evolution and temporal differences (M. Szubert, W. Jaskowski and K.
//     Krawiec, "Coevolutionary temporal difference learning for Othello", CIG 2009)
//   - SJK11, by the same methods (the same authors, "Learning board evaluation function
//     for Othello by hybridizing coevolution with temporal difference learning", Control
//     and Cybernetics 40, 2011)
func squareTables() []squareTable {
	return []squareTable{
		{"SWH", mustTable(swh)},
		{"LR06", mustTable(lr06)},
		{"SJK09", mustTable(sjk09)},
		{"SJK11", mustTable(sjk11)},
	}
}

// mustTable parses a table of square weights, a1 to h1 first. It panics on an error, which is a
// mistake in this file.
func mustTable(text string) engines.Weights {
	fields := strings.Fields(text)
	w := make(engines.Weights, len(fields))
	for i, f := range fields {
		v, err := strconv.ParseFloat(f, 64)
		if err != nil {
			panic(err)
		}
		w[i] = v
	}
	return w
}

const swh = `
 1.00 -0.25 0.10 0.05 0.05 0.10 -0.25  1.00
-0.25 -0.25 0.01 0.01 0.01 0.01 -0.25 -0.25
 0.10  0.01 0.05 0.02 0.02 0.05  0.01  0.10
 0.05  0.01 0.02 0.01 0.01 0.02  0.01  0.05
 0.05  0.01 0.02 0.01 0.01 0.02  0.01  0.05
 0.10  0.01 0.05 0.02 0.02 0.05  0.01  0.10
-0.25 -0.25 0.01 0.01 0.01 0.01 -0.25 -0.25
 1.00 -0.25 0.10 0.05 0.05 0.10 -0.25  1.00`

const lr06 = `
 4.622507 -1.477853  1.409644 -0.066975 -0.305214  1.633019 -1.050899  4.365550
-1.329145 -2.245663 -1.060633 -0.541089 -0.332716 -0.475830 -2.274535 -0.032595
 2.681550 -0.906628  0.229372  0.059260 -0.150415  0.321982 -1.145060  2.986767
-0.746066 -0.317389  0.140040 -0.045266  0.236595  0.158543 -0.720833 -0.131124
-0.305566 -0.328398  0.073872 -0.131472 -0.172101  0.016603 -0.511448 -0.264125
 2.777411 -0.769551  0.676483  0.282190  0.007184  0.269876 -1.408169  2.396238
-1.566175 -3.049899 -0.637408 -0.077690 -0.648382 -0.911066 -3.329772 -0.870962
 5.046583 -1.468806  1.545046 -0.031175  0.263998  2.063148 -0.148002  5.781035`

const sjk09 = `
 1.02 -0.27  0.55 -0.10  0.08  0.47 -0.38  1.00
-0.13 -0.52 -0.18 -0.07 -0.18 -0.29 -0.68 -0.44
 0.55 -0.24  0.02 -0.01 -0.01  0.10 -0.13  0.77
-0.10 -0.10  0.01 -0.01  0.00 -0.01 -0.09 -0.05
 0.05 -0.17  0.02 -0.04 -0.03  0.03 -0.09 -0.05
 0.56 -0.25  0.05  0.02 -0.02  0.17 -0.35  0.42
-0.25 -0.71 -0.24 -0.23 -0.08 -0.29 -0.63 -0.24
 0.93 -0.44  0.55  0.22 -0.15  0.74 -0.57  0.97`

const sjk11 = `
 1.01 -0.43  0.38  0.07  0.00  0.42 -0.20  1.02
-0.27 -0.74 -0.16 -0.14 -0.13 -0.25 -0.65 -0.39
 0.56 -0.30  0.12  0.05 -0.04  0.07 -0.15  0.48
 0.01 -0.08  0.01 -0.01 -0.04 -0.02 -0.12  0.03
-0.10 -0.08  0.01 -0.01 -0.03  0.02 -0.04 -0.20
 0.59 -0.23  0.06  0.01  0.04  0.06 -0.19  0.35
-0.06 -0.55 -0.18 -0.08 -0.15 -0.31 -0.82 -0.58
 0.96 -0.42  0.67 -0.02 -0.03  0.81 -0.51  1.01`
