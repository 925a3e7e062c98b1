// Package goban implements the game of Go and an agent that plays it by random games.
//
// [New] returns the engine, whose name is "go". The setting size is the number of lines, from 2 to
// 19 (9 by default).
//
// The rules are those of J. Tromp and B. Taylor without suicide, as on most servers for programs.
// Seat 0 is Black and moves first, seat 1 is White. A move places a stone or passes. It removes
// the opponent's chains without liberties. A move that leaves its own chain without a liberty is
// illegal; with the setting suicide it removes that chain. A move that leads to an earlier
// position of the board is illegal (positional superko). Two passes in a row end the game. All
// stones that stand then are alive. The score of a side is its area: its stones, and the empty
// regions that only its colour touches. White also receives komi. A game of max_plies plies is
// scored as it stands.
//
// The number of a move is its point, row by row from the bottom left (A1 is 0), and passing is the
// number of points. Moves are written as in the Go Text Protocol: D4, without the column I, or
// pass.
//
// The agent of the package plays a number of random games from every position (setting playouts)
// and makes the move that does best in them. Its weights are the policy of the random games and
// two numbers of the search; see [New]'s Spec and docs/decisions/games.md.
package goban
