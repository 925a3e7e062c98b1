package minesweeper

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"
	"slices"

	"github.com/lanista/lanista/engines/minesweeper/internal/field"
)

// These constants limit the positions that can be solved exactly.
const (
	mostClosed = 16        // a set of closed cells is a uint16, their numbers are a uint64
	mostNodes  = 3_000_000 // positions stored: a few hundred megabytes at most
)

// oracle computes the value of a very small position under perfect play by both seats. The value is
// the probability that the player to move wins, where a draw counts half. The search tries every
// move and every number that may appear (expectimax), and evaluates equal positions only once.
type oracle struct {
	ctx    context.Context
	cells  []int    // the closed cells; bit i of a mask is cells[i]
	around []uint16 // by closed cell: its closed neighbours
	known  []int    // by closed cell: the number of mines found around it
	left   int      // mines not found yet
	flood  bool
	memo   map[shown]float64
	nodes  uint64
	stack  []outcome
}

// shown identifies a position in the search of an oracle: what has been revealed since the search
// began, and the lead of the player to move.
type shown struct {
	numbers     uint64 // of the cells opened since the start of the search, four bits each
	open, found uint16 // the opened cells and the mines found, as masks
	lead        int16  // of the player to move, in mines
}

// outcome is what opening a cell reveals if the mines are placed as in placed.
type outcome struct {
	placed  uint16
	open    uint16
	numbers uint64
}

func newOracle(ctx context.Context, v *view, flood bool) (*oracle, error) {
	if v.closed > mostClosed {
		return nil, fmt.Errorf("%d closed cells are too many to solve; the maximum is %d", v.closed, mostClosed)
	}
	if v.bomb {
		return nil, fmt.Errorf("positions with bombs cannot be solved; set bomb to false")
	}
	o := &oracle{ctx: ctx, left: v.left, flood: flood, memo: map[shown]float64{}}
	for c, s := range v.cells {
		if s == field.Closed {
			o.cells = append(o.cells, c)
		}
	}
	for _, c := range o.cells {
		near, found := o.look(v, c)
		o.around = append(o.around, near)
		o.known = append(o.known, found)
	}
	return o, nil
}

// look returns the closed neighbours of cell c as a bit mask, and the number of neighbours with
// mines that have been found.
func (o *oracle) look(v *view, c int) (near uint16, found int) {
	for m := v.field.Inside[c]; m != 0; m &= m - 1 {
		u := c + v.field.Offset[bits.TrailingZeros8(m)]
		switch v.cells[u] {
		case field.Closed:
			near |= 1 << slices.Index(o.cells, u)
		case field.Mine:
			found++
		}
	}
	return near, found
}

// placements returns all placements of the mines that agree with the visible numbers, each as a bit
// mask of the closed cells.
func (o *oracle) placements(v *view) []uint16 {
	var near []uint16
	var need []int
	for c, s := range v.cells {
		if s <= 8 {
			mask, found := o.look(v, c)
			near, need = append(near, mask), append(need, int(s)-found)
		}
	}
	var all []uint16
next:
	for m := range uint32(1) << len(o.cells) {
		if bits.OnesCount32(m) != o.left {
			continue
		}
		for i, mask := range near {
			if bits.OnesCount16(mask&uint16(m)) != need[i] {
				continue next
			}
		}
		all = append(all, uint16(m))
	}
	return all
}

// value returns the value of a position for the player to move: the probability of a win, where a
// draw counts half. placed contains the placements of the mines that are possible in the position.
func (o *oracle) value(placed []uint16, at shown) (float64, error) {
	left := o.left - bits.OnesCount16(at.found)
	switch lead := int(at.lead); {
	case lead > left:
		return 1, nil
	case -lead > left:
		return 0, nil
	case left == 0:
		return 0.5, nil
	}
	if v, ok := o.memo[at]; ok {
		return v, nil
	}
	if err := o.count(); err != nil {
		return 0, err
	}
	best := 0.0
	for rest := o.candidates(placed, at); rest != 0; rest &= rest - 1 {
		v, err := o.try(placed, at, bits.TrailingZeros16(rest))
		if err != nil {
			return 0, err
		}
		best = max(best, v)
	}
	o.memo[at] = best
	return best, nil
}

// count counts one more visited position. It returns an error if there are more than mostNodes, or
// if ctx has ended.
func (o *oracle) count() error {
	o.nodes++
	if o.nodes > mostNodes {
		return fmt.Errorf("the solution needs more than %d positions", mostNodes)
	}
	if o.nodes&1023 == 0 {
		return o.ctx.Err()
	}
	return nil
}

// candidates returns the cells that value must try to open, as a bit mask. Usually these are all
// closed cells. If some cells are known to be mines, one of them suffices, because opening it gains
// a point, keeps the turn and reveals nothing.
func (o *oracle) candidates(placed []uint16, at shown) uint16 {
	closed := uint16(1<<len(o.cells)-1) &^ (at.open | at.found)
	sure := closed
	for _, m := range placed {
		sure &= m
	}
	if sure != 0 {
		return sure & -sure
	}
	return closed
}

func (o *oracle) try(placed []uint16, at shown, cell int) (float64, error) {
	bottom := len(o.stack)
	defer func() { o.stack = o.stack[:bottom] }()
	hits := make([]uint16, 0, len(placed))
	for _, m := range placed {
		if m>>cell&1 != 0 {
			hits = append(hits, m)
		} else {
			o.stack = append(o.stack, o.open(m, at, cell))
		}
	}
	sum := 0.0
	if len(hits) > 0 {
		next := at
		next.found |= 1 << cell
		next.lead++
		v, err := o.value(hits, next)
		if err != nil {
			return 0, err
		}
		sum = v * float64(len(hits))
	}
	v, err := o.misses(bottom, at)
	return (sum + v) / float64(len(placed)), err
}

// misses returns the sum of the values of the positions after a cell without a mine was opened, for
// the player who opened it. There is one term for each placement of the mines. The outcomes of
// these placements are in o.stack, from index bottom on. at is the position before the move.
func (o *oracle) misses(bottom int, at shown) (float64, error) {
	top := len(o.stack)
	slices.SortFunc(o.stack[bottom:], func(a, b outcome) int {
		return cmp.Or(cmp.Compare(a.open, b.open), cmp.Compare(a.numbers, b.numbers), cmp.Compare(a.placed, b.placed))
	})
	sum := 0.0
	group := make([]uint16, 0, top-bottom)
	for i := bottom; i < top; i++ {
		group = append(group, o.stack[i].placed)
		if i+1 < top && o.stack[i+1].open == o.stack[i].open && o.stack[i+1].numbers == o.stack[i].numbers {
			continue
		}
		next := shown{o.stack[i].numbers, o.stack[i].open, at.found, -at.lead}
		v, err := o.value(group, next)
		if err != nil {
			return 0, err
		}
		sum += float64((1 - v) * float64(len(group)))
		group = group[:0]
	}
	return sum, nil
}

// open returns what opening a cell reveals if the mines are placed as in placed. The cell must not
// be a mine. If it shows 0 and the setting flood is on, its neighbours are opened too.
func (o *oracle) open(placed uint16, at shown, cell int) outcome {
	out := outcome{placed, at.open, at.numbers}
	for pending := uint16(1) << cell; pending != 0; {
		c := bits.TrailingZeros16(pending)
		pending &= pending - 1
		number := o.known[c] + bits.OnesCount16(o.around[c]&placed)
		out.open |= 1 << c
		out.numbers |= uint64(number) << (4 * c)
		if number == 0 && o.flood {
			pending |= o.around[c] &^ out.open
		}
	}
	return out
}
