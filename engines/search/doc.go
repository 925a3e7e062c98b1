// Package search implements game-tree searches for the players of a game.
//
// A [Searcher] maximises the value for one seat, and every other seat minimises it: two players
// of a zero-sum game, or the paranoid reduction of more (Sturtevant and Korf, "On pruning
// techniques for multi-player games", AAAI 2000). Its game is a [Tree] over state and move
// types of the game's own. A seat may move several plies in a row. [Searcher.Minimax] visits the
// whole tree. [Searcher.AlphaBeta] returns the same value and move and visits fewer positions.
// Of moves with equal values the first in the game's order is chosen.
//
// A [MaxN] maximises for every seat its own value in a [VectorGame]. It supports chance. Values
// are whole numbers.
//
// States are copied by value into one buffer per ply. A search allocates nothing once its
// buffers are large enough. Finished games have the values [Win] and [Loss], which exceed every
// evaluation.
//
// # Games that use it
//
// Risk uses Searcher, and Hare and Hedgehog uses MaxN. 2048 and Minesweeper have no opponent and
// average over chance. Othello has three searches of its own, for these reasons:
//
//   - Its principal variation search has a transposition table. Which of several best moves it
//     finds first depends on the depths searched before, so Searcher would choose other moves
//     and change stored results.
//   - Its levels evaluate moves, not positions: the value of a line is a sum over its moves.
//   - Its endgame solver has cuts and a move order that are valid in endgames only: stable
//     discs, the parity of regions, windows of one disc.
package search
