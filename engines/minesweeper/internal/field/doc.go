// Package field represents the rectangle of cells of a Minesweeper game, its
// neighbourhoods, and sets of cells as bitboards.
//
// A [Field] is made from a width and a height and never changes. The set operations
// ([Bits], [Field.Dilate], [Field.Flood]) implement the rules.
//
// A cell is its index y*W+x, counted from the top left. A neighbour is a cell and a
// direction. A set of directions is one byte.
package field
