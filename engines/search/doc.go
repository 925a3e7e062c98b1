// Package search looks ahead in game trees.
//
// What comes in: a game as a [Tree] over its own state and move types, a
// position, the seat that asks, and [Limits]. What goes out: a [Result], the
// move to make and what it is worth.
//
// A [Searcher] looks from one seat: that seat maximises, every other seat
// minimises (two players of a zero-sum game, or the paranoid reduction of more:
// Sturtevant and Korf, "On pruning techniques for multi-player games",
// AAAI 2000). A ply may leave the same seat to move. [Searcher.Minimax] visits
// the whole tree and is the reference; [Searcher.AlphaBeta] returns the same
// value and the same move from a part of it, whether or not it orders moves.
// Among moves of the same value the first in the game's order wins.
//
// A [MaxN] looks from every seat: each maximises its own worth.
//
// States are values: a searcher keeps one per ply and copies into it, so that a
// search allocates nothing once its stacks have grown. Finished games are
// valued by [Win] and [Loss], numbers that no evaluation reaches.
package search
