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
// The games of a pair are played on the same deal. With two seats a pair plays two games with the
// seats swapped. With more seats one point plays against copies of the other, once from every seat.
// If the problem is symmetric or the method is unpaired (see [NewSetup]), a pair plays one game.
//
// To tune a system without games of this module, call [Driver.Propose] and [Driver.Learn] with the
// scores of comparisons of two points. Set Problem.Graded if such a score may be any number from 0
// to 1.
package pairwise
