package game2048

import (
	"sync"

	"github.com/lanista/lanista/engines"
)

// These are the moves of 2048, the directions of a slide, in the order in which Moves lists them.
const (
	up engines.Move = iota
	down
	left
	right
	directions
)

var directionNames = [directions]string{"up", "down", "left", "right"}

// rowTables contains, for every possible row of four squares, the result of a slide and the
// features.
type rowTables struct {
	left, right [1 << 16]row
	gain        [1 << 16]int32 // the points of a slide, which are equal in both directions
	lines       [1 << 16]lineFeatures
}

// tables returns the table of all possible rows of four squares, with the results of slides and the
// features. The first call computes the table.
var tables = sync.OnceValue(func() *rowTables {
	t := new(rowTables)
	for i := range t.left {
		r := row(i)
		t.left[i], t.gain[i] = slideRow(r)
		back, _ := slideRow(reversed(r))
		t.right[i] = reversed(back)
		t.lines[i] = featuresOfLine(r)
	}
	return t
})

func reversed(r row) row { return r<<12 | r<<4&0xf00 | r>>4&0xf0 | r>>12 }

// slideRow slides the tiles of a row towards the row's lowest bits. Equal neighbours merge, the
// pair nearest to that end first, and no tile merges twice. gain is the number of points.
func slideRow(r row) (slid row, gain int32) {
	at := 0        // the next square to fill
	last := row(0) // the tile before it, 0 if it cannot merge any more
	for ; r != 0; r >>= 4 {
		tile := r & 15
		switch {
		case tile == 0:
		case tile == last && tile < largest:
			slid += 1 << (4 * (at - 1))
			gain += 2 << tile
			last = 0
		default:
			slid |= tile << (4 * at)
			last = tile
			at++
		}
	}
	return slid, gain
}

// slide returns the board after a slide and before the new tile, and the points that the slide
// scores. If the board does not change, the slide is illegal.
func (t *rowTables) slide(b board, m engines.Move) (after board, gain int) {
	switch m {
	case up:
		after, gain = t.slideRows(b.transposed(), &t.left)
		return after.transposed(), gain
	case down:
		after, gain = t.slideRows(b.transposed(), &t.right)
		return after.transposed(), gain
	case left:
		return t.slideRows(b, &t.left)
	default:
		return t.slideRows(b, &t.right)
	}
}

func (t *rowTables) slideRows(b board, to *[1 << 16]row) (after board, gain int) {
	r0, r1, r2, r3 := b.lines()
	after = board(to[r0]) | board(to[r1])<<16 | board(to[r2])<<32 | board(to[r3])<<48
	return after, int(t.gain[r0] + t.gain[r1] + t.gain[r2] + t.gain[r3])
}

// slides returns the boards after each of the four slides. An illegal slide leaves the
// board unchanged.
func (t *rowTables) slides(b board) (after [directions]board) {
	turned := b.transposed()
	after[up], _ = t.slideRows(turned, &t.left)
	after[down], _ = t.slideRows(turned, &t.right)
	after[up], after[down] = after[up].transposed(), after[down].transposed()
	after[left], _ = t.slideRows(b, &t.left)
	after[right], _ = t.slideRows(b, &t.right)
	return after
}

// stuck reports whether no slide changes the board.
func (t *rowTables) stuck(b board) bool { return t.slides(b) == [directions]board{b, b, b, b} }
