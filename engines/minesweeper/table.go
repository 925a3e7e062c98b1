package minesweeper

import (
	"fmt"
	"math/bits"
	"math/rand/v2"
	"slices"

	"github.com/lanista/lanista/engines"
	"github.com/lanista/lanista/engines/minesweeper/internal/field"
)

// table is a game of Minesweeper Flags, including its hidden mines. Players receive only its
// [view].
type table struct {
	view
	flood  bool
	mine   field.Bits
	zero   field.Bits // cells that would show 0
	hidden field.Bits // closed cells
	number []uint8    // by cell: the number of mines around it
	last   uncovered  // by the last move
}

var (
	_ engines.Game     = (*table)(nil)
	_ engines.Position = (*view)(nil)
	_ engines.Hidden   = (*table)(nil)
)

// newTable returns a game in which every cell is closed. Its mines are not placed yet.
func newTable(f *field.Field, r rules) *table {
	t := &table{flood: r.flood, hidden: f.All}
	bytes := make([]uint8, 3*f.N)
	t.number = bytes[:f.N:f.N]
	t.view = view{
		field: f, mines: r.mines, left: r.mines, closed: f.N, bomb: r.bomb,
		cells: bytes[f.N : 2*f.N : 2*f.N], owner: bytes[2*f.N:],
	}
	for c := range f.N {
		t.view.cells[c], t.view.owner[c] = field.Closed, nobody
	}
	return t
}

// deal places the mines at random. All placements are equally likely (R. W. Floyd's algorithm:
// Bentley, "A sample of brilliance", CACM 30(9), 1987).
func (t *table) deal(seed uint64) {
	pcg := engines.PCG(engines.Seed(seed, engines.Purpose("mines")))
	rng := rand.New(&pcg)
	n := t.view.field.N
	for last := n - t.view.mines; last < n; last++ {
		c := rng.IntN(last + 1)
		if t.mine.Has(c) {
			c = last
		}
		t.lay(c)
	}
	t.findZeros()
}

func (t *table) lay(c int) {
	t.mine.Set(c)
	f := t.view.field
	for m := f.Inside[c]; m != 0; m &= m - 1 {
		t.number[c+f.Offset[bits.TrailingZeros8(m)]]++
	}
}

// findZeros computes the cells that show 0 when they are opened: all cells except mines and their
// neighbours.
func (t *table) findZeros() {
	t.view.field.Dilate(&t.zero, &t.mine)
	for i, w := range t.zero {
		t.zero[i] = t.view.field.All[i] &^ w
	}
}

// Clone returns a copy of the table with the same mines.
func (t *table) Clone() engines.Game {
	copied := *t
	bytes := slices.Concat(t.number, t.view.cells, t.view.owner)
	n := len(t.number)
	copied.number, copied.view.cells, copied.view.owner = bytes[:n:n], bytes[n:2*n:2*n], bytes[2*n:]
	return &copied
}

func (t *table) copyFrom(o *table) {
	number, cells, owner := t.number, t.view.cells, t.view.owner
	*t = *o
	t.number, t.view.cells, t.view.owner = number, cells, owner
	copy(t.number, o.number)
	copy(t.view.cells, o.view.cells)
	copy(t.view.owner, o.view.owner)
}

// View returns the part of the game that the players see, which is the same for both seats. Moves
// in the game change the returned view.
func (t *table) View(int) engines.Position { return &t.view }

// Apply opens a cell for the seat to move, or uses its bomb. A mine gives the seat a point and
// another move. A number passes the turn. If it is 0 and the setting flood is on, all neighbours of
// the cell are opened too.
func (t *table) Apply(m engines.Move) error {
	v := &t.view
	c := int(m)
	switch {
	case v.Over():
		return fmt.Errorf("the game is over")
	case c >= v.field.N && c < 2*v.field.N:
		return t.applyBomb(c - v.field.N)
	case c < 0 || c >= v.field.N:
		return fmt.Errorf("move %d is not a cell of the field", m)
	case v.cells[c] != field.Closed:
		return fmt.Errorf("cell %s is not closed", v.FormatMove(m))
	}
	if t.mine.Has(c) {
		t.claim(c)
		t.last = uncovered{mines: 1}
		return nil
	}
	closed := v.closed
	var opened field.Bits
	opened.Set(c)
	t.open(&opened)
	t.last = uncovered{cells: closed - v.closed}
	v.turn = 1 - v.turn
	return nil
}

// claim records that the seat to move has found the mine on cell c.
func (t *table) claim(c int) {
	v := &t.view
	t.hidden.Clear(c)
	v.cells[c], v.owner[c] = field.Mine, uint8(v.turn)
	v.score[v.turn]++
	v.left--
	v.closed--
}

// open opens the given cells, which must be closed and no mines. If the setting flood is on, it
// also opens the neighbours of every cell that shows 0, and adds them to opened.
func (t *table) open(opened *field.Bits) {
	v := &t.view
	f := v.field
	if t.flood {
		for i := range f.Words {
			if opened[i]&t.zero[i] != 0 {
				f.Flood(opened, &t.zero, &t.hidden)
				break
			}
		}
	}
	for i := range f.Words {
		t.hidden[i] &^= opened[i]
		for w := opened[i]; w != 0; w &= w - 1 {
			c := i<<6 + bits.TrailingZeros64(w)
			v.cells[c] = t.number[c]
			v.closed--
		}
	}
}
