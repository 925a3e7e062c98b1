// Package board is the rules of Othello on two 64-bit sets.
//
// What comes in: the discs of the side to move and of the other side, a bit a
// square, a1 the lowest, then b1 to h1, a2 and so on to h8. What goes out:
// legal moves, the discs a move turns, perft counts, discs that can never turn
// again, final scores. Everything is a pure function of the two sets; nothing
// allocates; nothing knows colours, evaluation or search.
package board
