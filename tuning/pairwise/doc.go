// Package pairwise contains the common part of all strategies that learn from games between
// pairs of points. A point is a weight vector that the strategy tries. Such a strategy is a
// [Method] in a [Driver].
//
// A method proposes the pairs of a round and learns from their scores. The driver makes a
// [tuning.Strategy] of it: it converts pairs to batches and results to scores, checks that
// results belong to the batch, counts rounds and games, and writes and restores snapshots.
//
// Methods use these types: [Box] maps weights of any kind and range to [0, 1]; [Plan] divides
// the budget into rounds; [Log] contains all pairs played, for models that are fitted to them;
// [Setup] makes these from a problem.
//
// The games of a pair begin from the same start. With two seats a pair plays two games with the
// seats swapped. With more seats one point plays against copies of the other, once from every
// seat.
//
// To tune a system without games of this module, call [Driver.Propose] and [Driver.Learn] with
// the scores of any comparison of two points.
package pairwise
