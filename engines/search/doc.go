// Package search looks ahead in game trees. It is for authors of games: a game
// whose players search writes down its positions and moves, and gets from here a
// search that is right.
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
// A [MaxN] looks from every seat of a [VectorGame]: each maximises its own worth.
// It knows chance, and values in whole numbers.
//
// States are values: a search keeps one per ply and copies into it, so that it
// allocates nothing once its stacks have grown. Finished games are valued by
// [Win] and [Loss], numbers that no evaluation reaches.
//
// # Who uses it
//
// Risk searches with Searcher, Hare and Hedgehog with MaxN. 2048 has no opponent:
// it averages over the tiles that may fall. Minesweeper weighs what one cell may
// show. Othello has three searches of its own, for what they answer and not for
// their speed:
//
//   - Its search of positions (principal variations, with a table of those met
//     before) finds on demand all moves that are best, and which of them is the
//     first depends on the depths searched before. Searcher would find another of
//     equal moves, and so every stored result of Othello would become another. In
//     time the two are alike: to depth 8 they take about the same, and at 10 the
//     table saves a tenth to a fifth.
//   - Its levels judge moves, not positions: the value of a line is a sum over it,
//     and the bounds move with the sum.
//   - Its endgames are solved to the last disc, with cuts and an order that hold
//     there alone: stable discs, the parity of regions, windows of one disc.
package search
