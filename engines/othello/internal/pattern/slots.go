package pattern

import (
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
