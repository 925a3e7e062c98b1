// Package probability computes the exact probability that a closed cell is a mine, given
// the visible part of a position.
//
// [Solver.Solve] receives a [field.Field], the visible contents of every cell and the
// total number of mines. It computes a probability for every cell, and the cells that are
// certainly mines or certainly safe. All placements of the mines that agree with the open
// numbers are equally likely.
//
// The solver works in five steps:
//
//   - Propagation (state.go) decides cells from single numbers, until no number decides
//     any more: if a number has all its mines, its other neighbours are safe; if it misses
//     as many mines as it has undecided neighbours, all of them are mines.
//   - Components (component.go): numbers that share an undecided cell belong to one
//     component. Cells next to the same numbers form a class; only the number of mines in
//     a class matters.
//   - Counting (count.go, sweep.go): dynamic programming over the classes of a component
//     gives the number of its solutions for each number of mines.
//   - Combination (combine.go): the counts of all components are convolved. The other
//     mines may be anywhere in the sea, the cells without an open neighbour, which gives a
//     binomial coefficient.
//   - Certainty: all sums have non-negative terms, so a cell is certain exactly if a sum
//     is zero.
//
// A solver can follow a game. Each call solves only components that have changed, and
// allocates nothing once its buffers have grown. Counting placements is #P-complete (Nakov
// and Wei, "Minesweeper, #Minesweeper", 2003), so a component can need too much work. Then
// the solver drops the states with the fewest solutions and sets [Solver.Approximate].
package probability
