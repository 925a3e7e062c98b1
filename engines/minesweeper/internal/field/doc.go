// Package field is the ground a game of mines is played on: a rectangle of
// cells, who neighbours whom, and sets of cells as bitboards.
//
// What comes in: a width and a height. What goes out: a [Field], which never
// changes and is shared by everything that plays on it, and the bitboard
// operations ([Bits], [Field.Dilate], [Field.Flood]) that the rules are made of.
//
// A cell is its index y*W+x, counted from the top left. A neighbour is a cell
// and a direction; a set of directions is one byte, so that what surrounds a
// cell fits a register.
package field
