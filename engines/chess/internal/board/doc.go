// Package board implements the rules of chess: positions, legal moves, and FEN.
//
// Parse reads a position from a FEN, Position.Moves lists its legal moves, and
// Position.Make makes one. A position also provides the facts that end a game: checks,
// material, the number of plies without progress, and a key that is equal for positions
// that are the same by the rules.
//
// A [Position] is a plain value: sets of squares (bitboards) and a table of the pieces on
// the squares. A search copies the position and makes a move on the copy. Squares are
// numbered from a1 = 0 along the ranks to h8 = 63. The attacks of rooks, bishops and
// queens come from tables with magic multiplication (P. Hansen's scheme, described in the
// Chess Programming Wiki).
package board
