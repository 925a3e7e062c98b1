// Package analysis examines positions of a game. It reports what an agent computes about a
// position, the value of every move, exact solutions, and numbers of move sequences.
//
// [Analyze], [EvaluateMoves] and [Perft] work for every game. A game that implements [Analyst],
// [MoveEvaluator] or [PerftCounter] has more to report, or is faster. Exact solutions are only
// available for games that implement [Solver].
package analysis
