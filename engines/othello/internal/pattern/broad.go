package pattern

import (
	"math/bits"

	"github.com/lanista/lanista/engines/othello/internal/board"
)

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
