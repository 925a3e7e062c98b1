package pattern

import (
	"math/bits"
	"slices"
	"sync"

	"github.com/lanista/lanista/engines/othello/internal/board"
)

// A slot is one fitted weight. Numbers of a family share a slot if a symmetry that maps
// the part to itself maps one number to the other. The pairs of move counts and a
// constant have slots of their own.

// layout numbers all patterns. A pattern is one way in which discs can occupy a part of the board,
// such as an edge; see [part]. The parts of a family share their patterns. Patterns that are mirror
// images of each other share a slot, which is the number of a fitted weight.
type layout struct {
	from  [len(families) + 1]int // first value of every family, then of the pairs of move counts
	size  int                    // values in all
	slot  []int32                // by value: its slot
	slots int                    // different ones: the number of weights at one knot
}

// patternLayout is the only layout. The function prepare creates it.
var patternLayout *layout

// prepare fills the tables of this package. Only the first call has an effect; it takes some
// milliseconds. Every function that creates weights, or returns columns or terms, must call prepare
// first.
var prepare = sync.OnceFunc(func() {
	patternLayout, sums = makeLayout(), makeSums()
	laneFrom = makeLanes(patternLayout)
})

func makeLayout() *layout {
	l := &layout{}
	for f, fam := range families {
		l.from[f] = l.size
		count := power(len(fam))
		l.size += count
		l.slot = slices.Grow(l.slot, count)
		images := mirrored(mirrorOf(fam))
		for number := range count {
			if images != nil && images[number] < number {
				other := images[number]
				l.slot = append(l.slot, l.slot[l.from[f]+other])
				continue
			}
			l.slot = append(l.slot, int32(l.slots))
			l.slots++
		}
	}
	l.from[len(families)] = l.size
	l.size += movePairs + 1 // and the constant
	for range movePairs + 1 {
		l.slot = append(l.slot, int32(l.slots))
		l.slots++
	}
	return l
}

// mirrorOf returns how a symmetry of the board that maps a part of the board to itself permutes the
// squares of the part. Square i of the part moves to the index to[i]. The result is nil if no such
// symmetry moves a square.
func mirrorOf(squares []uint8) []int {
	for symmetry := 1; symmetry < 8; symmetry++ {
		var to []int
		moved := false
		for i, sq := range squares {
			for j, other := range squares {
				if board.Image(sq, symmetry) == other {
					to = append(to, j)
					moved = moved || i != j
				}
			}
		}
		if moved && len(to) == len(squares) {
			return to
		}
	}
	return nil
}

// mirrored returns a table of numbers in base three with permuted digits: digit i of n is digit
// order[i] of element n. Its numbers have as many digits as order has elements. It returns nil if
// order is nil.
func mirrored(order []int) []int {
	if order == nil {
		return nil
	}
	images := make([]int, 1, power(len(order)))
	for _, j := range order {
		shorter, digit := images, power(j)
		for range 2 {
			for _, image := range shorter {
				images = append(images, image+digit)
			}
			digit *= 2
		}
	}
	return images
}

// These constants count the broad features, which every position has besides its patterns: the disc
// difference on each class of squares, and the number of legal moves of either side. Few positions
// suffice to fit their weights. After a fit, [New] adds these weights to those of the patterns, so
// broad features take no time in an evaluation.
const (
	classes = board.Classes
	broad   = classes + 2 // the classes, and the numbers of moves of the side to move and of the opponent
)

// covers contains, for every square, the number of parts of the board that include it. A part is a
// group of squares, such as an edge, whose content the evaluation rates.
var covers = func() (t [64]int) {
	for _, p := range boardParts {
		for _, sq := range p.squares {
			t[sq]++
		}
	}
	return t
}()

// broadOf returns the broad features of a position: the disc difference on each class of squares,
// and the numbers of legal moves of both sides. pair is the result of movePair.
func broadOf(own, opp uint64, pair int) (f [broad]float32) {
	for class, mask := range board.ClassMask {
		f[class] = float32(bits.OnesCount64(own&mask) - bits.OnesCount64(opp&mask))
	}
	f[classes], f[classes+1] = float32(pair/(mostMoves+1)), float32(pair%(mostMoves+1))
	return f
}

// shares returns what the broad features, such as disc differences, add to the weight of a pattern.
// The weight of a disc is divided equally among the parts of the board that include its square.
// value is the number of the pattern in the layout, and w contains the weights of the broad
// features.
func (l *layout) shares(value int, w *[broad]float64) float64 {
	sum := 0.0
	if value >= l.from[len(families)] {
		if room := value - l.from[len(families)]; room < movePairs {
			sum = float64(w[classes]*float64(room/(mostMoves+1))) + float64(w[classes+1]*float64(room%(mostMoves+1)))
		}
		return sum
	}
	f := 0
	for value >= l.from[f+1] {
		f++
	}
	number := value - l.from[f]
	for _, sq := range families[f] {
		switch number % 3 {
		case 1:
			sum += w[board.Class[sq]] / float64(covers[sq])
		case 2:
			sum -= w[board.Class[sq]] / float64(covers[sq])
		}
		number /= 3
	}
	return sum
}
