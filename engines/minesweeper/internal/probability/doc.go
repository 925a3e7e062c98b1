// Package probability finds the exact probability that a closed cell hides a
// mine, given everything the players can see.
//
// What comes in: a [field.Field], what every cell shows, and the number of
// mines in all. What goes out of [Solver.Solve]: a probability per cell, and
// which cells are certain. All placements of the mines that agree with the open
// numbers are equally likely.
//
// The work goes down in five steps. Propagation: a number that has found all
// its mines clears its other neighbours, and one that has as many closed
// neighbours as missing mines claims them, until neither applies. Components:
// numbers that share an undecided cell stand together; cells under the same
// numbers form a class, of which only the count of mines matters. Counting: for
// each component, a dynamic programme over its classes gives the number of
// solutions by mines used. Combination: components are convolved, and the rest
// of the mines falls anywhere in the sea, the cells that no number touches,
// which is a binomial coefficient. Certainty: all sums are of non-negative
// terms, so a cell is certain exactly when a sum is zero.
//
// A solver follows a game: a call solves again only the components that
// something new touches, and allocates nothing once its buffers have grown.
// Counting placements is #P-complete (Nakov and Wei, "Minesweeper,
// #Minesweeper", 2003), so a component may in principle be too wide; then the
// lightest states are dropped and [Solver.Approximate] says so.
package probability
