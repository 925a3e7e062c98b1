// Package analysis has the optional abilities of a game that examine a position: what an
// agent computes about it, the value of every move, exact solutions, and counts of move
// sequences.
//
// [Analyze], [EvaluateMoves] and [Perft] work for every game. A game that implements
// [Analyst], [MoveEvaluator] or [PerftCounter] has more to report, or is faster. [Solver] has
// no substitute.
package analysis
