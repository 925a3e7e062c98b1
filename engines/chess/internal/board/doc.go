// Package board holds the rules of chess: positions, legal moves, and FEN.
//
// What comes in: a position as a FEN, and moves. What goes out: the legal moves of
// a position, the position after a move, and what its end depends on: checks,
// material, the count of plies without progress, and a key that is equal for
// positions that the rules call the same.
//
// A [Position] is a plain value of sets of squares (bitboards) beside a table of
// the pieces on the squares; making a move on a copy is all that a search needs.
// Squares are numbered from a1 = 0 along the ranks to h8 = 63. The attacks of rooks,
// bishops and queens are looked up by magic multiplication (P. Hansen's scheme as
// the Chess Programming Wiki describes it).
package board
