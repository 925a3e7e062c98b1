// Package search implements game-tree searches for the players of a game.
//
// A [Searcher] maximises the value for one seat while every other seat minimises it. With two
// seats this is the search of a zero-sum game. With more seats it is the paranoid reduction
// (Sturtevant and Korf, "On pruning techniques for multi-player games", AAAI 2000). The game is a
// [Tree] over state and move types of its own. A seat may move several plies in a row.
// [Searcher.Minimax] visits the whole tree. [Searcher.AlphaBeta] returns the same value and move
// and visits fewer positions. Among moves with equal values, the first in the game's order is
// chosen.
//
// A [MaxN] searches a [VectorGame], in which every seat maximises a value of its own. It supports
// chance. Values are whole numbers.
//
// States are copied by value into one buffer per ply. A search allocates nothing once its buffers
// are large enough. Finished games have the values [Win] and [Loss], which exceed every
// evaluation.
//
// # Games that use it
//
// Risk uses Searcher, and Hare and Hedgehog uses MaxN. 2048 and Minesweeper have no opponent and
// average over chance. Go plays random games. Chess has a search of its own, which ends with captures
// and stores positions in a hash table. Othello has three, for these reasons:
//
//   - Its principal variation search has a transposition table. Which of several best moves it
//     finds first depends on the depths searched before, so Searcher would choose other moves
//     and change stored results.
//   - Its levels evaluate moves, not positions: the value of a line is a sum over its moves.
//   - Its endgame solver has cuts and a move order that are valid in endgames only: stable
//     discs, the parity of regions, windows of one disc.
package search
