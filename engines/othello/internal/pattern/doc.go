// Package pattern evaluates Othello positions by patterns: the contents of parts of the board,
// such as rows and corners.
//
// Evaluate takes the discs of the side to move and of the opponent. It returns the expected final
// disc difference in sixty-fourths of a disc.
//
// The parts are the eleven families of the program Logistello (M. Buro, "Improving heuristic
// mini-max search by supervised learning", Artificial Intelligence 134, 2002). They are rows two
// to four, diagonals of four to eight squares, an edge with its two X squares, and corners of 3 x
// 3 and 2 x 5 squares, 46 parts in all. Every square of a part is empty, own or the opponent's,
// so the contents of a part are a number in base three. Every such number has a weight. Parts
// that a symmetry of the board maps to each other share their weights. The numbers of moves of
// both sides have weights, too.
//
// Weights depend on the number of discs on the board. They are given at nine [knots] and
// interpolated between them.
//
// The numbers of all parts are computed together. For every row and every set of its squares, a
// table contains what the discs add to the numbers of all 46 parts, four parts to a word. Sixteen
// table entries of twelve words add up to all numbers.
package pattern
