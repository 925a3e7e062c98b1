// Package board implements the rules of Othello on two 64-bit sets of squares.
//
// Functions take the discs of the side to move (own) and the discs of the opponent (opp). A set
// has one bit per square: a1 is bit 0, then b1 to h1, a2 and so on to h8, bit 63. The package
// computes legal moves, turned discs, perft counts, stable discs and final scores. Functions have
// no side effects and allocate nothing.
package board
