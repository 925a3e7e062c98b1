// Package endgame solves Othello positions exactly.
//
// What comes in: the discs of the side to move and of the other side. What
// goes out: the final disc difference under best play by both, empty squares
// to the winner, and the moves that reach it.
//
// The score is closed in on by tests of whether it reaches some number of discs
// (closeIn), each a search in a window of one disc, in four layers.
// Far from the end (deep) positions are kept in a hash table, and
// moves are ordered by a shallow search with a plain evaluation, or with patterns
// where the solver is given some; nearer, by how
// few replies they leave ("fastest first") and by the parity of the regions;
// with few squares left (shallow) by parity alone; the last four
// squares are played by code of their own that generates no moves.
package endgame
