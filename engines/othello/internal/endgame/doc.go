// Package endgame solves Othello positions exactly.
//
// A [Solver] takes the discs of the side to move and of the opponent. It returns the final disc
// difference under best play by both sides, with empty squares counted for the winner, and the
// moves that reach it.
//
// The search tests whether the score reaches some number of discs, each time in a window of one
// disc, until the bounds meet (closeIn). It has several layers by the number of empty squares.
// The layer deep stores positions in a hash table. It orders moves by a short search, by the
// number of replies ("fastest first") and by the parity of the empty regions. The layer shallow
// orders moves by parity alone. The last four squares have their own functions, leaf4 to leaf1,
// which generate no moves.
package endgame
