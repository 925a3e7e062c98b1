package field

import "fmt"

// These constants are the largest size of a field, and the values for the content of a cell that
// shows no number.
const (
	MaxSide  = 32
	MaxCells = MaxSide * MaxSide

	Mine   uint8 = 9   // a mine that has been found
	Closed uint8 = 255 // a closed cell
)

// Directions is the number of directions from a cell to its neighbours. Directions d and 7-d are
// opposite. The number of the neighbour increases with d.
const Directions = 8

// steps contains, for each direction, the change of column and row from a cell to its neighbour.
var steps = [Directions][2]int{{-1, -1}, {0, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {0, 1}, {1, 1}}

// Field describes a rectangle of W x H cells and its neighbourhoods. It is immutable after New.
// Cells are numbered row by row from 0 at the top left.
type Field struct {
	W, H, N int             // columns, rows and cells
	Words   int             // words of a Bits in use
	Inside  []uint8         // per cell, the directions that stay on the field
	Offset  [Directions]int // index of a neighbour minus index of the cell
	All     Bits            // every cell

	notFirst, notLast Bits // the cells outside of the first and of the last column
	down, carry       uint // shifts that move a row down, and across words
}

// New returns a field of the given size. Both sides must be from 1 to MaxSide.
func New(width, height int) (*Field, error) {
	if width < 1 || width > MaxSide || height < 1 || height > MaxSide {
		return nil, fmt.Errorf("a field of %d x %d cells: each side must be within [1, %d]", width, height, MaxSide)
	}
	f := &Field{W: width, H: height, N: width * height}
	f.Words = (f.N + 63) / 64
	f.down = uint(width)
	f.carry = 64 - f.down
	f.Inside = make([]uint8, f.N)
	for d, s := range steps {
		f.Offset[d] = s[1]*width + s[0]
	}
	for c := range f.N {
		f.All.Set(c)
		f.describe(c)
	}
	return f, nil
}

// describe stores the neighbourhood of cell c: the directions of its neighbours, and whether it is
// in the first or last column.
func (f *Field) describe(c int) {
	x, y := f.XY(c)
	if x > 0 {
		f.notFirst.Set(c)
	}
	if x < f.W-1 {
		f.notLast.Set(c)
	}
	for d, s := range steps {
		if f.Contains(x+s[0], y+s[1]) {
			f.Inside[c] |= 1 << d
		}
	}
}

// Contains reports whether column x and row y are on the field.
func (f *Field) Contains(x, y int) bool { return x >= 0 && x < f.W && y >= 0 && y < f.H }

// XY returns the column and the row of a cell.
func (f *Field) XY(c int) (x, y int) { return c % f.W, c / f.W }

// Index returns the number of the cell at a column and a row.
func (f *Field) Index(x, y int) int { return y*f.W + x }
