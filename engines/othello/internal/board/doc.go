// Package board implements the rules of Othello on two 64-bit sets of squares.
//
// Every function takes the discs of the side to move and the discs of the opponent. A set
// has one bit per square: a1 is bit 0, then b1 to h1, a2 and so on to h8, bit 63. The
// package computes legal moves, flipped discs, perft counts, stable discs and final
// scores. Functions are pure and allocate nothing.
package board
