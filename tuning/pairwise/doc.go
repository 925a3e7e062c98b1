// Package pairwise contains the common part of all strategies that learn from pairs of
// points playing each other: a strategy is a [Method] in a [Driver].
//
// A method proposes the pairs of a round and learns from their scores. The driver turns it
// into a [tuning.Strategy]: it makes the batch of a round and reads its results, returns an
// error for results that do not belong to the batch, counts rounds and games, and writes and
// restores snapshots.
//
// For methods there are a [Box], in which every weight is a number in [0, 1]
// whatever its kind and range, a [Plan], which divides the budget into rounds, a
// [Log] of all pairs played, for models that are fitted to all of them, and
// [Setup], which makes them from a problem.
//
// A pair is played on one deal: for two seats two games with the seats swapped,
// for more seats one point against copies of the other in every seat in turn.
//
// [Driver.Propose] and [Driver.Learn] are the same loop without the games of this module:
// with them a strategy can tune anything that compares two points.
package pairwise
