// Package pattern values Othello positions by what stands in parts of the board.
//
// What comes in: the discs of the side to move and of the other side. What goes
// out: the final disc difference that is expected, in sixty-fourths of a disc.
//
// The parts are the eleven families of Logistello (M. Buro, "Improving heuristic
// mini-max search by supervised learning", Artificial Intelligence 134, 2002): rows
// two to four, diagonals of four to eight squares, an edge with its two X squares,
// and corners of 3 x 3 and 2 x 5 squares, 46 in all. Every square of a part is
// empty, own or the opponent's, so that what stands there is a number in base
// three; every number has a weight, the same for the parts that the symmetries of
// the board map onto each other. To these come the moves that both sides have.
//
// Weights change with the discs on the board: they are given at nine [knots] and
// interpolated between them.
//
// A position is not looked at square by square: a table has, for every row and
// every set of its squares, what these add to the numbers of all 46 parts, four
// parts to a word, and sixteen sums of twelve words give all numbers.
package pattern
