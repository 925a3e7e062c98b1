// Package board implements the rules of Go on boards up to 19 x 19: placing stones, capture,
// positional superko, area scoring, and random games for a Monte Carlo search.
//
// A [Board] holds stones. It does not contain earlier positions or the side to move. A [Point]
// is an intersection, numbered row by row from the bottom left: A1 is 0. [Board.Points] is the
// number of intersections.
//
// A Board has no pointers, so that an assignment copies it, and no method allocates memory.
package board
