package pattern

import (
	"math/bits"
	"slices"
	"sync"

	"github.com/lanista/lanista/engines/othello/internal/board"
)

// A slot is a weight to be found: one for all numbers of a family that mean the
// same, because a symmetry maps the part onto itself. The moves of both sides and a
// constant have slots of their own.

// layout says where the weights of a family stand: in the slots, and in the values
// by number that an evaluation looks up.
type layout struct {
	from  [12]int // where the values of every family begin; then those of the moves
	size  int     // values in all
	slot  []int32 // of every value
	slots int     // different ones: the number of weights at one knot
}

// placed is the layout of all families.
var placed *layout

// prepare makes the tables of this package: placed, sums and laneFrom. It takes some
// milliseconds, which a program that judges no position by patterns spares. Whoever makes
// weights, or asks for columns or terms, calls it first.
var prepare = sync.OnceFunc(func() {
	placed, sums = makeLayout(), makeSums()
	laneFrom = makeLanes(placed)
})

func makeLayout() *layout {
	l := &layout{}
	for f, fam := range families {
		l.from[f] = l.size
		count := power(len(fam.squares))
		l.size += count
		l.slot = slices.Grow(l.slot, count)
		images := mirrored(mirrorOf(fam.squares))
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
	l.size += rooms + 1 // and the constant
	for range rooms + 1 {
		l.slot = append(l.slot, int32(l.slots))
		l.slots++
	}
	return l
}

// mirrorOf returns where a symmetry of the board that maps the part onto itself
// takes its digits; nil if only the identity does.
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

// mirrored returns every number with its digits moved as mirrorOf says; nil if they
// stay. The numbers with a digit more are those without it, moved on by it.
func mirrored(to []int) []int {
	if to == nil {
		return nil
	}
	images := make([]int, 1, power(len(to)))
	for _, j := range to {
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

// Besides the slots there are a few broad features, which every position has: what
// a disc on a square of each of the ten classes is worth, and a move of either side.
// They learn from few positions what is true of most, and leave to the slots what
// is not. They cost an evaluation nothing: once they are found they are shared out
// among the numbers that they are part of.
const (
	classes = 10
	broad   = classes + 2 // and the moves of the side to move, and of the other
)

// classOf is the class of every square: those that the symmetries of the board map
// onto each other.
var classOf = func() (t [64]int) {
	class := 0
	seen := [64]bool{}
	for sq := range uint8(64) {
		if seen[sq] {
			continue
		}
		for s := range 8 {
			seen[board.Image(sq, s)] = true
			t[board.Image(sq, s)] = class
		}
		class++
	}
	return t
}()

// classMasks are the squares of every class.
var classMasks = func() (t [classes]uint64) {
	for sq, class := range classOf {
		t[class] |= 1 << sq
	}
	return t
}()

// covers is the number of parts that have a square.
var covers = func() (t [64]int) {
	for _, p := range boardParts {
		for _, sq := range p.squares {
			t[sq]++
		}
	}
	return t
}()

// broadOf measures the broad features of a position, given the number of its
// moves.
func broadOf(own, opp uint64, room int) (f [broad]float32) {
	for class, mask := range classMasks {
		f[class] = float32(bits.OnesCount64(own&mask) - bits.OnesCount64(opp&mask))
	}
	f[classes], f[classes+1] = float32(room/(mostMoves+1)), float32(room%(mostMoves+1))
	return f
}

// shares is, for every value of the layout, what it has of the broad features.
func (l *layout) shares(value int, w *[broad]float64) float64 {
	sum := 0.0
	if value >= l.from[len(families)] {
		if room := value - l.from[len(families)]; room < rooms {
			sum = w[classes]*float64(room/(mostMoves+1)) + w[classes+1]*float64(room%(mostMoves+1))
		}
		return sum
	}
	f := 0
	for value >= l.from[f+1] {
		f++
	}
	number := value - l.from[f]
	for _, sq := range families[f].squares {
		switch number % 3 {
		case 1:
			sum += w[classOf[sq]] / float64(covers[sq])
		case 2:
			sum -= w[classOf[sq]] / float64(covers[sq])
		}
		number /= 3
	}
	return sum
}
