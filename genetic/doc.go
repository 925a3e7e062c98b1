// Package genetic breeds weight vectors: a population plays, the fit are
// crossed and mutated, their children replace the unfit, and so on from
// generation to generation.
//
// What comes in: a [tuning.Problem] and [Options], which name one operator for
// each part of the procedure. What goes out: a [Breeder], which keeps the
// contract of [tuning.Strategy]; a round is a generation.
//
//	grouping     who plays whom            groups, round robin, gauntlet
//	fitness      what a record is worth    win rate, rating, genomic
//	selection    who becomes a parent      top of each group, truncation, ...
//	crossover    a child of two parents    average, blend, SBX, ...
//	mutation     chance changes            reset, gaussian, polynomial, ...
//	replacement  who makes room            worst, generational, steady
//	answer       what a run returns        fittest, averaged, weighted
//
// Every operator is a small type in a file of its own and keeps the kinds and
// ranges of the weights. [Paper] is the procedure of the Risk article, exactly;
// [Bred] is the set of operators that measured best, and the default.
//
// A breeder's state is a value: [Breeder.Ask] computes the next generation from
// it without changing it, [Breeder.Tell] replaces it. Each use of chance has a
// seed of its own, derived from (run, purpose, generation, index), so a
// snapshot holds no generator and any game can be played again alone.
package genetic
